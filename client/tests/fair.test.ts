import { describe, expect, it } from 'vitest'
import {
  commitment,
  dealtTo,
  drawnByLot,
  fairDeal,
  fairShuffle,
  newSalt,
  packOf,
  sealOf,
} from '../src/lib/fair'

const secret = '00'.repeat(32)
const source = { secret, label: 'faraon deal 2 abc 1', salts: ['', 'x'] }

describe('the fair deal', () => {
  it('agrees with the test vectors of the server', () => {
    expect(commitment(secret)).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
    const deal = fairDeal(source, 1)
    expect(deal.deck.slice(0, 5)).toEqual(['l9', 'a9', 'bU', 'l8', 'b9'])
    expect(deal.lot).toBe(3453355340)
    expect(new Set(deal.deck).size).toBe(32)
    const turned = ['lK', 'h7', 'aX', 'b9', 'hO', 'l8'] as const
    expect(fairShuffle(source, 1, turned).join(' ')).toBe('h7 l8 hO aX b9 lK')
    expect(fairShuffle(source, 2, turned).join(' ')).toBe('hO h7 l8 aX lK b9')
    expect(sealOf(source.label, 1, 'x')).toBe(
      '96a6cd05ac04353045e475cfa0c75ad20ae5aa1f18ccc802367de1ae56b13add',
    )
    expect([0, 1, 2, 3, 4, 5].map((lot) => drawnByLot(lot, 3))).toEqual([1, 1, 0, 1, 1, 2])
  })

  it('knows the first scheme', () => {
    const deal = fairDeal({ ...source, label: 'faraon deal 1 abc 1' }, 1)
    expect(deal.deck.slice(0, 5)).toEqual(['b7', 'hK', 'bO', 'bA', 'a8'])
    expect(deal.lot).toBe(825549819)
  })

  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(119), '31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb'],
  ])('promises with the SHA-256 of the standard: %s', (message, digest) => {
    const bytes = [...new TextEncoder().encode(message)]
    expect(commitment(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''))).toBe(digest)
  })

  it('goes out card by card from the seat that starts, and skips who has enough', () => {
    const deck = fairDeal(source, 1).deck
    expect(dealtTo(deck, [2, 1, 2], 1, 1)).toEqual([deck[0]])
    expect(dealtTo(deck, [2, 1, 2], 1, 2)).toEqual([deck[1], deck[3]])
    expect(dealtTo(deck, [2, 1, 2], 1, 0)).toEqual([deck[2], deck[4]])
  })

  it('has a new text every time, as the server takes it', () => {
    expect(newSalt()).toMatch(/^[0-9a-f]{32}$/)
    expect(newSalt()).not.toBe(newSalt())
  })

  it('knows a smaller deck by its cards', () => {
    const pack = ['h7', 'l7', 'h8', 'l8', 'hU', 'lU'] as const
    const { deck } = fairDeal(source, 2, pack)
    expect(deck).toHaveLength(12)
    expect(packOf(deck)).toEqual(pack)
  })
})
