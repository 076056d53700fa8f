// What the player on turn is told: the most urgent thing first.

import type { View, Word } from '../lib/protocol'
import { both } from '../lib/i18n.svelte'
import { mustTake } from '../lib/situation'
import { words } from '../i18n/table'

export function promptText(view: View, word: Word | null): string {
  const { stop, again } = view.situation
  const owed = mustTake(view.situation)
  if (owed > 0) return words.yourTurnOwe(owed)
  if (stop > 0) return view.moves.length > 1 ? words.yourTurnStop : words.yourTurnMustStand
  if (again) return words.yourTurnAgain(both(again))
  return word === 'concede' ? words.lastChance : words.yourTurn
}
