/** A question instead of a table's connection: the table's own parts show it, and nobody else moves. */
import { VERSION, type FromServer, type Judged, type MoveText, type Question } from '../lib/protocol'
import type { TableRequest } from '../lib/requests'
import type { Wire } from '../table/connection'

export interface Asked {
  readonly question: Question
  /** What the rulebook says to a move. */
  judge(move: MoveText): Promise<Omit<Judged, 'id' | 'type'>>
  /** Whether the move was the one: then the question is closed. */
  answer(move: MoveText): Promise<boolean>
}

export function localWire({ question, judge, answer }: Asked): Wire {
  const { table, match, view } = question
  const say = (message: FromServer) => wire.onmessage?.({ data: JSON.stringify(message) })

  async function hear(request: (TableRequest & { id: string }) | { type: 'hello' }): Promise<void> {
    if (request.type === 'hello')
      return say({
        type: 'welcome',
        version: VERSION,
        you: view.seat,
        n: 1,
        now: Date.now() / 1000,
        table,
        match,
        fair: null,
        view,
        lines: [],
        missed: [],
        company: { type: 'company', watching: 0, chatting: [] },
        said: [],
      })
    const { id } = request
    if (request.type === 'judge') say({ ...(await judge(request.move)), type: 'judged', id })
    else if (request.type === 'move') {
      const right = await answer(request.move)
      // What is stale is not complained about: the same question simply waits for another move.
      if (right) say({ type: 'done', id, n: 1 })
      else say({ type: 'refused', id, code: 'stale', en: '', sk: '', reasons: [] })
    } else if (request.type === 'ping') say({ type: 'pong', id })
  }

  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void hear(JSON.parse(text) as Parameters<typeof hear>[0]),
    close: () => {},
  }
  queueMicrotask(() => wire.onopen?.())
  return wire
}
