/**
 * The fair deal, computed again from what the server revealed after the game. The construction is
 * described in `src/faraon/server/table/fair.py`; this is a second, independent implementation of it.
 * The browser's own SHA-256 is missing on pages without https, and a game in the local network is such a page.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { SUITS, VALUES } from './cards'
import type { Card } from './protocol'

const WORDS = 2n ** 64n
const SALT_BYTES = 16
const encode = (text: string) => new TextEncoder().encode(text)

/** All cards, in the order of the pack. */
const CARDS = VALUES.flatMap((value) => SUITS.map((suit): Card => `${suit}${value}`))

export interface FairDeal {
  deck: Card[]
  lot: number
}

/** The cards of one pack, in their order: a rulebook may play with some of them only. */
export function packOf(deck: readonly Card[]): Card[] {
  const dealt = new Set(deck)
  return CARDS.filter((card) => dealt.has(card))
}

/** What the deal and the shuffles of one game follow from. */
export interface Source {
  secret: string
  label: string
  salts: readonly string[]
}

/** Deals of the first scheme had salts without seals, and another word before the lot. */
export const isOld = (label: string): boolean => label.startsWith('faraon deal 1 ')

export function commitment(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** What is published of a salt before it is opened; a seat of the table. */
export function sealOf(label: string, seat: number, salt: string): string {
  return bytesToHex(sha256(encode(`${label}\n${seat}\n${salt}`)))
}

export function newSalt(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
}

export function fairDeal(source: Source, packs: number, pack: readonly Card[] = CARDS): FairDeal {
  const words = wordsOf(source)
  const deck = shuffled(Array.from({ length: packs }, () => pack).flat(), words)
  if (isOld(source.label)) words.next()
  return { deck, lot: Number(words.next().value >> 32n) }
}

/** The new order of the turned pile, for the shuffle of this number (from 1). */
export function fairShuffle(source: Source, number: number, turned: readonly Card[]): Card[] {
  const order = [...turned].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other))
  return shuffled(order, wordsOf(source, `shuffle ${number}`))
}

/** Which of so many the lot chooses. */
export function drawnByLot(lot: number, many: number): number {
  let mixed = (lot + 0x9e3779b9) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  mixed ^= mixed >>> 15
  return ((mixed >>> 16) * many) >>> 16
}

/** The first hand of a seat: card by card, clockwise from the seat that starts; who has enough is skipped. */
export function dealtTo(
  deck: readonly Card[],
  sizes: readonly number[],
  first: number,
  seat: number,
): Card[] {
  const hand: Card[] = []
  let at = 0
  for (let round = 0; round < Math.max(...sizes); round++)
    for (let step = 0; step < sizes.length; step++) {
      const to = (first + step) % sizes.length
      if (round >= sizes[to]!) continue
      if (to === seat) hand.push(deck[at]!)
      at++
    }
  return hand
}

function* wordsOf(source: Source, ...more: string[]): Generator<bigint, never> {
  const key = hexToBytes(source.secret)
  for (let number = 0; ; number++) {
    const message = [source.label, ...source.salts, ...more, number].join('\n')
    const block = hmac(sha256, key, encode(message))
    const view = new DataView(block.buffer, block.byteOffset)
    for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at)
  }
}

function shuffled(cards: Card[], words: Generator<bigint, never>): Card[] {
  for (let k = cards.length - 1; k > 0; k--) {
    const size = BigInt(k + 1)
    const limit = WORDS - (WORDS % size)
    let word = words.next().value
    while (word >= limit) word = words.next().value
    const other = Number(word % size)
    ;[cards[k], cards[other]] = [cards[other]!, cards[k]!]
  }
  return cards
}
