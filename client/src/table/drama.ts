// The great moments of a game, read off what the server says that a move did.

import { valueOf } from '../lib/cards'
import type { Card, Moved, View } from '../lib/protocol'

export type Drama =
  | { readonly kind: 'debt'; readonly seat: number; readonly old: number; readonly cards: number }
  | { readonly kind: 'shatter'; readonly cards: number }
  | { readonly kind: 'burn'; readonly burned: readonly Card[] }
  | { readonly kind: 'stop'; readonly seat: number }
  | { readonly kind: 'return'; readonly seat: number }
  | { readonly kind: 'win' }

/** Milliseconds. */
export const LASTS: Record<Drama['kind'], number> = {
  debt: 520,
  shatter: 640,
  burn: 700,
  stop: 440,
  return: 600,
  win: 700,
}

const BURNED = 4

export function dramaOf(what: Moved, view: View): Drama[] {
  const found: Drama[] = []
  for (const { kind, seat, old, new: now, rule } of what.facts) {
    if (kind === 'debt' && now > old) found.push({ kind, seat, old, cards: now })
    // A debt that is paid goes by itself; one that a rule takes away is worth a look.
    else if (kind === 'debt' && now === 0 && old > 0 && rule !== '')
      found.push({ kind: 'shatter', cards: old })
    else if (kind === 'stop' && now > old && seat >= 0) found.push({ kind, seat })
    else if (kind === 'return') found.push({ kind, seat })
    else if (kind === 'again') {
      const top = view.pile.slice(-BURNED).filter((card) => card !== null)
      if (top.length === BURNED && top.every((card) => valueOf(card) === valueOf(top[0]!)))
        found.push({ kind: 'burn', burned: top })
    } else if (kind === 'over' && won(view, seat)) found.push({ kind: 'win' })
  }
  return found
}

/** I have played, and somebody else loses. */
const won = (view: View, loser: number) =>
  view.seat !== null && !view.drawn && loser >= 0 && loser !== view.seat
