/** The pages of the client and their addresses. `/rules/NAME` and `/api/…` belong to the server. */
export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'tables' }
  | { page: 'mine' }
  | { page: 'settings' }
  | { page: 'rules' }
  | { page: 'learn' }
  | { page: 'lesson'; name: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; game: number }
  | { page: 'record' }
  | { page: 'puzzles' }
  | { page: 'puzzle'; which: string }
  | { page: 'counting' }
  | { page: 'nowhere' }

const PLAIN = {
  '': 'start',
  new: 'new',
  tables: 'tables',
  mine: 'mine',
  settings: 'settings',
  rules: 'rules',
  learn: 'learn',
  replay: 'record',
  puzzles: 'puzzles',
  counting: 'counting',
} as const

export function parseRoute(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first = '', second, third, fourth] = parts
  if (parts.length <= 1 && Object.hasOwn(PLAIN, first)) return { page: PLAIN[first as keyof typeof PLAIN] }
  if (first === 'learn' && second && parts.length === 2) return { page: 'lesson', name: second }
  if (first === 'puzzle' && second && parts.length === 2) return { page: 'puzzle', which: second }
  if (first === 't' && second && parts.length === 2) return { page: 'table', id: second }
  if (
    first === 't' &&
    second &&
    third === 'replay' &&
    parts.length === 4 &&
    /^[1-9]\d{0,3}$/.test(fourth ?? '')
  )
    return { page: 'replay', id: second, game: Number(fourth) }
  return { page: 'nowhere' }
}

/** Links that the client follows without asking the server for a document. */
export function isOurs(path: string): boolean {
  return parseRoute(path).page !== 'nowhere'
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray per cent sign names nothing, and nothing is what it finds
  }
}
