/** How accurate the visitor's own reviewed games were, remembered in this browser. */
const KEY = 'faraon.accuracy'
const LAST = 20

export interface Kept {
  readonly game: string
  readonly accuracy: number
}

export function accuracies(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(found)) return []
    return (found as Partial<Kept>[]).filter(
      (one): one is Kept => typeof one?.game === 'string' && typeof one.accuracy === 'number',
    )
  } catch {
    return []
  }
}

/** The newest is the last; a game counts once. */
export function keepAccuracy(game: string, accuracy: number): void {
  const all = [...accuracies().filter((one) => one.game !== game), { game, accuracy }].slice(-LAST)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // storage is full or forbidden: the mean lasts as long as the page
  }
}

/** Of the last twenty games; nothing before there are two. */
export function meanAccuracy(): { games: number; accuracy: number } | null {
  const all = accuracies()
  if (all.length < 2) return null
  return { games: all.length, accuracy: all.reduce((sum, one) => sum + one.accuracy, 0) / all.length }
}
