// The notation of moves: `b8 h8` lays a group bottom to top, `lO=h` asks for hearts, `h7^2` returns seat 2,
// and some words need no card. Of a covered group others see only the top card: `?? b8`.

import type { Card, MoveText, Suit, Word } from '../lib/protocol'

const WORDS: readonly Word[] = ['draw', 'stand', 'pass', 'concede', 'check']

const COVERED = '??'

export interface Move {
  readonly text: MoveText
  readonly word: Word | null
  /** Bottom to top, as far as they are seen. */
  readonly cards: readonly Card[]
  /** How many covered cards lie below them. */
  readonly hidden: number
  /** The suit that is asked for. */
  readonly suit: Suit | null
  /** The seat of the game that comes back. */
  readonly back: number | null
}

export function parseMove(text: MoveText): Move {
  const word = WORDS.find((one) => one === text) ?? null
  if (word !== null) return { text, word, cards: [], hidden: 0, suit: null, back: null }
  const [laid = '', back] = text.split('^')
  const [cards = '', suit] = laid.split('=')
  const laidCards = cards.split(' ').filter(Boolean)
  return {
    text,
    word,
    cards: laidCards.filter((card) => card !== COVERED) as Card[],
    hidden: laidCards.filter((card) => card === COVERED).length,
    suit: (suit as Suit | undefined) ?? null,
    back: back === undefined ? null : Number(back),
  }
}

/** How often each card occurs: with two packs a hand can hold a card twice. */
export function counts(cards: Iterable<Card>): Map<Card, number> {
  const found = new Map<Card, number>()
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1)
  return found
}

export function contains(whole: readonly Card[], part: readonly Card[]): boolean {
  const held = counts(whole)
  for (const [card, number] of counts(part)) if ((held.get(card) ?? 0) < number) return false
  return true
}

export function same(a: readonly Card[], b: readonly Card[]): boolean {
  return a.length === b.length && a.every((card, i) => card === b[i])
}
