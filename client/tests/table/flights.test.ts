import { describe, expect, it } from 'vitest'
import { FlightStage, pileOffset } from '../../src/table/flights.svelte'
import { arrived, leaving, type Step } from '../../src/table/steps'
import { TableState } from '../../src/table/tableState.svelte'
import { view, welcome } from './canned'

const STEPS: Step[] = [
  { does: 'clear', view: view({ hand: [] }) },
  { does: 'deal', seats: [1, 2, 0], card: 'hA' },
  { does: 'start', card: 'aK' },
  { does: 'lay', seat: 0, cards: ['b8', 'l8'] },
  { does: 'lay', seat: 2, cards: ['h9'] },
  { does: 'draw', seat: 0, count: 2, cards: ['hA', 'hK'] },
  { does: 'draw', seat: 1, count: 9, cards: null },
  { does: 'turnOver', count: 5, shuffled: true },
  { does: 'show', cards: ['h7'] },
  { does: 'takeBack', seat: 0, cards: ['b9'] },
  { does: 'finish', seat: 1 },
  { does: 'over' },
  { does: 'pass' },
]

describe('cards in the air', () => {
  for (const step of STEPS) {
    it(`${step.does}: leave once, arrive once, and land`, async () => {
      const stage = new FlightStage(() => 0.01)
      const state = new TableState()
      state.welcome(welcome())
      const order: string[] = []
      await stage.play(
        step,
        state,
        () => order.push('leave') && (state.view = leaving(state.view!, step)),
        () => order.push('arrive') && (state.view = arrived(state.view!, step)),
      )
      expect(order).toEqual(['leave', 'arrive'])
      expect([
        stage.flights.length,
        stage.hidden.size,
        stage.incoming,
        stage.shown.length,
        stage.finished,
      ]).toEqual([0, 0, 0, 0, null])
    })
  }
  it('nobody waits who wishes no motion', async () => {
    const stage = new FlightStage(() => 0)
    const state = new TableState()
    state.welcome(welcome())
    const order: string[] = []
    const done = stage.play(
      STEPS[3]!,
      state,
      () => order.push('leave'),
      () => order.push('arrive'),
    )
    expect([order, stage.flights]).toEqual([['leave', 'arrive'], []])
    await done
  })
  it('the pile lies fanned to the left', () => {
    expect([pileOffset(0, 30), pileOffset(2, 30)]).toEqual([
      { x: -0, y: 0, angle: 2 },
      { x: -60, y: 6, angle: -6 },
    ])
  })
})
