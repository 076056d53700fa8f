import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sealOf } from '../../src/lib/fair'
import { noted } from '../../src/lib/noted'
import type { Dealt, Fair, Status } from '../../src/lib/protocol'
import type { Answer, TableRequest } from '../../src/lib/requests'
import { Sealing } from '../../src/table/sealing'
import { happened, table, view, welcome } from './canned'

const label = 'faraon deal 2 T 1'
const coming = (more: Partial<Fair> = {}): Fair => ({
  game: 1,
  commitment: 'c'.repeat(64),
  seals: ['', '', ''],
  opening: false,
  salts: ['', '', ''],
  secret: null,
  label,
  people: [0],
  deck: null,
  shuffles: null,
  lot: null,
  ...more,
})

/** A page at seat 0, and what it asks of the server. */
function page(you: number | null = 0, answer: Partial<Answer> = { type: 'done' }) {
  const asked: TableRequest[] = []
  const alarm = vi.fn()
  const ask = (request: TableRequest) => {
    asked.push(request)
    return Promise.resolve({ id: 'x', n: 1, ...answer } as Answer)
  }
  const sealing = new Sealing(ask, alarm)
  const hear = (fair: Fair, status: Status) =>
    sealing.hear(welcome({ you, fair, table: table({ status }), view: null }))
  const seal = () => (asked.find((one) => one.type === 'seal') as { seal: string }).seal
  return { sealing, asked, alarm, hear, seal }
}

beforeEach(() => localStorage.clear())

describe('my own part in a deal', () => {
  it('is sealed once, when the promise is known', () => {
    const { asked, hear, seal } = page()
    hear(coming(), 'waiting')
    hear(coming({ seals: [seal(), '', ''] }), 'ready')
    expect(asked).toHaveLength(1)
    expect(noted(label)).toMatchObject({ commitment: 'c'.repeat(64), mine: { seat: 0, taken: false } })
    expect(seal()).toBe(sealOf(label, 0, noted(label)!.mine!.salt))
  })

  it('is opened when all seals are there, which are noted', async () => {
    const { asked, hear, seal } = page()
    hear(coming(), 'ready')
    const fair = coming({ opening: true, seals: [seal(), 'a', ''], people: [0, 1] })
    hear(fair, 'dealing')
    hear(fair, 'dealing')
    expect(asked.map((one) => one.type)).toEqual(['seal', 'salt'])
    expect(noted(label)?.sealed).toEqual({ seals: fair.seals, people: [0, 1] })
    await vi.waitFor(() => expect(noted(label)?.mine?.taken).toBe(true))
  })

  it('is not counted as taken when it came too late', async () => {
    const { sealing, hear, seal } = page(0, { type: 'refused' })
    hear(coming(), 'ready')
    hear(coming({ opening: true, seals: [seal(), '', ''] }), 'dealing')
    await sealing.sealed
    expect(noted(label)?.mine?.taken).toBe(false)
  })

  it('survives a reload of the page', () => {
    const before = page()
    before.hear(coming(), 'ready')
    const after = page()
    after.hear(coming({ seals: [before.seal(), '', ''] }), 'ready')
    expect(after.asked, 'it is sealed already').toEqual([])
    const again = page()
    again.hear(coming({ opening: true, seals: [before.seal(), '', ''] }), 'dealing')
    expect(again.asked).toEqual([{ type: 'salt', salt: noted(label)!.mine!.salt }])
  })

  it('is not shown while another seal stands in its place', () => {
    const { asked, hear } = page()
    hear(coming(), 'ready')
    hear(coming({ opening: true, seals: ['0'.repeat(64), '', ''] }), 'dealing')
    expect(asked.map((one) => one.type)).toEqual(['seal'])
  })

  it('is nothing for a spectator, who still notes the promise', () => {
    const { asked, hear } = page(null)
    hear(coming(), 'ready')
    hear(coming({ opening: true }), 'dealing')
    expect(asked).toEqual([])
    expect(noted(label)).toEqual({ label, commitment: 'c'.repeat(64) })
  })

  it('is not added to a game that is played', () => {
    const { asked, hear } = page()
    hear(coming({ salts: ['', 'x', ''] }), 'playing')
    expect(asked).toEqual([])
    expect(noted(label), 'and what is shown then is no promise').toBeUndefined()
  })
})

describe('a promise that changes', () => {
  it('raises the alarm once', () => {
    const { alarm, hear } = page()
    hear(coming(), 'ready')
    hear(coming({ commitment: 'd'.repeat(64) }), 'ready')
    hear(coming({ commitment: 'd'.repeat(64) }), 'playing')
    expect(alarm).toHaveBeenCalledTimes(1)
    expect(noted(label)?.changed).toBe(true)
  })
})

describe('my first cards', () => {
  it('are noted as they come', () => {
    const { sealing, hear } = page()
    hear(coming(), 'ready')
    const what: Dealt = { type: 'dealt', game: 1, first: 2, events: [] }
    sealing.hear(happened(6, { what, fair: coming(), table: table(), view: view() }))
    sealing.hear(happened(7, { what, fair: coming(), table: table(), view: view({ hand: [] }) }))
    expect(noted(label)?.cards).toEqual({
      hand: ['b8', 'h7', 'l8'],
      start: 'b9',
      seat: 0,
      first: 2,
      sizes: [3, 2, 4],
    })
  })
})
