import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../src/lib/settings.svelte'
import type { Wire } from '../../src/table/connection'
import { Game, TAKE_BACK_MS } from '../../src/table/game.svelte'
import { happened, moved, situation, view, welcome } from './canned'

/** A table whose server is this test. */
function atTable(seen = view()) {
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
  return { game, says, asked, card }
}

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(settings, { takeBack: true, pace: 0, sounds: false, language: 'sk' })
})
afterEach(() => void vi.useRealTimers())

describe('a plain tap', () => {
  const plain = view({ moves: ['b8', 'draw'] })
  it('waits a moment before it is sent', () => {
    const { game, asked, card } = atTable(plain)
    game.tap(card('b8'))
    expect(asked('move')).toEqual([])
    vi.advanceTimersByTime(TAKE_BACK_MS)
    expect(asked('move')).toMatchObject([{ move: 'b8', position: 1 }])
  })
  it('is taken back by a second one', () => {
    const { game, asked, card } = atTable(plain)
    game.tap(card('b8'))
    game.tap(card('b8'))
    vi.advanceTimersByTime(TAKE_BACK_MS * 2)
    expect(asked('move')).toEqual([])
  })
  it('goes at once for those who wish so', () => {
    settings.takeBack = false
    const { game, asked, card } = atTable(plain)
    game.tap(card('b8'))
    expect(asked('move')).toHaveLength(1)
  })
  it('is forgotten when another tab has moved', () => {
    const { game, says, asked, card } = atTable(plain)
    game.tap(card('b8'))
    says(happened(6, { what: moved(0, 'draw'), view: view({ position: 2, turn: 1, moves: [] }) }))
    vi.advanceTimersByTime(TAKE_BACK_MS)
    expect(asked('move')).toEqual([])
  })
})

describe('a move that is on its way', () => {
  it('takes the questions off the table until it is answered', async () => {
    const { game, says, asked } = atTable()
    void game.send('draw')
    expect([game.live, game.word]).toEqual([false, null])
    const id = asked('move')[0]!.id
    says({ type: 'refused', id, code: 'not-now', en: 'Not now.', sk: 'Teraz nie.', reasons: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect([game.live, game.toast]).toEqual([true, 'Teraz nie.'])
  })
})

describe('a group', () => {
  it('is judged before it is laid, and the answer is shown', async () => {
    const { game, says, asked, card } = atTable()
    game.tap(card('b8'))
    game.tap(card('l8'))
    const judge = asked('judge').at(-1)!
    expect(judge).toMatchObject({ move: 'b8 l8' })
    says({
      type: 'judged',
      id: judge.id,
      move: 'b8 l8',
      legal: true,
      reasons: [],
      situation: situation({ suit: 'l' }),
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(game.preview?.situation?.suit).toBe('l')
    game.confirm()
    expect(asked('move')).toMatchObject([{ move: 'b8 l8' }])
  })
  it('is given up with Escape', () => {
    const { game, card } = atTable()
    game.tap(card('b8'))
    expect([game.cancel(), game.choice.picked.length, game.cancel()]).toEqual([true, 0, false])
  })
})

describe('a card that does not fit', () => {
  it('is answered with the reasons', async () => {
    const { game, says, asked, card } = atTable()
    game.tap(card('h7'))
    const reason = { rule: 'lay', paragraph: '§3', en: 'No.', sk: 'Nie.' }
    says({
      type: 'judged',
      id: asked('judge')[0]!.id,
      move: 'h7',
      legal: false,
      reasons: [reason],
      situation: null,
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(game.refusal).toMatchObject({ card: { code: 'h7' }, reasons: [reason] })
  })
})

it('who goes away is gone even if the server says goodbye first', async () => {
  const { game, says } = atTable()
  const gone = game.goAway('leave')
  says({ type: 'bye', why: 'left' })
  expect(await gone).toBe(true)
})
