import { describe, expect, it } from 'vitest'
import type { CardEvent, Line, View } from '../../src/lib/protocol'
import { Sequence } from '../../src/table/sequence'
import { stepsOf, type Step } from '../../src/table/steps'
import { atOnce, TableState, type Stage } from '../../src/table/tableState.svelte'
import { happened, moved, situation, table, view, welcome } from './canned'

const settled = () => new Promise((done) => setTimeout(done))
const codes = (state: TableState) => state.hand.map((card) => card.code).join(' ')

describe('the numbers of events', () => {
  it('come out in order, once', () => {
    const sequence = new Sequence(5)
    const numbers = (n: number) => sequence.take(happened(n)).map((event) => event.n)
    expect([numbers(7), sequence.gap, numbers(6), numbers(6), numbers(4), sequence.gap]).toEqual([
      [],
      true,
      [6, 7],
      [],
      [],
      false,
    ])
  })
  it('before the first snapshot nothing is taken', () => {
    expect(new Sequence().take(happened(0))).toEqual([])
  })
})

describe('steps', () => {
  const does = (steps: Step[]) => steps.map((step) => step.does)
  it('of a lay that finishes', () => {
    const event = happened(6, { what: moved(1, 'b8 h8'), view: view({ out: { '1': 'returnable' } }) })
    expect(does(stepsOf(event, view()))).toEqual(['lay', 'finish', 'pass'])
  })
  it('of a draw in the middle of which the pile is turned over', () => {
    const events = [
      { kind: 'draw', seat: 0, count: 2, cards: ['h8', 'h9'] },
      { kind: 'turn', seat: null, count: 9, cards: null },
      { kind: 'draw', seat: 0, count: 1, cards: ['hX'] },
    ] as const
    const event = happened(6, {
      what: moved(
        0,
        'draw',
        events.map((one) => ({ ...one, cards: one.cards ? [...one.cards] : null })),
      ),
      view: view(),
    })
    expect(does(stepsOf(event, view()))).toEqual(['draw', 'turnOver', 'draw', 'pass'])
  })
  it('of a return: the red seven, then the cards of the one who comes back', () => {
    const draw = { kind: 'draw' as const, seat: 2, count: 3, cards: null }
    const steps = stepsOf(
      happened(6, { what: moved(0, 'h7^2', [draw]), view: view() }),
      view({ out: { '2': 'returnable' } }),
    )
    expect(does(steps)).toEqual(['lay', 'draw', 'pass'])
  })
  it('of the deal: as many rounds as the longest hand, from the first seat on', () => {
    const steps = stepsOf(
      happened(6, { what: { type: 'dealt', game: 1, first: 1, events: [] }, view: view() }),
      null,
    )
    expect(does(steps)).toEqual(['clear', 'deal', 'deal', 'deal', 'deal', 'start', 'pass'])
    expect(steps[1]).toEqual({ does: 'deal', seats: [1, 2, 0], card: 'b8' })
    expect(steps[4]).toEqual({ does: 'deal', seats: [2], card: null })
  })
})

describe('the table', () => {
  it('shows the snapshot', () => {
    const state = new TableState()
    state.welcome(welcome())
    expect([codes(state), state.live, state.last]).toEqual(['h7 l8 b8', true, 5])
  })
  it('shows the steps of an event before its view', async () => {
    const seen: string[] = []
    const stage: Stage = {
      play: async (step, state, leave, arrive) => {
        leave()
        const flying = state.view as View
        seen.push(`${step.does}: ${flying.hand.join(' ')} | ${flying.pile.join(' ')}`)
        arrive()
        seen.push(`${step.does}: ${flying.hand.join(' ')} | ${(state.view as View).pile.join(' ')}`)
      },
    }
    const state = new TableState(stage)
    state.welcome(welcome())
    const after = view({ hand: ['h7', 'l8'], pile: ['b9', 'b8'], sizes: [2, 2, 4], turn: 1, moves: [] })
    state.happened(happened(6, { what: moved(0, 'b8'), view: after }))
    await settled()
    expect(seen.slice(0, 2)).toEqual(['lay: h7 l8 | b9', 'lay: h7 l8 | b9 b8'])
    expect([codes(state), state.live, state.busy]).toEqual(['h7 l8', false, false])
  })
  it('offers nothing while something moves', async () => {
    let land = () => {}
    const stage: Stage = { play: () => new Promise((done) => (land = () => done())) }
    const state = new TableState(stage)
    state.welcome(welcome())
    state.happened(happened(6, { what: moved(2, 'draw'), view: view() }))
    expect(state.live).toBe(false)
    land()
    await settled()
    expect(state.live).toBe(true)
  })
  it('adds up over a whole deal', async () => {
    const stages: [number, number, number][] = []
    const stage: Stage = {
      play: async (_step, state, leave, arrive) => {
        leave()
        arrive()
        const { stock_size, sizes, pile_size } = state.view!
        stages.push([stock_size, sizes.reduce((a, b) => a + b), pile_size])
      },
    }
    const state = new TableState(stage)
    state.welcome(welcome({ view: null }))
    state.happened(happened(6, { what: { type: 'dealt', game: 1, first: 0, events: [] }, view: view() }))
    await settled()
    expect(new Set(stages.map(([stock, hands, pile]) => stock + hands + pile))).toEqual(new Set([32]))
    expect(codes(state)).toBe('h7 l8 b8')
  })
  it('shows what was missed after a reconnect, one after another', async () => {
    const state = new TableState()
    state.welcome(welcome())
    const line = (n: number): Line => ({
      n,
      kind: 'move',
      by: 'bot',
      seat: 1,
      en: `line ${n}`,
      sk: `riadok ${n}`,
      pieces: null,
    })
    state.welcome(
      welcome({
        n: 7,
        missed: [happened(6, { line: line(6) }), happened(7, { line: line(7), view: view({ turn: 2 }) })],
      }),
    )
    await settled()
    expect([state.last, state.lines.map((one) => one.n), state.view?.turn]).toEqual([7, [6, 7], 2])
  })
  it('jumps to the present when too much was missed', () => {
    const state = new TableState()
    state.welcome(welcome())
    state.welcome(welcome({ n: 90, view: view({ hand: ['aA'] }) }))
    expect([state.last, codes(state)]).toEqual([90, 'aA'])
  })
  it('a snapshot ends whatever was being shown', async () => {
    let land = () => {}
    const stage: Stage = { play: () => new Promise((done) => (land = () => done())) }
    const state = new TableState(stage)
    state.welcome(welcome())
    state.happened(happened(6, { what: moved(1, 'b8'), view: view({ hand: ['h7'] }) }))
    state.welcome(welcome({ n: 90, view: view({ hand: ['aA'] }) }))
    land()
    await settled()
    expect(codes(state)).toBe('aA')
  })
  it('remembers who stood on an ace until his turn, and who asked for the suit', async () => {
    const state = new TableState()
    state.welcome(welcome())
    state.happened(
      happened(6, {
        what: moved(1, 'lO=h'),
        view: view({ turn: 2, situation: situation({ declared: true }) }),
      }),
    )
    state.happened(happened(7, { what: moved(2, 'stand'), view: view({ turn: 0 }) }))
    await settled()
    expect([[...state.stood], state.askedBy]).toEqual([[2], 1])
    state.happened(happened(8, { what: moved(1, 'draw'), view: view({ turn: 2 }) }))
    await settled()
    expect([...state.stood]).toEqual([])
  })
  it('knows that cards laid in vain ask for nothing', async () => {
    const state = new TableState()
    state.welcome(welcome())
    const events = [{ kind: 'foul' as const, seat: 1, count: 1, cards: ['lO' as const] }]
    state.happened(
      happened(6, { what: { ...moved(1, 'lO=h', events), foul: true }, view: view({ turn: 2 }) }),
    )
    await settled()
    expect([state.askedBy, state.view?.pile]).toEqual([null, ['b9']])
  })
  it('keeps the secret of the finished deal when the next one is promised', async () => {
    const state = new TableState()
    state.welcome(welcome())
    const fair = {
      game: 1,
      commitment: 'c',
      seals: [],
      opening: false,
      salts: [],
      secret: 's',
      label: 'l',
      people: [],
      deck: [],
      shuffles: [],
      lot: null,
    }
    state.happened(happened(6, { fair }))
    state.happened(happened(7, { fair: { ...fair, game: 2, secret: null, deck: null } }))
    await settled()
    expect([state.revealed?.game, state.fair?.game]).toEqual([1, 2])
  })
  it('tells who is here', () => {
    const state = new TableState(atOnce)
    state.welcome(welcome({ table: table() }))
    state.presence({ type: 'presence', seat: 1, connected: false })
    expect(state.table?.seats.map((seat) => seat.connected)).toEqual([true, false, true])
  })
  it('keeps the order made by hand, and new cards come to the end', async () => {
    const state = new TableState()
    state.welcome(welcome())
    state.arrange(state.hand[2]!.key, 0)
    expect(codes(state)).toBe('b8 h7 l8')
    const draw: CardEvent = { kind: 'draw', seat: 0, count: 1, cards: ['hA'] }
    state.happened(
      happened(6, { what: moved(0, 'draw', [draw]), view: view({ hand: ['b8', 'h7', 'l8', 'hA'] }) }),
    )
    await settled()
    expect(codes(state)).toBe('b8 h7 l8 hA')
    state.sort('value')
    expect(codes(state)).toBe('h7 l8 b8 hA')
  })
})
