// The own hand as the player wants to see it: sorted, or in the order made by dragging.

import { SUITS, suitOf, VALUES, valueOf } from '../lib/cards'
import type { Card } from '../lib/protocol'
import type { CardOrder } from '../lib/settings.svelte'
import type { HandCard } from './choosing'

export function compareCards(a: Card, b: Card, by: CardOrder): number {
  if (by === 'dealt') return 0
  const suit = SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b))
  const value = VALUES.indexOf(valueOf(a)) - VALUES.indexOf(valueOf(b))
  return by === 'suit' ? suit || value : value || suit
}

/** Keys stay with their cards, so that a card is the same element for as long as it is held. */
export class HandKeeper {
  private made = 0
  /** The order was made by hand: new cards come to the right end and nothing is sorted. */
  arranged = false

  constructor(public order: CardOrder = 'suit') {}

  /** The hand after the server said which cards it holds. */
  update(before: readonly HandCard[], codes: readonly Card[]): HandCard[] {
    const left = [...codes]
    const kept = before.filter((card) => {
      const at = left.indexOf(card.code)
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
    const fresh = left
      .sort((a, b) => compareCards(a, b, this.order))
      .map((code) => ({ key: `c${this.made++}`, code }))
    const all = [...kept, ...fresh]
    return this.arranged ? all : this.sort(all)
  }

  sort(cards: readonly HandCard[]): HandCard[] {
    return [...cards].sort((a, b) => compareCards(a.code, b.code, this.order))
  }

  /** By hand: the card goes to another place. */
  move(cards: readonly HandCard[], key: string, to: number): HandCard[] {
    const card = cards.find((one) => one.key === key)
    if (!card) return [...cards]
    this.arranged = true
    const others = cards.filter((one) => one.key !== key)
    return [...others.slice(0, to), card, ...others.slice(to)]
  }
}
