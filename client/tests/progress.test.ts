import { beforeEach, describe, expect, it } from 'vitest'
import { winnersOf } from '../src/progress/note'
import {
  addResults,
  eraseResults,
  percent,
  readResult,
  results,
  shares,
  streak,
  unreadable,
  type Result,
} from '../src/progress/results'
import { match, table } from './table/canned'

const played = (n: number, more: Partial<Result> = {}): Result => ({
  id: `T${n}/1`,
  at: 1_790_000_000 + n,
  rulebook: 'classic',
  changed: 0,
  players: 2,
  people: 0,
  level: 'novice',
  outcome: 'won',
  moves: 20,
  ...more,
})
beforeEach(() => localStorage.clear())

describe('results', () => {
  it('are counted once, in the order of time', () => {
    expect(addResults([played(2), played(1)])).toBe(2)
    expect(addResults([played(1), played(3), played(3)])).toBe(1)
    expect(results().map((one) => one.id)).toEqual(['T1/1', 'T2/1', 'T3/1'])
    eraseResults()
    expect(results()).toEqual([])
  })

  it('become shares and streaks', () => {
    const all = [
      played(1),
      played(2, { level: 'player', outcome: 'lost' }),
      played(3),
      played(4, { level: 'player' }),
      played(5, { outcome: 'drawn' }),
    ]
    expect(shares(all, (one) => one.level)).toEqual([
      { name: 'novice', games: 3, won: 2 },
      { name: 'player', games: 2, won: 1 },
    ])
    expect(streak(all)).toEqual({ now: 0, best: 2 })
    expect(streak(all.slice(0, 4))).toEqual({ now: 2, best: 2 })
    expect([percent(2, 3), percent(0, 0)]).toEqual([67, 0])
  })

  it('that cannot be read are put aside, not lost', () => {
    localStorage.setItem('faraon.results', '[{"id": "T1/1", broken')
    expect(results()).toEqual([])
    expect(addResults([played(1)])).toBe(1)
    expect(unreadable()).toBe('[{"id": "T1/1", broken')
    expect(results()).toHaveLength(1)
  })

  it('with odd fields are none', () => {
    for (const odd of [
      null,
      7,
      {},
      { ...played(1), outcome: 'cheated' },
      { ...played(1), moves: -1 },
      { ...played(1), at: '2026' },
      { ...played(1), id: 'x'.repeat(99) },
      { ...played(1), players: 1e9 },
    ])
      expect(readResult(odd)).toBeNull()
    expect(readResult({ ...played(1), more: '<script>' })).toEqual(played(1))
  })
})

describe('my games', () => {
  it('tell who won', () => {
    const standing = (seat: number, losses: number) => ({
      seat,
      losses,
      cards: null,
      beggar: false,
      out: false,
      won: losses === 0,
    })
    const over = { over: true, standings: [standing(1, 0), standing(0, 1)], winners: [1] }
    const invitation = (more: Parameters<typeof match>[0]) => ({
      table: table(),
      match: match(more),
      turn: null,
      address: '',
      qr: '',
    })
    expect(winnersOf(invitation(over))).toEqual({ won: [1], lost: [0], drawn: false })
    const nobody = { over: true, standings: [standing(0, 0), standing(1, 0)], winners: [0, 1] }
    expect(winnersOf(invitation(nobody)).drawn).toBe(true)
    expect(winnersOf(invitation({ ...over, over: false })).won).toEqual([])
  })
})
