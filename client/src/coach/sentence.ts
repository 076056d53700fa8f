/** Sentences of the coach name cards, and suits that are asked for, in the notation of moves; a page draws
 * them. */
import { SUITS, VALUES } from '../lib/cards'
import type { Card, Suit } from '../lib/protocol'

const CARDS = new RegExp(
  `(?<![\\p{L}\\d])([${SUITS.join('')}][${VALUES.join('')}])(?:=([${SUITS.join('')}]))?(?![\\p{L}\\d])`,
  'u',
)

export type Piece = { readonly text: string } | { readonly card: Card } | { readonly asks: Suit }

const NO_BREAK = '\u00a0'
/** No line ends with a word of one letter, nor between a number and what it counts. */
const TOGETHER = /(?<=(?:^|\s)\p{L}|\d) /gu

export function piecesOf(sentence: string): Piece[] {
  return sentence.split(CARDS).flatMap((piece: string | undefined, i): Piece[] => {
    if (!piece) return []
    if (i % 3 === 1) return [{ card: piece as Card }]
    return i % 3 === 2 ? [{ asks: piece as Suit }] : [{ text: piece.replace(TOGETHER, NO_BREAK) }]
  })
}
