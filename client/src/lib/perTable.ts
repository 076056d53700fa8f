/** Something small about each of the last tables, kept in this browser. */
const MOST_TABLES = 60

export class PerTable<T> {
  /** `valid`: an older version or a curious visitor may have stored anything. */
  constructor(
    private readonly key: string,
    private readonly valid: (value: unknown) => value is T,
  ) {}

  at(table: string): T | null {
    const found = this.all()[table]
    return this.valid(found) ? found : null
  }

  keep(table: string, value: T): void {
    const { [table]: _, ...others } = this.all()
    const kept = [...Object.entries(others).slice(-MOST_TABLES + 1), [table, value]]
    try {
      localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(kept)))
    } catch {
      // storage is full or forbidden: then it lasts as long as the page
    }
  }

  private all(): Record<string, unknown> {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.key) ?? '{}')
      return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
    } catch {
      return {}
    }
  }
}

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Seats, or numbers of games. */
export const areCounts = (value: unknown): value is number[] => Array.isArray(value) && value.every(isCount)
