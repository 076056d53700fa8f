// What the player on turn is told: the most urgent thing first.

import type { View, Word } from '../lib/protocol'
import { words } from '../i18n/table'

export function promptText(view: View, word: Word | null): string {
  if (view.owed > 0 && !view.burn) return words.yourTurnOwe(view.owed)
  if (view.stopped) return view.moves.length > 1 ? words.yourTurnStop : words.yourTurnMustStand
  if (view.burn) return words.yourTurnAgain
  if (view.free) return words.yourTurnFree
  return word === 'concede' ? words.lastChance : words.yourTurn
}
