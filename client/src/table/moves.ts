// The notation of moves: `b8 h8` lays a group bottom to top, `lO=h` asks for hearts, `h7^2` returns seat 2,
// and four words need no card.

import type { Card, MoveText, Suit, Word } from '../lib/protocol'

const WORDS: readonly Word[] = ['draw', 'stand', 'pass', 'concede']

export interface Move {
  readonly text: MoveText
  readonly word: Word | null
  /** Bottom to top. */
  readonly cards: readonly Card[]
  /** The suit that is asked for. */
  readonly suit: Suit | null
  /** The seat of the game that comes back. */
  readonly back: number | null
}

export function parseMove(text: MoveText): Move {
  const word = WORDS.find((one) => one === text) ?? null
  if (word !== null) return { text, word, cards: [], suit: null, back: null }
  const [laid = '', back] = text.split('^')
  const [cards = '', suit] = laid.split('=')
  return {
    text,
    word,
    cards: cards.split(' ').filter(Boolean) as Card[],
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
