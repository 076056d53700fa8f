/** My tables: the key to each seat stays in this browser, so that closing the tab loses nothing. */
export interface MySeat {
  table: string
  seat: number
  token: string
  /** When I sat down, in milliseconds since 1970. */
  since: number
  /** The names of the others, for the list of my games. */
  with: string[]
  /** The lesson that is played there. */
  lesson?: string
}

const KEY = 'faraon.tables'
const LESSONS = 'faraon.lessons'
const MOST = 50
/** Lessons are short: a few are kept for a reload, and never at the cost of a game. */
const MOST_LESSONS = 3

export function mySeats(): MySeat[] {
  return read<MySeat>(KEY).filter((one) => typeof one?.table === 'string' && typeof one.token === 'string')
}

export function mySeat(table: string): MySeat | undefined {
  return mySeats().find((one) => one.table === table)
}

/** The newest come first; the oldest fall out. */
export function remember(seat: MySeat): void {
  let lessons = 0
  const all = [seat, ...mySeats().filter((one) => one.table !== seat.table)]
  write(KEY, all.filter((one) => !one.lesson || ++lessons <= MOST_LESSONS).slice(0, MOST))
}

export function forget(table: string): void {
  write(
    KEY,
    mySeats().filter((one) => one.table !== table),
  )
}

export function doneLessons(): string[] {
  return read<string>(LESSONS)
}

export function lessonDone(name: string): void {
  if (!doneLessons().includes(name)) write(LESSONS, [...doneLessons(), name])
}

function read<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

function write(key: string, list: unknown[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list))
  } catch {
    // storage is full or forbidden: the seat lasts as long as the page
  }
}
