// Who won, who lost and in what order: read off the view and the match, for the end of a game.

import type { Match, View } from '../lib/protocol'

export type Outcome = 'won' | 'lost' | 'drawn'

export interface Result {
  readonly kind: Outcome | 'over' | 'match-won' | 'match-lost'
  /** Mine, if I have one. */
  readonly place: number | null
  /** A seat of the table. */
  readonly loser: number | null
  /** Seats of the table, the first to finish first; who neither finished nor lost has no place. */
  readonly order: readonly { seat: number; place: number | null; cards: number }[]
}

export function result(view: View, match: Match, you: number | null): Result {
  const at = (seat: number) => view.table[seat] ?? seat
  const finished = view.places
  const left = view.sizes.map((_, seat) => seat).filter((seat) => !finished.includes(seat))
  left.sort((a, b) => (view.sizes[a] ?? 0) - (view.sizes[b] ?? 0))
  const order = [...finished, ...left].map((seat, i) => ({
    seat: at(seat),
    place: finished.includes(seat) || seat === view.loser ? i + 1 : null,
    cards: view.sizes[seat] ?? 0,
  }))
  const loser = view.loser === null ? null : at(view.loser)
  const mine = order.find((one) => one.seat === you)
  return {
    kind: kindOf(view, match, you),
    place: mine && finished.length > 0 ? mine.place : null,
    loser,
    order,
  }
}

function kindOf(view: View, match: Match, you: number | null): Result['kind'] {
  const me = you === null ? -1 : view.sizes.findIndex((_, seat) => (view.table[seat] ?? seat) === you)
  if (you === null || me < 0)
    return match.over && match.kind !== 'single' && you !== null ? 'match-lost' : 'over'
  if (match.over && match.kind !== 'single') return match.winners.includes(you) ? 'match-won' : 'match-lost'
  return outcomeOf(view, me)
}

/** How a finished game ended for one of its seats. */
export function outcomeOf(
  { drawn, loser, places }: Pick<View, 'drawn' | 'loser' | 'places'>,
  me: number,
): Outcome {
  if (drawn) return 'drawn'
  if (loser !== null) return loser === me ? 'lost' : 'won'
  return places[0] === me ? 'won' : 'lost'
}
