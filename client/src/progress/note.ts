import { api } from '../lib/api'
import { areCounts, PerTable } from '../lib/perTable'
import type { Invitation, TableInfo } from '../lib/protocol'
import type { MySeat } from '../lib/store'
import type { Game } from '../table/game.svelte'
import { outcomeOf, type Outcome } from '../table/result'
import { addResults, results, type Result } from './results'

/** From the weakest to the strongest, as the server has them. */
const LEVELS = [
  'novice',
  'pupil',
  'learner',
  'journeyman',
  'player',
  'expert',
  'master',
  'grandmaster',
  'vizier',
  'pharaoh',
]
/** The games of a table that were looked at, counted or not: an erased result does not come back. */
const SETTLED = new PerTable('faraon.settled', areCounts)
/** Whoever was away for longer finds the last ones. */
const MOST_MISSED = 5

/** Writes down how the game at this table ended; a lesson is not a game. */
export function noteResult(game: Game): void {
  const { table, match, view, you } = game.state
  if (!table || !match || !view || you === null || !view.over || view.seat === null || table.lesson) return
  settle(table.id, match.dealt)
  if (view.casual) return // for practice: a move was taken back
  addResults([resultOf(table, you, match.dealt, outcomeOf(view, view.seat), view.moves_made)])
}

/** Writes down the games that ended while their page was closed. */
export async function noteMissed(mine: MySeat, { table }: Invitation, finished: number): Promise<void> {
  const known = new Set(results().map((one) => one.id))
  for (let n = Math.max(1, finished - MOST_MISSED + 1); n <= finished; n++) {
    if (known.has(idOf(table, n)) || SETTLED.at(table.id)?.includes(n)) continue
    const { frames, marks, you } = await api.replay(table.id, n, mine.token)
    const end = frames.at(-1)
    settle(table.id, n)
    if (!end?.over || you === null || marks.length > 0) continue // not mine, or for practice
    addResults([resultOf(table, mine.seat, n, outcomeOf(end, you), frames.length - 1)])
  }
}

function settle(table: string, game: number): void {
  const settled = SETTLED.at(table) ?? []
  if (!settled.includes(game)) SETTLED.keep(table, [...settled, game])
}

const idOf = (table: TableInfo, game: number) => `${table.id}/${game}`

function resultOf(table: TableInfo, you: number, game: number, outcome: Outcome, moves: number): Result {
  const others = table.seats.filter(
    (seat, number) => number !== you && (seat.kind === 'person' || seat.kind === 'bot'),
  )
  const levels = others.flatMap((seat) => (seat.kind === 'bot' && seat.level ? [seat.level] : []))
  levels.sort((a, b) => LEVELS.indexOf(b) - LEVELS.indexOf(a))
  return {
    id: idOf(table, game),
    at: Math.round(Date.now() / 1000),
    rulebook: table.rulebook,
    changed: table.options.filter((one) => one.changed).length,
    players: others.length + 1,
    people: others.filter((seat) => seat.kind === 'person').length,
    level: levels[0] ?? '',
    outcome,
    moves,
  }
}

/** How a finished match stands for everybody, as the list of my games tells it. */
export function winnersOf({ match, table }: Invitation): { won: number[]; lost: number[]; drawn: boolean } {
  const played = match.standings.map((line) => line.seat)
  const drawn = match.over && match.standings.every((line) => line.losses === 0)
  const won = drawn || !match.over ? [] : match.winners
  const named = (seat: number) => table.seats[seat] !== undefined
  return { won: won.filter(named), lost: played.filter((seat) => match.over && !won.includes(seat)), drawn }
}
