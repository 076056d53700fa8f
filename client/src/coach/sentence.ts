/** Sentences of the coach name cards in the notation of moves; a page draws them. */
import { SUITS, VALUES } from '../lib/cards'
import type { Card } from '../lib/protocol'

const CARDS = new RegExp(`(?<![\\p{L}\\d])([${SUITS.join('')}][${VALUES.join('')}])(?![\\p{L}\\d])`, 'u')

export type Piece = { readonly text: string } | { readonly card: Card }

export function piecesOf(sentence: string): Piece[] {
  return sentence
    .split(CARDS)
    .map((piece, i) => (i % 2 ? { card: piece as Card } : { text: piece }))
    .filter((piece) => 'card' in piece || piece.text !== '')
}
