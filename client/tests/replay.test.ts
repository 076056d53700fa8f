import { describe, expect, it } from 'vitest'
import type { Frame, Situation } from '../src/lib/protocol'
import { NOTHING_HOLDS } from '../src/lib/situation'
import {
  around,
  cardCounts,
  marks,
  momentOf,
  nextMark,
  previousMark,
  shownMarks,
  spread,
} from '../src/replay/moments'

function frame(change: Partial<Frame>, situation: Partial<Situation> = {}): Frame {
  return {
    hands: [['h7'], ['b8', 'b9']],
    pile: ['hX'],
    stock: [],
    turn: 0,
    situation: { ...NOTHING_HOLDS, suit: 'h', ...situation },
    out: {},
    over: false,
    loser: null,
    drawn: false,
    places: [],
    what: { type: 'moved', seat: 1, move: 'hX', by: 'bot', foul: false, events: [], facts: [] },
    line: { n: 1, kind: 'move', by: null, seat: 1, en: '', sk: '', pieces: null },
    document: null,
    ...change,
  }
}

describe('the moments of a game', () => {
  const frames = [
    frame({}),
    frame({ turn: 1 }, { debt: 3 }),
    frame({ turn: 0 }, { debt: 6 }),
    frame({ turn: 1 }),
    frame({ turn: 0 }, { stop: 1 }),
    frame({ turn: 1 }, { declared: true, suit: 'b' }),
    frame({ turn: 0 }, { declared: true, suit: 'b' }),
    frame({ turn: 1, out: { 0: 'returnable' } }),
    frame({ turn: 0, out: {} }),
  ]
  const found = marks(frames)

  it('are marked where something changed that a player remembers', () => {
    expect(found.map((one) => [one.at, one.kind, one.seat])).toEqual([
      [1, 'debt', 1],
      [2, 'debt', 0],
      [4, 'stop', 0],
      [5, 'suit', 1],
      [7, 'out', 0],
      [8, 'returned', 0],
    ])
  })

  it('can be jumped between', () => {
    expect([nextMark(found, 0, 8), nextMark(found, 2, 8), nextMark(found, 8, 8)]).toEqual([1, 4, 8])
    expect([previousMark(found, 8), previousMark(found, 4), previousMark(found, 1)]).toEqual([7, 2, 0])
  })

  it('are thinned so that their words have room, endings first', () => {
    const shown = shownMarks(found, 8, 3)
    expect(shown.map((one) => one.at)).toEqual([1, 4, 7])
    expect(shown.at(-1)?.kind).toBe('out')
  })

  it('are found from a shared address', () => {
    expect([
      momentOf('?move=5', 8),
      momentOf('?move=99', 8),
      momentOf('?move=-1', 8),
      momentOf('?move=x', 8),
      momentOf('', 8),
    ]).toEqual([5, 8, 0, 0, 0])
  })
})

describe('the replay', () => {
  it('counts the cards of each seat', () => {
    expect(cardCounts([frame({}), frame({ hands: [[], ['b8']] })])).toEqual([
      [1, 0],
      [2, 1],
    ])
    expect(cardCounts([])).toEqual([])
  })

  it('seats the others clockwise from the left', () => {
    expect(around(4, 2)).toEqual([3, 0, 1])
    expect(around(2, 0)).toEqual([1])
  })

  it('pushes labels apart in their order', () => {
    expect(spread([10, 12, 50, 11], 14)).toEqual([10, 38, 52, 24])
  })
})
