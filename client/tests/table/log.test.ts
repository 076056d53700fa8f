import { describe, expect, it } from 'vitest'
import type { Line } from '../../src/lib/protocol'
import { partsOf, rounds } from '../../src/table/log'

const line = (n: number, seat: number | null, more: Partial<Line> = {}): Line => ({
  n,
  kind: 'move',
  by: null,
  seat,
  en: '',
  sk: '',
  pieces: null,
  ...more,
})

describe('rounds', () => {
  const numbers = (seats: (number | null)[], order: number[]) =>
    rounds(
      seats.map((seat, n) => line(n, seat)),
      order,
    ).map((round) => `${round.number}:${round.lines.length}`)

  it('begin with the first of the order, after the deal', () => {
    expect(numbers([null, 1, 2, 0, 1, 2, 0, 1], [0, 1, 2])).toEqual(['0:1', '1:2', '2:3', '3:2'])
  })
  it('go on while somebody moves again, and without those who are out', () => {
    expect(numbers([null, 0, 0, 1, 2, 1, 2, 2, 1], [0, 1, 2])).toEqual(['0:1', '1:4', '2:3', '3:1'])
  })
  it('are not ended by what happens to the table', () => {
    expect(numbers([null, 0, null, 1], [0, 1])).toEqual(['0:1', '1:3'])
    const left = [line(0, null), line(1, 0), line(2, 1), line(3, 0, { kind: 'seat' }), line(4, 0)]
    expect(rounds(left, [0, 1]).map((round) => round.lines.length)).toEqual([1, 3, 1])
  })
})

describe('a line', () => {
  it('has its cards and names apart', () => {
    const pieces = [
      'Ema: ',
      { card: 'l7', called: null },
      ', ',
      { card: 'a7', called: null },
      ' – Emil stojí',
    ] as const
    const told = line(1, 1, { pieces: { en: [], sk: [...pieces] } })
    expect(
      partsOf(told, ['Em', 'Ema', 'Emil'], 'sk').map((part) =>
        part.kind === 'card' ? part.piece.card : [part.text],
      ),
    ).toEqual([['Ema'], [': '], 'l7', [' '], 'a7', [' – '], ['Emil'], [' stojí']])
  })
  it('is its words where it speaks of no card', () => {
    expect(partsOf(line(1, 0, { sk: 'Ema: ťahá' }), [], 'sk')).toEqual([{ kind: 'words', text: 'Ema: ťahá' }])
  })
})
