/** Whether a deal is what was promised: with what the server says after the game, and what was noted before. */
import {
  commitment,
  dealtTo,
  drawnByLot,
  fairDeal,
  fairShuffle,
  isOld,
  packOf,
  sealOf,
  type Source,
} from './fair'
import type { Noted } from './noted'
import type { Fair } from './protocol'

/** What is looked at, in this order. */
export type Check = 'promise' | 'noted' | 'sealed' | 'mine' | 'deck' | 'cards' | 'shuffles' | 'lot'

export interface Verification {
  /** `null` where there is nothing to compare: the deal is not wrong, but proves less. */
  checks: { check: Check; right: boolean | null }[]
  /** `plain`: it adds up, but nothing of this browser's is in it. */
  verdict: 'fair' | 'plain' | 'wrong'
}

const SECRET = /^[0-9a-f]{64}$/i

/** `null` while the secret is still a secret. */
export function verifyDeal(fair: Fair, noted?: Noted): Verification | null {
  if (fair.secret === null || fair.deck === null) return null
  // A record from elsewhere may say anything.
  const pack = packOf(fair.deck)
  const packs = fair.deck.length / pack.length
  const readable = SECRET.test(fair.secret) && Number.isInteger(packs)
  const source: Source = { secret: fair.secret, label: fair.label, salts: fair.salts }
  const deal = readable ? fairDeal(source, packs, pack) : null
  const right: Record<Check, boolean | null> = {
    promise: readable && commitment(fair.secret) === fair.commitment,
    noted: noted ? noted.commitment === fair.commitment && !noted.changed : null,
    sealed: isOld(fair.label) ? null : sealsFit(fair, noted),
    mine: noted?.mine ? mineFits(fair, noted.mine) : null,
    deck: deal !== null && same(deal.deck, fair.deck),
    cards: noted?.cards ? cardsFit(fair.deck, noted.cards) : null,
    shuffles:
      readable && !isOld(fair.label) && fair.shuffles?.length ? shufflesFit(source, fair.shuffles) : null,
    lot: deal && fair.lot ? fair.lot.seat === drawnByLot(deal.lot, fair.lot.players) : null,
  }
  const checks = (Object.keys(right) as Check[]).map((check) => ({ check, right: right[check] }))
  const proves = right.noted && right.mine && right.sealed
  const verdict = checks.some((one) => one.right === false) ? 'wrong' : proves ? 'fair' : 'plain'
  return { checks, verdict }
}

/** Only people add something, only what they sealed, and only what was sealed before I opened mine. */
function sealsFit(fair: Fair, noted?: Noted): boolean {
  const before = noted?.sealed
  if (before && !(same(before.seals, fair.seals) && same(before.people, fair.people))) return false
  return fair.salts.every((salt, seat) => {
    const seal = fair.seals[seat] ?? ''
    if (seal && !fair.people.includes(seat)) return false
    return salt === '' || seal === sealOf(fair.label, seat, salt)
  })
}

/** A text that the server took must be there; one that came too late, or never arrived, may be missing. */
function mineFits(fair: Fair, { seat, salt, taken }: NonNullable<Noted['mine']>): boolean | null {
  if (fair.salts[seat] === salt) return true
  return taken ? false : null
}

function cardsFit(deck: Fair['deck'], cards: NonNullable<Noted['cards']>): boolean {
  const all = deck ?? []
  const dealt = cards.sizes.reduce((sum, size) => sum + size, 0)
  const mine = dealtTo(all, cards.sizes, cards.first, cards.seat)
  return same([...mine].sort(), [...cards.hand].sort()) && all[dealt] === cards.start
}

function shufflesFit(source: Source, shuffles: NonNullable<Fair['shuffles']>): boolean {
  return shuffles.every((order, k) => same(fairShuffle(source, k + 1, order), order))
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, k) => part === other[k])
}
