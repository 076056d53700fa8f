import { describe, expect, it } from 'vitest'
import { result } from '../../src/table/result'
import { match, view } from './canned'

const over = (more = {}) => view({ over: true, sizes: [0, 4, 0], places: [2, 0], loser: 1, ...more })

describe('the end of a game', () => {
  it('ranks those who finished first and the loser last', () => {
    expect(result(over(), match(), 0)).toEqual({
      kind: 'won',
      place: 2,
      loser: 1,
      order: [
        { seat: 2, place: 1, cards: 0 },
        { seat: 0, place: 2, cards: 0 },
        { seat: 1, place: 3, cards: 4 },
      ],
    })
  })
  it('tells the loser so', () => {
    expect(result(over(), match(), 1).kind).toBe('lost')
  })
  it('is a draw when the server says so, whoever has finished', () => {
    expect(result(over({ drawn: true, places: [2], loser: null }), match(), 2).kind).toBe('drawn')
  })
  it('with the first out as the only winner', () => {
    const first = over({ places: [2, 0], loser: null })
    expect([result(first, match(), 2).kind, result(first, match(), 0).kind]).toEqual(['won', 'lost'])
  })
  it('gives nobody a place who was only in the game when the first one was out', () => {
    const first = over({ sizes: [6, 4, 0], places: [2], loser: null })
    expect(result(first, match(), 2)).toMatchObject({
      place: 1,
      order: [
        { seat: 2, place: 1, cards: 0 },
        { seat: 1, place: null, cards: 4 },
        { seat: 0, place: null, cards: 6 },
      ],
    })
    expect(result(first, match(), 1).place).toBeNull()
  })
  it('speaks of the match when that is over', () => {
    const done = match({ kind: 'series', over: true, winners: [1] })
    expect([result(over(), done, 1).kind, result(over(), done, 0).kind]).toEqual(['match-won', 'match-lost'])
  })
  it('names seats of the table when somebody is out of the match', () => {
    const two = over({ table: [0, 2], sizes: [0, 3], places: [0], loser: 1 })
    expect(result(two, match({ kind: 'olympic' }), 2)).toMatchObject({ kind: 'lost', loser: 2 })
  })
  it('tells a spectator only that it is over', () => {
    expect(result(over(), match(), null)).toMatchObject({ kind: 'over', place: null })
  })
})
