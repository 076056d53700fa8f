import { describe, expect, it } from 'vitest'
import { commitment, fairDeal, verifyDeal } from '../src/lib/fair'

describe('the fair deal', () => {
  const secret = '00'.repeat(32)
  const label = 'faraon deal 1 abc 1'

  it('agrees with the test vector of the server', () => {
    expect(commitment(secret)).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
    const deal = fairDeal(secret, label, ['', 'x'], 1)
    expect(deal.deck.slice(0, 5)).toEqual(['b7', 'hK', 'bO', 'bA', 'a8'])
    expect([deal.chance, deal.lot]).toEqual([1622720944, 825549819])
    expect(new Set(deal.deck).size).toBe(32)
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

  it('tells a broken promise from a false deck', () => {
    const deck = fairDeal(secret, label, ['', 'x'], 2).deck
    const fair = { game: 1, commitment: commitment(secret), salts: ['', 'x'], secret, label, deck }
    expect(verifyDeal(fair)).toEqual({ promised: true, dealt: true })
    expect(verifyDeal({ ...fair, commitment: commitment('11'.repeat(32)) })).toEqual({
      promised: false,
      dealt: true,
    })
    expect(verifyDeal({ ...fair, salts: ['', 'y'] })).toEqual({ promised: true, dealt: false })
    expect(verifyDeal({ ...fair, secret: 'no number' })).toEqual({ promised: false, dealt: false })
    expect(verifyDeal({ ...fair, secret: null })).toBeNull()
  })

  it('knows a smaller deck by its cards', () => {
    const pack = ['h7', 'l7', 'h8', 'l8', 'hU', 'lU'] as const
    const deck = fairDeal(secret, label, [''], 1, pack).deck
    const fair = { game: 1, commitment: commitment(secret), salts: [''], secret, label, deck }
    expect(deck.toSorted()).toEqual(pack.toSorted())
    expect(verifyDeal(fair)?.dealt).toBe(true)
    expect(verifyDeal({ ...fair, deck: deck.toReversed() })?.dealt).toBe(false)
  })
})
