/** The server's HTTP interface, typed. What was refused is thrown as a :class:`ServerError` with its text in both languages. */
import type {
  Checked,
  CheckTable,
  Code,
  Failure,
  Info,
  Invitation,
  JoinTable,
  NewTable,
  OpenTables,
  Replay,
  Seated,
  Text,
} from './protocol'

export class ServerError extends Error {
  constructor(
    readonly code: Code | 'unreachable' | 'broken',
    readonly text: Text,
  ) {
    super(text.en)
  }
}

const UNREACHABLE: Text = {
  en: 'The server cannot be reached. Check the connection and try again.',
  sk: 'Server nie je dostupný. Skontroluj pripojenie a skús to znova.',
}
const BROKEN: Text = {
  en: 'The server answered with something unexpected. Try it again in a while.',
  sk: 'Server odpovedal niečo nečakané. Skús to o chvíľu znova.',
}

export async function ask<Answer>(path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  const request: RequestInit = { headers, method: body === undefined ? 'GET' : 'POST' }
  if (body !== undefined) request.body = JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(path, request)
  } catch {
    throw new ServerError('unreachable', UNREACHABLE)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer as Answer
  if (isFailure(answer)) throw new ServerError(answer.code, { en: answer.en, sk: answer.sk })
  throw new ServerError('broken', BROKEN)
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'en' in answer && 'sk' in answer
}

/** The text of anything that was caught around a request. */
export function failureText(error: unknown): Text {
  return error instanceof ServerError ? error.text : BROKEN
}

let info: Promise<Info> | undefined

export const api = {
  /** Asked once: it does not change while the server runs. */
  info(): Promise<Info> {
    info ??= ask<Info>('/api/info').catch((error: unknown) => {
      info = undefined
      throw error
    })
    return info
  },
  createTable: (table: NewTable) => ask<Seated>('/api/tables', table),
  check: (table: CheckTable) => ask<Checked>('/api/check', table),
  openTables: () => ask<OpenTables>('/api/tables'),
  invitation: (id: string) => ask<Invitation>(`/api/tables/${encodeURIComponent(id)}`),
  join: (id: string, who: JoinTable) => ask<Seated>(`/api/tables/${encodeURIComponent(id)}/join`, who),
  replay: (id: string, game: number, token?: string) =>
    ask<Replay>(`/api/tables/${encodeURIComponent(id)}/games/${game}`, undefined, token),
  readRecord: (record: string) => ask<Replay>('/api/replay', { record }),
}
