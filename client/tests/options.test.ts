import { describe, expect, it } from 'vitest'
import { learned, searching, usualLevel } from '../src/lib/levels'
import { choose, clampedTo, inOrder, isSwitch, valueOf } from '../src/lib/options'
import type { Option, TableInfo } from '../src/lib/protocol'
import { freeSeats, others } from '../src/lib/tables'

const text = { en: 'x', sk: 'x' }
const option = (name: string, values: (string | number)[]): Option => ({
  name,
  paragraph: '§4',
  title: text,
  asks: text,
  default: values[0]!,
  values: values.map((value) => ({ value, says: text })),
  range: null,
})

describe('the options of a table', () => {
  const burned = option('burned', ['on', 'off'])
  const cards = option('seven_cards', [3, 2])

  it('are a switch when they are a plain yes or no', () => {
    expect([
      isSwitch(burned),
      isSwitch(cards),
      isSwitch(option('groups', ['on', 'off', 'except_aces'])),
    ]).toEqual([true, false, false])
  })

  it('are sent only when they differ from the rulebook', () => {
    const once = choose({}, cards, 2)
    expect(once).toEqual({ seven_cards: 2 })
    expect([valueOf(cards, once), valueOf(burned, once)]).toEqual([2, 'on'])
    expect(choose(once, cards, 3)).toEqual({})
  })

  it('are offered in the order of numbers, whatever the default', () => {
    const values = (one: Option) => inOrder(one).map(({ value }) => value)
    expect(values(option('hand_size', [5, 4, 6, 7]))).toEqual([4, 5, 6, 7])
    expect(values(option('groups', ['on', 'off', 'except_aces']))).toEqual(['on', 'off', 'except_aces'])
  })

  it('keep numbers in their range', () => {
    expect([
      clampedTo([1, 10], 50),
      clampedTo([1, 10], -3),
      clampedTo([1, 10], 4.4),
      clampedTo([1, 10], NaN),
    ]).toEqual([10, 1, 4, 1])
  })
})

describe('levels and seats', () => {
  it('offer the chosen level, else the middle one', () => {
    const levels = ['easy', 'medium', 'hard'].map((name) => ({
      name,
      title: text,
      searches: false,
      learned: false,
    }))
    expect([usualLevel(levels, 'hard'), usualLevel(levels, 'gone'), usualLevel([], '')]).toEqual([
      'hard',
      'medium',
      '',
    ])
  })

  it('tell whether a bot was chosen that searches, or one that has learned the rules', () => {
    const levels = ['easy', 'hard', 'best'].map((name) => ({
      name,
      title: text,
      searches: name !== 'easy',
      learned: name === 'best',
    }))
    const bot = (level: string) => ({ kind: 'bot' as const, level })
    expect([
      searching(levels, [bot('easy'), { kind: 'open' }]),
      searching(levels, [{ kind: 'open' }, bot('hard')]),
      searching(levels, [bot('gone')]),
    ]).toEqual([false, true, false])
    expect([
      learned(levels, [bot('hard'), { kind: 'open' }]),
      learned(levels, [bot('hard'), bot('best')]),
    ]).toEqual([false, true])
  })

  it('are told clockwise from my left, empty ones apart', () => {
    const seat = (kind: 'person' | 'bot' | 'open' | 'closed', name: string) => ({
      kind,
      name,
      level: null,
      connected: true,
      stand_in: false,
      host: false,
    })
    const table = {
      seats: [
        seat('person', 'A'),
        seat('open', ''),
        seat('bot', 'B'),
        seat('closed', ''),
        seat('person', 'C'),
      ],
    } as TableInfo
    expect(others(table, 2).map((one) => one.name)).toEqual(['C', 'A'])
    expect(others(table, null).map((one) => one.name)).toEqual(['A', 'B', 'C'])
    expect(freeSeats(table).map((one) => one.number)).toEqual([1])
  })
})
