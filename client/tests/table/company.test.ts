import { beforeEach, describe, expect, it } from 'vitest'
import { awaited } from '../../src/company/awaited'
import { Away } from '../../src/company/away.svelte'
import { Company } from '../../src/company/company.svelte'
import { gentleLevel } from '../../src/learning/newcomer'
import { markFor, tipsHold } from '../../src/learning/tips'
import { readSheet } from '../../src/learning/sheet'
import type { Line, Said } from '../../src/lib/protocol'
import { addResults } from '../../src/progress/results'
import { TableState } from '../../src/table/tableState.svelte'
import { happened, match, moved, situation, table, view, welcome } from './canned'

const line = (n: number, more: Partial<Line> = {}): Line => ({
  n,
  kind: 'move',
  by: 'bot',
  seat: 1,
  en: `${n}`,
  sk: `${n}`,
  pieces: null,
  ...more,
})

beforeEach(() => localStorage.clear())

describe('an absence', () => {
  const missed = [5, 6, 7, 8].map((n) =>
    happened(n, { what: moved(1, 'hX'), line: line(n), view: view({ position: 0, moves_made: n }) }),
  )

  it('is told to who comes back, and shown again', async () => {
    const first = new Away('T', new TableState())
    expect(first.askFrom).toBeNull()
    first.saw(5)

    const state = new TableState()
    const away = new Away('T', state)
    expect(away.askFrom).toBe(4) // so that the last position that was seen comes, too
    const lines = [line(5), line(6), line(7, { by: 'stand_in', seat: 0 }), line(8, { kind: 'seat' })]
    const back = welcome({ n: 8, lines, missed })
    away.welcome(back)
    state.welcome(back)
    expect([away.moves, away.forMe, away.canReplay]).toEqual([2, 1, true])
    away.replay()
    await Promise.resolve()
    expect(state.busy).toBe(true)
    while (state.busy) await new Promise((done) => setTimeout(done))
    expect([state.view?.moves_made, state.last, away.moves]).toEqual([8, 8, 0])
    expect(state.lines.map((one) => one.n)).toEqual([5, 6, 7, 8])
  })

  it('of one move is not worth a word, unless a bot made it for me', () => {
    const away = new Away('T', new TableState())
    away.saw(5)
    away.welcome(welcome({ lines: [line(6)] }))
    expect(away.moves).toBe(0)
    away.welcome(welcome({ lines: [line(6, { by: 'stand_in', seat: 0 })] }))
    expect([away.moves, away.forMe, away.canReplay]).toEqual([1, 1, false])
  })

  it('survives what others may have stored', () => {
    for (const odd of ['{', '[]', '{"T": "x"}', '{"T": -1}', '{"T": 1.5}', 'null']) {
      localStorage.setItem('faraon.seen', odd)
      expect(new Away('T', new TableState()).askFrom).toBeNull()
    }
  })
})

describe('company', () => {
  const said = (number: number, seat = 1): Said => ({
    type: 'said',
    number,
    seat,
    name: 'Ema',
    text: `${number}`,
    at: 0,
  })
  const among = () => {
    const company = new Company('T', async () => true)
    company.welcome(welcome({ company: { type: 'company', watching: 2, chatting: [0, 1] }, said: [said(1)] }))
    return company
  }

  it('is heard, counted and read', () => {
    const company = among()
    company.hear(said(2))
    expect([company.watching, company.unread, company.fresh?.number]).toEqual([2, 2, 2])
    company.readAll()
    expect([company.unread, company.fresh]).toEqual([0, null])
    company.hear(said(3, 0))
    expect(company.unread).toBe(0) // my own words
  })

  it('is new to who comes back, but for their own words', () => {
    const company = among()
    company.welcome(
      welcome({ company: { type: 'company', watching: 0, chatting: [0, 1] }, said: [said(1), said(2, 0)] }),
    )
    expect(company.unread).toBe(1)
    company.readAll()
    company.welcome(welcome({ company: { type: 'company', watching: 0, chatting: [0, 1] }, said: [] }))
    company.hear(said(1)) // the server was started again
    expect(company.unread).toBe(1)
  })

  it('is silent as far as it is muted', () => {
    const company = among()
    company.mute(1, true)
    company.hear(said(2))
    company.hear({ type: 'reacted', seat: 1, n: 4, reaction: 'wow' })
    company.hear({ type: 'nudged', seat: 0, by: 1 })
    expect([company.heard, company.reactions, company.nudgedBy]).toEqual([[], [], null])
    company.mute(1, false)
    expect(company.heard).toHaveLength(2)
    company.hear({ type: 'nudged', seat: 0, by: 1 })
    expect(company.nudgedBy).toBe(1)
  })

  it('stays muted over a reload, at this table alone', () => {
    among().mute(1, true)
    const again = among()
    again.hear(said(2))
    expect(again.heard).toEqual([])
    expect(new Company('U', async () => true).muted.size).toBe(0)
    again.mute(1, false)
    expect(among().muted.size).toBe(0)
    localStorage.setItem('faraon.muted', '{"T": "odd"}')
    expect(among().muted.size).toBe(0)
  })

  it('leaves nothing behind when it is turned off', () => {
    const company = among()
    company.hear({ type: 'company', watching: 0, chatting: [1] })
    expect(company.said).toEqual([])
  })

  it('knows whom it is waiting for', () => {
    const [me, ...rest] = table().seats
    const guest = { ...me!, host: false, name: 'Eva' }
    const seats = [me!, guest, ...rest.slice(1)]
    expect(awaited(table({ seats }), match(), view({ turn: 1 }))).toEqual([1])
    expect(awaited(table({ seats }), match(), view({ turn: 2 }))).toEqual([]) // a bot
    expect(awaited(table({ seats, status: 'over' }), match({ over: true }), view())).toEqual([0, 1])
    const ready = [
      { ...me!, ready: true },
      { ...guest, stand_in: true },
    ]
    expect(awaited(table({ seats: ready, status: 'over' }), match({ over: true }), view())).toEqual([])
    expect(awaited(table({ seats, status: 'ready' }), match({ asked: 1 }), view())).toEqual([1])
  })
})

describe('a beginner', () => {
  it('is told one thing at a time, what matters most first', () => {
    expect(markFor(view(), true, [])).toBe('lay')
    expect(markFor(view(), true, ['lay'])).toBe('group')
    expect(markFor(view(), true, ['lay', 'group'])).toBe('hint')
    expect(markFor(view(), false, ['lay', 'group'])).toBeNull()
    expect(markFor(view({ moves: ['hO=b', 'draw'] }), true, ['lay'])).toBe('over')
    expect(markFor(view({ moves: ['draw'] }), true, [])).toBe('draw')
    expect(markFor(view({ situation: situation({ owed: 3 }), moves: ['draw'] }), true, [])).toBe('debt')
    expect(markFor(view({ situation: situation({ stop: 1 }), moves: ['stand'] }), true, [])).toBe('stop')
  })

  it('meets the same gentle opponent again', () => {
    expect(gentleLevel()).toBe('novice')
    const played = { at: 1, rulebook: 'classic', changed: 0, players: 2, outcome: 'won', moves: 9 } as const
    addResults([
      { ...played, id: 'A/1', people: 0, level: 'novice' },
      { ...played, id: 'B/1', at: 2, people: 1, level: '' },
    ])
    expect(gentleLevel()).toBe('novice')
  })

  it('is told nothing where other rules hold', () => {
    const said = { en: 'The Pharaoh', sk: 'Faraón' }
    const option = { name: 'pharaoh', value: 'off', title: said, says: said, paragraph: '§11' }
    expect(tipsHold(table())).toBe(true)
    expect(tipsHold(table({ options: [{ ...option, changed: false }] }))).toBe(true)
    expect(tipsHold(table({ options: [{ ...option, changed: true }] }))).toBe(false)
    expect(tipsHold(table({ rulebook: 'mau' }))).toBe(false)
    expect(tipsHold(table({ lesson: 'goal' }))).toBe(false)
  })

  it('reads the rules of the table in its own sentences', () => {
    const page = new DOMParser().parseFromString(
      '<section id="p1"><h2><a href="#p1">§1</a> Cieľ</h2><ol><li id="s1-1"><a>1.1</a><span>Zbav sa kariet.</span></li></ol></section>',
      'text/html',
    )
    expect(readSheet(page)).toEqual([
      { title: 'Cieľ', sentences: ['Zbav sa kariet.'], cards: [], several: false },
    ])
    expect(readSheet(new DOMParser().parseFromString('<p>Nothing</p>', 'text/html'))).toEqual([])
  })
})
