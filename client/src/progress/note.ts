import type { Invitation, Match, TableInfo, View } from '../lib/protocol'
import type { Game } from '../table/game.svelte'
import { result } from '../table/result'
import { addResults, type Outcome, type Result } from './results'

/** From the weakest to the strongest, as the server has them. */
const LEVELS = ['novice', 'learner', 'player', 'master', 'pharaoh']

/** Writes down how the game at this table ended; a lesson is not a game. */
export function noteResult(game: Game): void {
  const { table, match, view, you } = game.state
  if (!table || !match || !view || you === null || !view.over || view.seat === null || table.lesson) return
  if (view.casual) return // for practice: a move was taken back
  const outcome = outcomeOf(view, match, you)
  if (outcome) addResults([resultOf(table, you, match.dealt, outcome, view.moves_made)])
}

function outcomeOf(view: View, match: Match, you: number): Outcome | null {
  const { kind } = result(view, { ...match, kind: 'single' }, you)
  return kind === 'won' || kind === 'lost' || kind === 'drawn' ? kind : null
}

function resultOf(table: TableInfo, you: number, game: number, outcome: Outcome, moves: number): Result {
  const others = table.seats.filter(
    (seat, number) => number !== you && (seat.kind === 'person' || seat.kind === 'bot'),
  )
  const levels = others.flatMap((seat) => (seat.kind === 'bot' && seat.level ? [seat.level] : []))
  levels.sort((a, b) => LEVELS.indexOf(b) - LEVELS.indexOf(a))
  return {
    id: `${table.id}/${game}`,
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
