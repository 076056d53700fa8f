import type { Situation } from './protocol'

/** Before the first card lies there. */
export const NOTHING_HOLDS: Situation = {
  suit: null,
  declared: false,
  any_card: false,
  debt: 0,
  owed: 0,
  stop: 0,
  again: null,
  notes: [],
}
