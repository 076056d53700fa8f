import { beforeEach, describe, expect, it } from 'vitest'
import { commitment, dealtTo, drawnByLot, fairDeal, fairShuffle, sealOf } from '../src/lib/fair'
import { note, noted, notePromise, type Noted } from '../src/lib/noted'
import type { Card, Fair } from '../src/lib/protocol'
import { verifyDeal, type Check } from '../src/lib/verify'

const label = 'faraon deal 2 abc 7'
const turned: Card[] = ['lK', 'h7', 'aX', 'b9', 'hO', 'l8']

/** A game of two people and a bot, dealt as it should be, and open. */
function dealt(secret = '11'.repeat(32), salts = ['mine', 'theirs', '']): Fair {
  const source = { secret, label, salts }
  const { deck, lot } = fairDeal(source, 1)
  return {
    game: 7,
    commitment: commitment(secret),
    seals: salts.map((salt, seat) => (salt ? sealOf(label, seat, salt) : '')),
    opening: false,
    salts,
    secret,
    label,
    people: [0, 1],
    deck,
    shuffles: [fairShuffle(source, 1, turned), fairShuffle(source, 2, turned)],
    lot: { seat: drawnByLot(lot, 3), players: 3 },
  }
}

/** What an attentive browser has noted of it. */
function seen(fair: Fair): Noted {
  return {
    label,
    commitment: fair.commitment,
    mine: { seat: 0, salt: fair.salts[0]!, taken: true },
    sealed: { seals: fair.seals, people: fair.people },
    cards: {
      hand: dealtTo(fair.deck!, [5, 5, 5], 1, 0).reverse(),
      start: fair.deck![15]!,
      seat: 0,
      first: 1,
      sizes: [5, 5, 5],
    },
  }
}

const wrong = (fair: Fair, before?: Noted): Check[] =>
  verifyDeal(fair, before)!
    .checks.filter((one) => one.right === false)
    .map((one) => one.check)

describe('what this browser verifies', () => {
  const fair = dealt()

  it('is fair if everything is as it was noted', () => {
    const found = verifyDeal(fair, seen(fair))!
    expect(found.verdict).toBe('fair')
    expect(found.checks.every((one) => one.right)).toBe(true)
  })

  it('waits for the secret', () => {
    expect(verifyDeal({ ...fair, secret: null })).toBeNull()
  })

  it('proves less where nothing was noted, or nothing of mine is in it', () => {
    expect(verifyDeal(fair)!.verdict).toBe('plain')
    const silent = dealt(undefined, ['', 'theirs', ''])
    const { mine: _, ...nothing } = seen(silent)
    expect(verifyDeal(silent, nothing)!.verdict).toBe('plain')
    const late = { ...seen(silent), mine: { seat: 0, salt: 'mine', taken: false } }
    expect(verifyDeal(silent, late)!.verdict, 'it may have come too late').toBe('plain')
  })

  it('tells what is wrong', () => {
    expect(wrong({ ...fair, secret: '22'.repeat(32) })).toContain('promise')
    expect(wrong({ ...fair, secret: 'no number' })).toEqual(['promise', 'deck'])
    expect(wrong({ ...fair, deck: [...fair.deck!].reverse() })).toEqual(['deck'])
    expect(wrong({ ...fair, deck: [] })).toContain('deck')
    expect(wrong({ ...fair, shuffles: [[...fair.shuffles![0]!].reverse()] })).toEqual(['shuffles'])
    expect(wrong({ ...fair, lot: { seat: (fair.lot!.seat + 1) % 3, players: 3 } })).toEqual(['lot'])
    expect(wrong({ ...fair, salts: ['mine', 'others', ''] })).toEqual(['sealed', 'deck', 'shuffles', 'lot'])
  })

  it('knows a smaller deck by its cards', () => {
    const pack = ['h7', 'l7', 'h8', 'l8', 'hU', 'lU'] as const
    const { deck } = fairDeal({ secret: fair.secret!, label, salts: fair.salts }, 1, pack)
    const small = { ...fair, deck, shuffles: [], lot: null }
    expect(wrong(small)).toEqual([])
    expect(wrong({ ...small, deck: deck.toReversed() })).toEqual(['deck'])
  })

  it('knows deals of the first scheme', () => {
    const old = 'faraon deal 1 abc 7'
    const { deck } = fairDeal({ secret: fair.secret!, label: old, salts: fair.salts }, 1)
    const found = verifyDeal({ ...fair, label: old, deck, seals: [], people: [], lot: null })!
    expect(found.verdict).toBe('plain')
    expect(found.checks.find((one) => one.check === 'sealed')?.right).toBeNull()
  })
})

describe('an operator who grinds', () => {
  const honest = dealt()

  /** Until my first card is a seven: an operator tries as often as it takes. */
  function ground(way: (tried: string) => Fair): Fair {
    for (let number = 0; ; number++) {
      const fair = way(number.toString(16).padStart(64, '0'))
      if (fair.deck![0]!.endsWith('7')) return fair
    }
  }

  it('cannot change the secret after the texts are open', () => {
    const fair = ground((tried) => dealt(tried))
    expect(wrong(fair), 'it agrees with itself').toEqual([])
    expect(wrong(fair, { ...seen(fair), commitment: honest.commitment })).toEqual(['noted'])
  })

  it('cannot promise once more', () => {
    const fair = dealt('33'.repeat(32))
    expect(wrong(fair, { ...seen(fair), changed: true })).toEqual(['noted'])
  })

  it('cannot add a text for a bot', () => {
    const fair = ground((tried) => dealt(undefined, ['mine', 'theirs', tried]))
    expect(wrong(fair)).toEqual(['sealed'])
    const { sealed } = seen(honest)
    expect(wrong({ ...fair, people: [0, 1, 2] }), 'it calls the bot a person').toEqual([])
    expect(wrong({ ...fair, people: [0, 1, 2] }, { ...seen(fair), sealed })).toEqual(['sealed'])
  })

  it('cannot change a text that was sealed', () => {
    const fair = ground((tried) => dealt(undefined, ['mine', tried, '']))
    expect(wrong({ ...fair, seals: honest.seals })).toEqual(['sealed'])
    expect(wrong(fair, { ...seen(fair), sealed: seen(honest).sealed! })).toEqual(['sealed'])
  })

  it('cannot drop my text, nor change it', () => {
    for (const salt of ['', 'another']) {
      const fair = dealt(undefined, [salt, 'theirs', ''])
      const before = { ...seen(fair), mine: { seat: 0, salt: 'mine', taken: true } }
      expect(wrong(fair, before)).toEqual(['mine'])
    }
  })

  it('cannot deal me other cards than it shows afterwards', () => {
    const before = seen(honest)
    const cards = { ...before.cards!, hand: [...before.cards!.hand.slice(1), honest.deck![20]!] }
    expect(wrong(honest, { ...before, cards })).toEqual(['cards'])
    expect(wrong(honest, { ...before, cards: { ...before.cards!, start: honest.deck![20]! } })).toEqual([
      'cards',
    ])
  })
})

describe('what is noted', () => {
  beforeEach(() => localStorage.clear())
  const coming = { ...dealt(), secret: null, deck: null }

  it('stays, and the first promise counts', () => {
    notePromise(coming)
    notePromise({ ...coming, commitment: 'another' })
    notePromise(coming)
    expect(noted(label)).toEqual({ label, commitment: coming.commitment, changed: true })
  })

  it('does not grow without end', () => {
    for (let n = 0; n < 130; n++) notePromise({ ...coming, label: `faraon deal 2 abc ${n}` })
    expect(JSON.parse(localStorage.getItem('faraon.deals')!)).toHaveLength(100)
    expect(noted('faraon deal 2 abc 129')).toBeDefined()
    expect(noted('faraon deal 2 abc 0')).toBeUndefined()
  })

  it('survives broken storage', () => {
    for (const broken of [
      '{',
      '3',
      '[null, 7, {"label": 1}]',
      `[{"label":"${label}","commitment":"c","mine":3}]`,
    ]) {
      localStorage.setItem('faraon.deals', broken)
      expect(noted(label)).toBeUndefined()
    }
    expect(note({ label, commitment: 'c' })).toEqual(noted(label))
  })
})
