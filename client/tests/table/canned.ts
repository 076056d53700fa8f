// Messages as the server sends them, with everything that a test does not speak about filled in.
import {
  VERSION,
  type Happened,
  type Match,
  type Moved,
  type MoveText,
  type Seat,
  type Situation,
  type TableInfo,
  type View,
  type Welcome,
} from '../../src/lib/protocol'
import { NOTHING_HOLDS } from '../../src/lib/situation'

const seat = (name: string, kind: Seat['kind'] = 'bot'): Seat => ({
  kind,
  name,
  level: null,
  connected: true,
  stand_in: false,
  host: kind === 'person',
  ready: false,
})

export const table = (more: Partial<TableInfo> = {}): TableInfo => ({
  id: 'T',
  status: 'playing',
  rulebook: 'classic',
  title: { en: 'Classic', sk: 'Klasický' },
  hash: 'x',
  options: [],
  kind: 'single',
  games: 1,
  clock: null,
  listed: false,
  pace: 1,
  seats: [seat('Ja', 'person'), seat('Ema'), seat('Jano')],
  undo: true,
  hints: true,
  chat: false,
  lesson: null,
  given: false,
  ...more,
})

export const match = (more: Partial<Match> = {}): Match => ({
  kind: 'single',
  games: 1,
  game: 1,
  dealt: 1,
  standings: [],
  asked: null,
  over: false,
  winners: [],
  ...more,
})

export const situation = (more: Partial<Situation> = {}): Situation => ({
  ...NOTHING_HOLDS,
  suit: 'b',
  ...more,
})

export const view = (more: Partial<View> = {}): View => ({
  position: 1,
  seat: 0,
  table: [0, 1, 2],
  hand: ['b8', 'h7', 'l8'],
  sizes: [3, 2, 4],
  pile: ['b9'],
  pile_size: 1,
  stock_size: 22,
  turn: 0,
  situation: situation(),
  out: {},
  over: false,
  loser: null,
  places: [],
  drawn: false,
  why: [],
  moves_made: 0,
  moves: ['b8', 'b8 l8', 'draw'],
  fouls: false,
  covers: false,
  claim: null,
  can_undo: false,
  casual: false,
  deadline: null,
  variables: {},
  ...more,
})

export const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome',
  version: VERSION,
  you: 0,
  n: 5,
  now: 1000,
  table: table(),
  match: match(),
  fair: null,
  view: view(),
  lines: [],
  missed: [],
  company: { type: 'company', watching: 0, chatting: [] },
  said: [],
  ...more,
})

export const happened = (n: number, more: Partial<Happened> = {}): Happened => ({
  type: 'happened',
  n,
  at: 1000,
  what: { type: 'changed', what: 'pace', seat: null },
  line: null,
  table: null,
  match: null,
  fair: null,
  view: null,
  ...more,
})

export const moved = (seat: number, move: MoveText, events: Moved['events'] = []): Moved => ({
  type: 'moved',
  seat,
  move,
  by: 'bot',
  foul: false,
  events,
  facts: [],
})
