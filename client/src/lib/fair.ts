/**
 * The fair deal, computed again from what the server revealed after the game. The construction is
 * described in `src/faraon/server/table/fair.py`; this is a second, independent implementation of it.
 * The browser's own SHA-256 is missing on pages without https, and a game in the local network is such a page.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { SUITS, VALUES } from './cards'
import type { Card, Fair } from './protocol'

const WORDS = 2n ** 64n
const HEX = /^([0-9a-f]{2})*$/i
const CARDS = VALUES.flatMap((value) => SUITS.map((suit): Card => `${suit}${value}`))

export interface FairDeal {
  deck: Card[]
  chance: number
  lot: number
}

function* words(secret: string, message: string): Generator<bigint, never> {
  const key = hexToBytes(secret)
  for (let number = 0; ; number++) {
    const block = hmac(sha256, key, new TextEncoder().encode(`${message}\n${number}`))
    const view = new DataView(block.buffer, block.byteOffset)
    for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at)
  }
}

export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** `pack`: the cards of one pack in their order; a rulebook may play with some of them only. */
export function fairDeal(
  secret: string,
  label: string,
  salts: readonly string[],
  packs: number,
  pack: readonly Card[] = CARDS,
): FairDeal {
  const source = words(secret, [label, ...salts].join('\n'))
  const next = () => source.next().value
  const deck = Array.from({ length: packs }, () => pack).flat()
  for (let k = deck.length - 1; k > 0; k--) {
    const size = BigInt(k + 1)
    const limit = WORDS - (WORDS % size)
    let word = next()
    while (word >= limit) word = next()
    const other = Number(word % size)
    ;[deck[k], deck[other]] = [deck[other]!, deck[k]!]
  }
  const upper = () => Number(next() >> 32n)
  return { deck, chance: upper(), lot: upper() }
}

export interface Verification {
  /** The secret is the one that was promised before the deal. */
  promised: boolean
  /** The deck that was dealt follows from the secret and what the players added. */
  dealt: boolean
}

/** `null` while the secret is still a secret. */
export function verifyDeal(fair: Fair): Verification | null {
  if (fair.secret === null || fair.deck === null) return null
  if (!HEX.test(fair.secret)) return { promised: false, dealt: false } // a record from elsewhere may say anything
  const dealt = new Set(fair.deck)
  const pack = CARDS.filter((card) => dealt.has(card))
  const packs = fair.deck.length / Math.max(1, pack.length)
  const expected = fairDeal(fair.secret, fair.label, fair.salts, packs, pack).deck
  return {
    promised: commitment(fair.secret) === fair.commitment,
    dealt: expected.join(' ') === fair.deck.join(' '),
  }
}
