// Everything at the table from the keyboard; the keys of the cards themselves belong to the hand.

import { SUITS } from '../lib/cards'
import type { Game } from './game.svelte'

export interface Elsewhere {
  hand(): void
  help(): void
  log(): void
}

export function tableKeys(event: KeyboardEvent, game: Game, elsewhere: Elsewhere): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('dialog, input, textarea, select')) return
  if (act(event.key, target, game, elsewhere)) event.preventDefault()
}

function act(key: string, target: Element | null, game: Game, elsewhere: Elsewhere): boolean {
  switch (key.toLowerCase()) {
    case 'escape':
      return game.cancel()
    case 'd':
      game.sayWord()
      return true
    case 'c':
      game.check()
      return true
    case 'h':
      void game.askHint()
      return true
    case 'u':
      void game.undo()
      return true
    case 'r':
      game.nextOrder()
      return true
    case 'l':
      elsewhere.log()
      return true
    case '?':
      elsewhere.help()
      return true
    case 'enter':
      // On a button or a card Enter is theirs; anywhere else it lays what is chosen.
      if (target?.closest('button, a')) return false
      game.confirm()
      return true
    case 'arrowleft':
    case 'arrowright':
      if (target?.closest('.hand, ol, [role=radiogroup]')) return false
      elsewhere.hand()
      return true
    default:
      return digit(Number(key), game)
  }
}

/** A digit answers the question that is open: which suit, or whom to return. */
function digit(number: number, game: Game): boolean {
  if (!Number.isInteger(number) || number < 1) return false
  const { suits, backs } = game.questions
  const suit = SUITS[number - 1]
  if (suit && suits.includes(suit)) game.answerSuit(suit)
  else if (backs[number - 1] !== undefined) game.answerBack(backs[number - 1]!)
  else return false
  return true
}
