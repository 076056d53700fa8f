import type { Situation } from './protocol'

/** Before the first card lies there. */
export const NOTHING_HOLDS: Situation = {
  suit: null,
  declared: false,
  any_card: false,
  debt: 0,
  stop: 0,
  again: null,
  notes: [],
}

/** How many cards the player on turn must take; whoever moves again leaves them to the next one. */
export function mustTake({ debt, again }: Situation): number {
  return again === null ? debt : 0
}
