/** Sentences of the coach name cards in the notation of moves; a page draws them. */
import { SUITS, VALUES } from '../lib/cards'
import type { Card } from '../lib/protocol'

const CARDS = new RegExp(`(?<![\\p{L}\\d])([${SUITS.join('')}][${VALUES.join('')}])(?![\\p{L}\\d])`, 'u')

export type Piece = { readonly text: string } | { readonly card: Card }

const NO_BREAK = '\u00a0'
/** No line ends with a word of one letter, nor between a number and what it counts. */
const TOGETHER = /(?<=(?:^|\s)\p{L}|\d) /gu

export function piecesOf(sentence: string): Piece[] {
  return sentence
    .split(CARDS)
    .map((piece, i) => (i % 2 ? { card: piece as Card } : { text: piece.replace(TOGETHER, NO_BREAK) }))
    .filter((piece) => 'card' in piece || piece.text !== '')
}
