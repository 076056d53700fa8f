import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VERSION } from '../../src/lib/protocol'
import { Connection, type Link, type Told, type Wire } from '../../src/table/connection'
import { happened, welcome } from './canned'

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  closed = false
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    if (this.closed) return
    this.closed = true
    this.onclose?.()
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function setUp() {
  const wires: FakeWire[] = []
  const states: [Link, string][] = []
  const told: Told[] = []
  let last: number | null = null
  const connection = new Connection(
    'token',
    {
      last: () => last,
      told: (message) => {
        told.push(message)
        if (message.type === 'welcome' || message.type === 'happened') last = message.n
      },
      link: (state, why) => states.push([state, why]),
    },
    () => {
      wires.push(new FakeWire())
      return wires.at(-1)!
    },
    () => 1,
  )
  const open = () => {
    wires.at(-1)!.onopen?.()
    wires.at(-1)!.says(welcome())
    return wires.at(-1)!
  }
  return { connection, wires, states, told, open }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a connection', () => {
  it('says who it is first, and is told how things stand', () => {
    const { wires, told, open } = setUp()
    open()
    expect(wires[0]!.sent).toEqual([{ type: 'hello', version: VERSION, token: 'token', last: null }])
    expect(told.map((one) => one.type)).toEqual(['welcome'])
  })
  it('answers a request with the answer of the same id', async () => {
    const { connection, open } = setUp()
    const wire = open()
    const first = connection.request({ type: 'hint', position: 1 })
    const second = connection.request({ type: 'hint', position: 2 })
    const [, one, two] = wire.sent as { id: string }[]
    wire.says({ type: 'done', id: two!.id, n: 2 })
    wire.says({ type: 'done', id: one!.id, n: 1 })
    expect([await first, await second]).toMatchObject([{ n: 1 }, { n: 2 }])
  })
  it('sends what was not answered again, with the same id, after the welcome', async () => {
    const { connection, wires, open } = setUp()
    const wire = open()
    const answer = connection.request({ type: 'move', position: 1, move: 'b8' })
    wire.close()
    vi.advanceTimersByTime(400)
    wires[1]!.onopen?.()
    expect(wires[1]!.sent).toEqual([{ type: 'hello', version: VERSION, token: 'token', last: 5 }])
    wires[1]!.says(welcome())
    expect(wires[1]!.sent[1]).toEqual(wire.sent[1])
    wires[1]!.says({ type: 'done', id: wire.sent[1]!.id, n: 6 })
    expect(await answer).toMatchObject({ type: 'done' })
  })
  it('tries again ever more slowly, and at once when told to hurry', () => {
    const { connection, wires, states } = setUp()
    for (const wait of [300, 600, 1200]) {
      wires.at(-1)!.close()
      const before = wires.length
      vi.advanceTimersByTime(wait - 1)
      expect(wires.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(wires.length).toBe(before + 1)
    }
    wires.at(-1)!.close()
    connection.hurry()
    expect(wires.length).toBe(5)
    expect(states.at(-1)).toEqual(['lost', ''])
  })
  it('gives up a connection that has fallen silent', () => {
    const { wires, states, open } = setUp()
    const wire = open()
    vi.advanceTimersByTime(20_000)
    expect(wire.sent.at(-1)).toMatchObject({ type: 'ping' })
    wire.says({ type: 'pong', id: 'x' })
    vi.advanceTimersByTime(27_000)
    expect(states.at(-1)).toEqual(['open', ''])
    vi.advanceTimersByTime(1_000)
    expect(states.at(-1)).toEqual(['lost', ''])
    vi.advanceTimersByTime(300)
    expect(wires.length).toBe(2)
  })
  it('asks for a reload when the server speaks another version', () => {
    const { wires, states } = setUp()
    wires[0]!.onopen?.()
    wires[0]!.says({ type: 'refused', id: '', code: 'version', en: '', sk: '', reasons: [] })
    vi.advanceTimersByTime(60_000)
    expect([states.at(-1), wires.length]).toEqual([['reload', 'version'], 1])
  })
  it('does not come back to a table that is not there', () => {
    const { wires, states } = setUp()
    wires[0]!.onopen?.()
    wires[0]!.says({ type: 'refused', id: '', code: 'unknown-table', en: '', sk: '', reasons: [] })
    wires[0]!.onclose?.()
    vi.advanceTimersByTime(60_000)
    expect([states.at(-1), wires.length]).toEqual([['ended', 'unknown-table'], 1])
  })
  it('comes back after the server restarts', () => {
    const { wires, open } = setUp()
    open().says({ type: 'bye', why: 'restart' })
    vi.advanceTimersByTime(300)
    expect(wires.length).toBe(2)
  })
  it('passes events on', () => {
    const { told, open } = setUp()
    open().says(happened(6))
    expect(told.at(-1)).toMatchObject({ type: 'happened', n: 6 })
  })
})
