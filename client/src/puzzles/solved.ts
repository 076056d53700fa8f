/** Which puzzles were solved, and how many days in a row; remembered in this browser. */
export interface Progress {
  /** Numbers of puzzles; `true`: at the first try. */
  readonly solved: Readonly<Record<string, boolean>>
  /** Days whose puzzle was solved on that very day, the newest last. */
  readonly days: readonly string[]
  /** How many were solved at the first try, one after another. */
  readonly row: number
  readonly bestRow: number
}

const KEY = 'faraon.puzzles'
const NOTHING: Progress = { solved: {}, days: [], row: 0, bestRow: 0 }
const MOST_DAYS = 1000

/** Reads what an older version or a curious visitor may have stored: anything of the wrong kind is ignored. */
export function restore(stored: string | null): Progress {
  let found: unknown = null
  try {
    found = JSON.parse(stored ?? 'null')
  } catch {
    return NOTHING
  }
  if (typeof found !== 'object' || found === null) return NOTHING
  const { solved, days, row, bestRow } = found as Partial<Record<keyof Progress, unknown>>
  const known = typeof solved === 'object' && solved !== null ? Object.entries(solved) : []
  return {
    solved: Object.fromEntries(known.filter(([, first]) => typeof first === 'boolean')) as Record<
      string,
      boolean
    >,
    days: Array.isArray(days)
      ? days.filter((day) => typeof day === 'string' && !Number.isNaN(dayNumber(day)))
      : [],
    row: typeof row === 'number' ? row : 0,
    bestRow: typeof bestRow === 'number' ? bestRow : 0,
  }
}

export function progress(): Progress {
  try {
    return restore(localStorage.getItem(KEY))
  } catch {
    return NOTHING // storage is forbidden: what is solved lasts as long as the page
  }
}

function keep(now: Progress): Progress {
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // storage is full or forbidden
  }
  return now
}

/** `today`: the puzzle was that of this very day. */
export function noteSolved(id: number, first: boolean, today: string | null): Progress {
  const { solved, days, row, bestRow } = progress()
  if (String(id) in solved && (today === null || days.includes(today))) return progress()
  const again = String(id) in solved
  const rowNow = again ? row : first ? row + 1 : 0
  return keep({
    solved: again ? solved : { ...solved, [id]: first },
    days: today === null || days.includes(today) ? days : [...days, today].slice(-MOST_DAYS),
    row: rowNow,
    bestRow: Math.max(bestRow, rowNow),
  })
}

/** A wrong try, or a look at the solution, ends the row. */
export function noteMissed(): void {
  const now = progress()
  if (now.row > 0) keep({ ...now, row: 0 })
}

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

/** How many days in a row up to today, or up to yesterday while today's still waits; and the longest ever. */
export function streaks(days: readonly string[], today: string): { now: number; best: number } {
  const numbers = [...new Set(days.map(dayNumber))].sort((a, b) => a - b)
  let best = 0
  let length = 0
  numbers.forEach((day, i) => {
    length = day === numbers[i - 1]! + 1 ? length + 1 : 1
    best = Math.max(best, length)
  })
  const since = dayNumber(today) - (numbers.at(-1) ?? -Infinity)
  return { now: since <= 1 ? length : 0, best }
}
