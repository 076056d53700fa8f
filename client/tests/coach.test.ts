import { beforeEach, describe, expect, it } from 'vitest'
import { accuracies, keepAccuracy, meanAccuracy } from '../src/coach/accuracies'
import { bandPath, linePath, nearest, pointsOf } from '../src/coach/curve'
import { localWire } from '../src/coach/localWire'
import { piecesOf } from '../src/coach/sentence'
import { drilled, grade, noteDrill } from '../src/counting/grading'
import type { CountingQuestion, FromServer, Question, ReviewDone, ReviewedTurn } from '../src/lib/protocol'
import { nextPuzzle } from '../src/puzzles/choosing'
import { noteMissed, noteSolved, progress, restore, streaks } from '../src/puzzles/solved'

beforeEach(() => localStorage.clear())

const turn = (number: number, value: number | null): ReviewedTurn => ({
  type: 'turn',
  turn: number,
  chance: value === null ? null : { value, low: value - 0.1, high: value + 0.1 },
  played: { move: 'draw', value: 0.5, error: 0, proven: '' },
  best: { move: 'draw', value: 0.5, error: 0, proven: '' },
  equals: [],
  choices: 2,
  loss: 0,
  mark: null,
  bad_luck: false,
  foul: false,
  reasons: [],
  retry: null,
})
const done = (result: ReviewDone['result']) => ({ result }) as ReviewDone

describe('the curve of the chance', () => {
  it('stands at the moment before each weighed move and ends with the result', () => {
    const points = pointsOf([turn(1, 0.5), turn(3, null), turn(5, 0.6)], done('lost'), 8)
    expect(points.map(({ at, value }) => [at, value])).toEqual([
      [0, 0.5],
      [4, 0.6],
      [8, 0],
    ])
    expect(pointsOf([turn(1, 0.5)], done('unfinished'), 8)).toHaveLength(1)
    expect(pointsOf([turn(1, null)], done('won'), 8)).toEqual([])
  })

  it('is drawn as a line within a band', () => {
    const points = pointsOf([turn(1, 0.5), turn(3, 0.6)], null, 8)
    const place = ({ at }: { at: number }, share: number) => `${at} ${share.toFixed(1)}`
    expect(linePath(points, place)).toBe('M0 0.5L2 0.6')
    expect(bandPath(points, place)).toBe('M0 0.6L2 0.7L2 0.5L0 0.4Z')
    expect(linePath([], place) + bandPath([], place)).toBe('')
    expect([nearest(points, 0.9), nearest(points, 7), nearest([], 1)]).toEqual([0, 2, null])
  })
})

it('sentences draw the cards that they name, and nothing else', () => {
  expect(piecesOf('po ťahu h7 b7 súper')).toEqual([
    { text: 'po ťahu ' },
    { card: 'h7' },
    { text: ' ' },
    { card: 'b7' },
    { text: ' súper' },
  ])
  expect(piecesOf('After lO aO=h, 4')).toEqual([
    { text: 'After ' },
    { card: 'lO' },
    { text: ' ' },
    { card: 'aO' },
    { asks: 'h' },
    { text: ', 4' },
  ])
  expect(piecesOf('aK?')).toEqual([{ card: 'aK' }, { text: '?' }])
  expect(piecesOf('O 4 ťahy, hlaAx')).toEqual([{ text: 'O\u00a04\u00a0ťahy, hlaAx' }])
  expect(piecesOf('po ťahu lA v 6 % hier')[2]).toEqual({ text: ' v\u00a06\u00a0% hier' })
})

it('accuracies of games count once, twenty at most', () => {
  expect(meanAccuracy()).toBeNull()
  for (let n = 0; n < 30; n++) keepAccuracy(`t/${n}`, n)
  keepAccuracy('t/29', 9)
  expect(accuracies()).toHaveLength(20)
  expect(meanAccuracy()?.games).toBe(20)
  localStorage.setItem('faraon.accuracy', '[{"game": 3}, null]')
  expect(accuracies()).toEqual([])
})

describe('puzzles that were solved', () => {
  it('count in a row at the first try until one is missed', () => {
    noteSolved(1, true, null)
    expect(noteSolved(2, true, null).row).toBe(2)
    noteMissed()
    expect(noteSolved(3, false, null)).toMatchObject({ row: 0, bestRow: 2 })
    noteSolved(1, true, null)
    expect(progress().row).toBe(0)
    expect(progress().solved).toEqual({ 1: true, 2: true, 3: false })
  })

  it('count days, each once, also where the puzzle was solved before', () => {
    noteSolved(1, true, null)
    noteSolved(1, true, '2026-11-18')
    noteSolved(1, true, '2026-11-18')
    expect(progress().days).toEqual(['2026-11-18'])
  })

  it('make streaks that wait for today, but not longer', () => {
    const days = ['2026-10-01', '2026-10-30', '2026-10-31', '2026-11-01']
    expect(streaks(days, '2026-11-01')).toEqual({ now: 3, best: 3 })
    expect(streaks(days, '2026-11-02')).toEqual({ now: 3, best: 3 })
    expect(streaks(days, '2026-11-03')).toEqual({ now: 0, best: 3 })
    expect(streaks([], '2026-11-03')).toEqual({ now: 0, best: 0 })
  })

  it.each(['{', '3', 'null', '{"solved": 3, "days": ["x", 4], "row": "2"}'])('survive %s', (stored) => {
    expect(restore(stored)).toEqual({ solved: {}, days: [], row: 0, bestRow: 0 })
  })

  it('are followed by an easy one of the kind that is not solved', () => {
    const all = [
      { id: 1, kind: 'ace', level: 2 },
      { id: 2, kind: 'ace', level: 1 },
      { id: 3, kind: 'draw', level: 1 },
    ]
    expect(nextPuzzle(all, {}, 'ace').id).toBe(2)
    expect(nextPuzzle(all, { 2: true }, 'ace', 2).id).toBe(1)
    expect(nextPuzzle(all, {}, '', 2).id).toBe(3)
    expect(nextPuzzle(all, { 1: true, 2: true }, 'ace', 1).id).toBe(2)
  })
})

it('answers about cards are graded exactly', () => {
  const asked = (answer: CountingQuestion['answer']) =>
    ({ kind: 'which', text: { en: '', sk: '' }, options: [], answer }) as CountingQuestion
  expect(grade(asked(['h7', 'l7']), ['h7', 'a7'])).toBeCloseTo(1 / 3)
  expect(grade(asked([]), [])).toBe(1)
  expect([grade(asked(3), 3), grade(asked(3), 4), grade(asked(true), false)]).toEqual([1, 0, 0])
  noteDrill({ right: 1, seconds: 2 })
  expect(drilled()).toEqual([{ right: 1, seconds: 2 }])
})

it('a question speaks like a table, and closes when it is answered', async () => {
  const heard: FromServer[] = []
  const wire = localWire({
    question: { table: {}, match: {}, view: { seat: 1 } } as unknown as Question,
    judge: async (move) => ({ move, legal: true, reasons: [], situation: null, foul: null, lie: null }),
    answer: async (move) => move === 'draw',
  })
  wire.onmessage = ({ data }) => heard.push(JSON.parse(data) as FromServer)
  for (const text of [
    { type: 'hello' },
    { type: 'judge', id: 'j', position: 1, move: 'h7' },
    { type: 'move', id: 'a', position: 1, move: 'stand' },
    { type: 'move', id: 'b', position: 1, move: 'draw' },
  ])
    wire.send(JSON.stringify(text))
  await new Promise((done) => setTimeout(done))
  expect(heard.map((one) => [one.type, 'id' in one ? one.id : ''])).toEqual([
    ['welcome', ''],
    ['judged', 'j'],
    ['refused', 'a'],
    ['done', 'b'],
  ])
})
