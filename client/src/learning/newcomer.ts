/** Who has neither played nor learned anything in this browser yet. */
import { doneLessons, mySeats } from '../lib/store'
import { results } from '../progress/results'

const KEY = 'faraon.tips'
/** So many games a visitor is shown how to play. */
const FIRST_GAMES = 2
/** The level that is offered to somebody who has not won or lost a game yet. */
export const GENTLE = 'novice'

interface Tips {
  /** What was told. */
  told: string[]
  /** They know how to play. */
  off: boolean
}

export function tips(): Tips {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const { told, off } = (found ?? {}) as Partial<Tips>
    return { told: Array.isArray(told) ? told : [], off: off === true }
  } catch {
    return { told: [], off: false }
  }
}

export function setTips(change: Partial<Tips>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...tips(), ...change }))
  } catch {
    // storage is full or forbidden: then it is told again
  }
}

export function isNewcomer(): boolean {
  return (
    !tips().off &&
    results().length === 0 &&
    doneLessons().length === 0 &&
    !mySeats().some((one) => !one.lesson)
  )
}

/** Unless they choose another, players meet the opponent of their last game; the first is one who makes mistakes. */
export function gentleLevel(): string {
  const played = results()
  return played.findLast((one) => one.level)?.level ?? (played.length === 0 ? GENTLE : '')
}

export function isBeginner(): boolean {
  return !tips().off && results().length < FIRST_GAMES
}
