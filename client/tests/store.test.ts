import { beforeEach, describe, expect, it } from 'vitest'
import { doneLessons, forget, lessonDone, mySeat, mySeats, remember } from '../src/lib/store'

const seat = (table: string) => ({ table, seat: 0, token: `key of ${table}`, since: 1, with: ['Bot'] })

describe('my tables', () => {
  beforeEach(() => localStorage.clear())

  it('are remembered, the newest first, each once', () => {
    for (const table of ['a', 'b', 'a']) remember(seat(table))
    expect(mySeats().map((one) => one.table)).toEqual(['a', 'b'])
    expect(mySeat('b')?.token).toBe('key of b')
    forget('a')
    expect(mySeat('a')).toBeUndefined()
  })

  it('do not grow without end', () => {
    for (let n = 0; n < 70; n++) remember(seat(`t${n}`))
    expect(mySeats()).toHaveLength(50)
    expect(mySeats()[0]?.table).toBe('t69')
  })

  it('are not pushed out by lessons', () => {
    remember(seat('game'))
    for (let n = 0; n < 60; n++) remember({ ...seat(`lesson${n}`), lesson: 'groups' })
    expect(mySeats().map((one) => one.table)).toEqual(['lesson59', 'lesson58', 'lesson57', 'game'])
  })

  it('survive broken storage', () => {
    for (const broken of ['{', '3', '[null, 7, {"table": 1}]']) {
      localStorage.setItem('faraon.tables', broken)
      expect(mySeats()).toEqual([])
    }
  })
})

describe('lessons', () => {
  it('are done once', () => {
    localStorage.clear()
    for (const name of ['groups', 'ace', 'groups']) lessonDone(name)
    expect(doneLessons()).toEqual(['groups', 'ace'])
  })
})
