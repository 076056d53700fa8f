// What the player on turn is told: the most urgent thing first.

import type { View, Word } from '../lib/protocol'
import { both } from '../lib/i18n.svelte'
import { words } from '../i18n/table'

/** The same for those who cannot see the notes beside it. */
export function spoken(view: View, word: Word | null): string {
  return [promptText(view, word), ...view.situation.notes.map((note) => both(note.text))].join(' ')
}

export function promptText(view: View, word: Word | null): string {
  const { owed, stop, again } = view.situation
  if (word === 'concede') return view.claim ? words.lastChanceCheck : words.lastChance
  if (owed > 0) return words.yourTurnOwe(owed)
  if (stop > 0) return (view.moves.length > 1 ? words.yourTurnStop : words.yourTurnMustStop)(word)
  if (again) return both(again)
  return view.claim && view.claim.seat !== view.seat ? words.yourTurnClaim(view.claim.count) : words.yourTurn
}
