// A table whose server is the test.

import type { Wire } from '../../src/table/connection'
import { Game } from '../../src/table/game.svelte'
import { view, welcome } from './canned'

export function atTable(seen = view()) {
  const sent: Record<string, unknown>[] = []
  const wire: Wire = {
    send: (text) => sent.push(JSON.parse(text)),
    close: () => wire.onclose?.(),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  const game = new Game('T', 'token', () => wire)
  const says = (message: object) => wire.onmessage?.({ data: JSON.stringify(message) })
  wire.onopen?.()
  says(welcome({ view: seen }))
  const asked = (type: string) => sent.filter((one) => one.type === type)
  const card = (code: string) => game.state.hand.find((one) => one.code === code)!
  return { game, says, sent, asked, card }
}
