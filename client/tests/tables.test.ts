import { describe, expect, it } from 'vitest'
import type { Seat } from '../src/lib/protocol'
import { hintsAgreed } from '../src/lib/tables'
import { table } from './table/canned'

const seats = (...kinds: Seat['kind'][]): Seat[] =>
  kinds.map((kind) => ({
    kind,
    name: kind,
    level: null,
    connected: true,
    stand_in: false,
    host: false,
    ready: false,
  }))

describe('hints', () => {
  it('are worth telling where people play against each other', () => {
    expect(hintsAgreed(table({ hints: true, seats: seats('person', 'person') }))).toBe(true)
    expect(hintsAgreed(table({ hints: true, seats: seats('person', 'open', 'bot') }))).toBe(true)
    expect(hintsAgreed(table({ hints: false, seats: seats('person', 'person') }))).toBe(false)
  })
  it('are a matter of course against bots', () => {
    expect(hintsAgreed(table({ hints: true, seats: seats('person', 'bot', 'closed') }))).toBe(false)
  })
})
