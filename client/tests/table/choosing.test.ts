import { describe, expect, it } from 'vitest'
import type { Card, MoveText } from '../../src/lib/protocol'
import * as choosing from '../../src/table/choosing'
import { NOTHING, readMoves, type Choice, type HandCard } from '../../src/table/choosing'

const hold = (text: string): HandCard[] =>
  (text.split(' ') as Card[]).map((code, i) => ({ key: `${code}#${i}`, code }))
const all = (cards: MoveText, suits = ''): MoveText[] =>
  suits ? [...suits].map((s) => `${cards}=${s}` as MoveText) : [cards]

/** Taps one card after another and tells what came of it. */
function tapping(texts: MoveText[], cards: string, taps: string[]) {
  const moves = readMoves(texts)
  const hand = hold(cards)
  let choice: Choice = NOTHING
  let last: choosing.Tapped = { does: 'choose', choice }
  for (const code of taps) {
    last = choosing.tap(
      moves,
      choice,
      hand,
      hand.find((card) => card.code === code)!,
    )
    if (last.does === 'choose') choice = last.choice
  }
  const picked = choice.picked.map((card) => card.code).join(' ')
  return { moves, hand, choice, last, picked, move: choosing.chosen(moves, choice)?.text ?? null }
}

describe('a tap', () => {
  it('plays a card that has one meaning', () => {
    expect(tapping(['b8', 'draw'], 'b8 h9', ['b8']).last).toEqual({ does: 'play', move: 'b8' })
  })
  it('asks why when the card cannot be laid', () => {
    expect(tapping(['b8', 'draw'], 'b8 h9', ['h9']).last).toEqual({ does: 'refuse', asks: 'h9' })
  })
  it('asks about the bare card: what more it needs, the server knows', () => {
    expect(tapping(['draw'], 'lO', ['lO']).last).toEqual({ does: 'refuse', asks: 'lO' })
  })
  it('begins a group where one is possible', () => {
    const { picked, move } = tapping(['b8', 'b8 l8', 'draw'], 'b8 l8', ['b8'])
    expect([picked, move]).toEqual(['b8', 'b8'])
  })
  it('builds the group in the order of the taps', () => {
    const moves: MoveText[] = ['b8', 'b8 l8', 'b8 a8', 'b8 l8 a8', 'b8 a8 l8', 'draw']
    expect(tapping(moves, 'l8 a8 b8', ['b8', 'a8', 'l8']).move).toBe('b8 a8 l8')
  })
  it('puts the card that fits beneath one that only joins', () => {
    expect(tapping(['b8', 'b8 l8'], 'b8 l8', ['l8']).move).toBe('b8 l8')
  })
  it('finds the legal order when the later card must lie beneath', () => {
    expect(tapping(['lU bU', 'lU'], 'bU lU', ['lU', 'bU']).move).toBe('lU bU')
  })
  it('takes a picked card out again', () => {
    expect(tapping(['b8', 'b8 l8'], 'b8 l8', ['b8', 'l8', 'l8']).picked).toBe('b8')
  })
  it('drops the group when nothing legal is left of it', () => {
    expect(tapping(['b8', 'b8 l8'], 'b8 l8', ['b8', 'l8', 'b8']).picked).toBe('')
  })
  it('on another card begins anew', () => {
    expect(tapping(['b8', 'b8 l8', 'bK'], 'b8 l8 bK', ['b8', 'bK']).last).toEqual({
      does: 'play',
      move: 'bK',
    })
  })
  it('knows two equal cards of two packs apart', () => {
    const moves = readMoves(['b8', 'b8 b8'])
    const hand = hold('b8 b8')
    const first = choosing.tap(moves, NOTHING, hand, hand[0]!)
    if (first.does !== 'choose') throw new Error('a group is possible')
    expect(choosing.cardState(moves, first.choice, hand[1]!)).toBe('fits')
    const second = choosing.tap(moves, first.choice, hand, hand[1]!)
    expect(second.does === 'choose' && choosing.chosen(moves, second.choice)?.text).toBe('b8 b8')
  })
})

describe('questions', () => {
  const over: MoveText[] = [...all('lO', 'hlab'), 'draw']
  it('an over asks for a suit, and is no move before it is answered', () => {
    const { moves, choice, move } = tapping(over, 'lO h9', ['lO'])
    expect(choosing.questions(moves, choice).suits).toEqual(['h', 'l', 'a', 'b'])
    expect(move).toBeNull()
    expect(choosing.chosen(moves, { ...choice, suit: 'a' })?.text).toBe('lO=a')
  })
  it('one possible suit is not asked for, but the move still waits for a confirmation', () => {
    const { moves, choice, move, last } = tapping(['lO=l'], 'lO', ['lO'])
    expect([choosing.questions(moves, choice).suits, move, last.does]).toEqual([[], 'lO=l', 'choose'])
  })
  it('the red seven may hit or return', () => {
    const { moves, choice, move } = tapping(['h7', 'h7^0', 'h7^3', 'draw'], 'h7 lK', ['h7'])
    expect(choosing.questions(moves, choice)).toEqual({ suits: [], backs: [0, 3], plain: true })
    expect(move).toBeNull()
    expect(choosing.chosen(moves, { ...choice, back: 3 })?.text).toBe('h7^3')
    expect(choosing.chosen(moves, { ...choice, back: 'plain' })?.text).toBe('h7')
  })
  it('a single player to return is chosen already', () => {
    expect(tapping(['h7^0', 'concede'], 'h7 lK', ['h7']).move).toBe('h7^0')
  })
  it('marks the card with a second meaning', () => {
    const moves = readMoves(['h7', 'h7^0', 'b7'])
    expect(hold('h7 b7').map((card) => choosing.hasSecondMeaning(moves, card))).toEqual([true, false])
  })
})

describe('the order of a group', () => {
  const moves: MoveText[] = ['b8', 'b8 l8', 'b8 a8', 'b8 l8 a8', 'b8 a8 l8']
  it('goes round through the legal ones only', () => {
    const { moves: read, choice } = tapping(moves, 'b8 l8 a8', ['b8', 'l8', 'a8'])
    const next = choosing.nextOrder(read, choice)
    expect(choosing.chosen(read, next)?.text).toBe('b8 a8 l8')
    expect(choosing.chosen(read, choosing.nextOrder(read, next))?.text).toBe('b8 l8 a8')
  })
  it('lifts a card to the top where that is legal', () => {
    const { moves: read, choice, hand } = tapping(moves, 'b8 l8 a8', ['b8', 'l8', 'a8'])
    expect(choosing.chosen(read, choosing.raise(read, choice, hand[1]!))?.text).toBe('b8 a8 l8')
    expect(choosing.chosen(read, choosing.raise(read, choice, hand[0]!))?.text).toBe('b8 l8 a8')
  })
  it('keeps the suit that was asked for', () => {
    const texts = [...all('lO', 'hl'), ...all('lO aO', 'hl'), ...all('aO lO', 'hl')]
    const { moves: read, choice } = tapping(texts, 'lO aO', ['lO', 'aO'])
    expect(choosing.chosen(read, choosing.nextOrder(read, { ...choice, suit: 'h' }))?.text).toBe('aO lO=h')
  })
})

describe('against the rules', () => {
  it('every other card can be added, and the order is that of the taps', () => {
    const hand = hold('b8 h9 lK')
    const choice = choosing.against([hand[2]!])
    const moves = readMoves(['b8', 'draw'])
    expect(hand.map((card) => choosing.cardState(moves, choice, card))).toEqual(['joins', 'joins', 'picked'])
    const tapped = choosing.tap(moves, choice, hand, hand[0]!)
    expect(tapped.does === 'choose' && choosing.foulText(tapped.choice)).toBe('lK b8')
  })
  it('the suit is free where the server has added one', () => {
    expect(choosing.foulMoves('b8 lO=h').map((move) => move.text)).toEqual([
      'b8 lO=h',
      'b8 lO=l',
      'b8 lO=a',
      'b8 lO=b',
    ])
    expect(choosing.foulMoves('lO b8').map((move) => move.text)).toEqual(['lO b8'])
  })
})

it('a hand shows what fits, what joins and what does not', () => {
  const moves = readMoves(['b8', 'b8 l8', 'draw'])
  expect(hold('b8 l8 h9').map((card) => choosing.cardState(moves, NOTHING, card))).toEqual([
    'fits',
    'joins',
    'no',
  ])
})
