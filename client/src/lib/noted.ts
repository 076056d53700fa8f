/**
 * What this browser was shown before a deal, and what it added to it. It stays here, so that the server cannot
 * tell another story after the game, not even to a page that was loaded again.
 */
import type { Card, Fair } from './protocol'

/** My first cards, as I was dealt them; seats of the game. */
export interface FirstCards {
  hand: Card[]
  start: Card
  seat: number
  first: number
  sizes: number[]
}

export interface Noted {
  label: string
  /** The promise, as it was first shown. */
  commitment: string
  /** Another promise was shown for the same deal later. */
  changed?: boolean
  /** What I sealed, for which seat of the table, and whether the server took it when it was opened. */
  mine?: { seat: number; salt: string; taken: boolean }
  /** Everybody's seals, and who was there, when I was asked to open mine. */
  sealed?: { seals: string[]; people: number[] }
  cards?: FirstCards
}

const KEY = 'faraon.deals'
const MOST = 100

export function noted(label: string): Noted | undefined {
  return all().find((one) => one.label === label)
}

/** Notes the promise of a deal, once; what is noted already stays. */
export function notePromise(fair: Fair): Noted {
  const known = noted(fair.label)
  if (!known) return note({ label: fair.label, commitment: fair.commitment })
  if (known.changed || known.commitment === fair.commitment) return known
  return note({ ...known, changed: true })
}

/** The newest come first; the oldest fall out. */
export function note(one: Noted): Noted {
  const rest = all().filter((other) => other.label !== one.label)
  try {
    localStorage.setItem(KEY, JSON.stringify([one, ...rest].slice(0, MOST)))
  } catch {
    // storage is full or forbidden: then nothing is noted, and the verdict says so
  }
  return one
}

function all(): Noted[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isNoted) : []
  } catch {
    return []
  }
}

/** An older version or a curious visitor may have stored anything. */
function isNoted(one: Partial<Noted> | null): one is Noted {
  if (typeof one?.label !== 'string' || typeof one.commitment !== 'string') return false
  const { mine, sealed, cards } = one
  return (
    (mine === undefined || (typeof mine?.seat === 'number' && typeof mine.salt === 'string')) &&
    (sealed === undefined || (Array.isArray(sealed?.seals) && Array.isArray(sealed.people))) &&
    (cards === undefined || (Array.isArray(cards?.hand) && Array.isArray(cards.sizes)))
  )
}
