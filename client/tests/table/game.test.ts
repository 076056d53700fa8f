import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../src/lib/settings.svelte'
import { TAKE_BACK_MS } from '../../src/table/game.svelte'
import { atTable } from './atTable'
import { happened, moved, situation, table, view } from './canned'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(settings, { takeBack: 'always', pace: 0, sounds: false, language: 'sk' })
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
  it('is laid at once by a second one, and put back from the keyboard', () => {
    const { game, asked, card } = atTable(plain)
    game.tap(card('b8'))
    game.tap(card('b8'), false)
    vi.advanceTimersByTime(TAKE_BACK_MS * 2)
    expect(asked('move')).toEqual([])
    game.tap(card('b8'))
    game.tap(card('b8'))
    expect(asked('move')).toHaveLength(1)
  })
  it('waits in the first games only', () => {
    for (const [games, sent] of [
      [3, 0],
      [4, 1],
    ] as const) {
      Object.assign(settings, { takeBack: 'first', games })
      const { game, asked, card } = atTable(plain)
      game.tap(card('b8'))
      expect(asked('move')).toHaveLength(sent)
    }
  })
  it('goes at once for those who wish so', () => {
    settings.takeBack = 'never'
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

describe('hints', () => {
  it('are asked for where they are given', async () => {
    const { game, asked } = atTable()
    void game.askHint()
    expect(asked('hint')).toHaveLength(1)
  })
  it('are not asked for where people play without them', async () => {
    const { game, says, asked } = atTable()
    says(happened(6, { what: { type: 'changed', what: 'joined', seat: 1 }, table: table({ hints: false }) }))
    void game.askHint()
    expect(asked('hint')).toEqual([])
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
      foul: null,
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
      foul: null,
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(game.refusal).toMatchObject({ card: { code: 'h7' }, reasons: [reason], foul: null })
  })
})

describe('cards against the rules', () => {
  const price = { rule: 'invalid_move', paragraph: '§18', en: 'Three.', sk: 'Tri.', cards: 3 }
  const reasons = [{ rule: 'lay', paragraph: '§3', en: 'No.', sk: 'Nie.' }]
  const seen = view({ hand: ['b8', 'h7', 'lO'], moves: ['b8', 'draw'], fouls: true })

  /** The server's answer to the last question. */
  async function judges(at: ReturnType<typeof atTable>, move: string, legal = false) {
    const id = at.asked('judge').at(-1)!.id
    const foul = legal ? null : price
    at.says({ type: 'judged', id, move, legal, reasons: legal ? [] : reasons, situation: null, foul })
    await vi.advanceTimersByTimeAsync(0)
  }

  it('are laid only by the button that tells their price', async () => {
    const at = atTable(seen)
    at.game.tap(at.card('h7'))
    await judges(at, 'h7')
    expect(at.game.refusal?.foul).toEqual(price)
    at.game.against([at.card('h7')])
    expect([at.game.refusal, at.game.price, at.game.chosen]).toEqual([null, null, null])
    await judges(at, 'h7')
    expect(at.game.price).toEqual(price)
    at.game.confirm()
    expect(at.asked('move')).toEqual([])
    at.game.layAnyway()
    expect(at.asked('move')).toMatchObject([{ move: 'h7' }])
  })
  it('may be a group of any cards in any order', async () => {
    const at = atTable(seen)
    at.game.against([at.card('h7')])
    at.game.tap(at.card('b8'))
    await judges(at, 'h7 b8')
    expect([at.game.chosen?.text, at.game.orders]).toEqual(['h7 b8', 2])
    at.game.nextOrder()
    expect(at.asked('judge').at(-1)).toMatchObject({ move: 'b8 h7' })
    at.game.raise(at.card('b8'))
    expect(at.asked('judge').at(-1)).toMatchObject({ move: 'h7 b8' })
  })
  it('ask for a suit where the server says so, and the question stays', async () => {
    const at = atTable(seen)
    at.game.against([at.card('lO')])
    await judges(at, 'lO=h')
    expect([at.game.questions.suits, at.game.chosen]).toEqual([['h', 'l', 'a', 'b'], null])
    at.game.answerSuit('b')
    expect([at.game.questions.suits.length, at.game.chosen?.text, at.game.price]).toEqual([4, 'lO=b', price])
  })
  it('that the rules allow after all are laid as usual', async () => {
    const at = atTable(seen)
    at.game.against([at.card('b8')])
    await judges(at, 'b8', true)
    expect([at.game.price, at.game.chosen?.text]).toEqual([null, 'b8'])
    at.game.confirm()
    expect(at.asked('move')).toMatchObject([{ move: 'b8' }])
  })
  it('are given up with the last of them, or with Escape', async () => {
    const at = atTable(seen)
    at.game.against([at.card('h7')])
    at.game.tap(at.card('h7'))
    expect(at.game.choice.foul).toBe(false)
    at.game.against([at.card('h7')])
    expect([at.game.cancel(), at.game.choice.foul]).toEqual([true, false])
  })
})

it('who goes away is gone even if the server says goodbye first', async () => {
  const { game, says } = atTable()
  const gone = game.goAway('leave')
  says({ type: 'bye', why: 'left' })
  expect(await gone).toBe(true)
})
