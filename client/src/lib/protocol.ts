// Generated from src/faraon/server/wire by `make types`. Do not edit.

export const VERSION = 4

export type Suit = 'h' | 'l' | 'a' | 'b'

export type Value = '7' | '8' | '9' | 'X' | 'U' | 'O' | 'K' | 'A'

export type Word = 'draw' | 'stand' | 'pass' | 'concede' | 'check'

export type Greeting = 'hello' | 'well_played' | 'oh_no' | 'thanks' | 'again' | 'goodbye'

export type Reaction = 'bravo' | 'laugh' | 'wow' | 'cry' | 'heart' | 'fire'

export type LineKind = 'deal' | 'move' | 'undo' | 'seat' | 'end'

export type SeatKind = 'person' | 'bot' | 'open' | 'closed'

export type Status = 'waiting' | 'ready' | 'dealing' | 'playing' | 'over' | 'closed'

export type By = 'person' | 'bot' | 'stand_in'

export type Code =
  | 'bad-message'
  | 'bad-request'
  | 'illegal-move'
  | 'stale'
  | 'not-yours'
  | 'not-now'
  | 'cannot-undo'
  | 'no-hints'
  | 'no-chat'
  | 'too-fast'
  | 'too-large'
  | 'closed'
  | 'version'
  | 'unknown-table'
  | 'unknown-page'
  | 'bad-token'
  | 'banned'
  | 'bad-origin'
  | 'bad-host'
  | 'full'
  | 'bad-options'
  | 'bad-record'
  | 'failed'
  | 'busy'

export type Card = `${Suit}${Value}`

export type MoveText =
  Word | Card | `${Card} ${string}` | `?? ${string}` | `${Card}=${Suit}` | `${Card}^${number}`

export interface Welcome {
  type: 'welcome'
  version: number
  you: number | null
  n: number
  now: number
  table: TableInfo
  match: Match
  fair: Fair | null
  view: View | null
  lines: Line[]
  missed: Happened[]
  company: Company
  said: Said[]
}

export interface TableInfo {
  id: string
  status: Status
  rulebook: string
  title: Text
  hash: string
  options: OptionChoice[]
  kind: 'olympic' | 'series' | 'single'
  games: number
  clock: Clock | null
  listed: boolean
  pace: number
  seats: Seat[]
  undo: boolean
  hints: boolean
  chat: boolean
  lesson: string | null
  given: boolean
}

export interface Text {
  en: string
  sk: string
}

export interface OptionChoice {
  name: string
  value: number | string
  changed: boolean
  title: Text
  says: Text
  paragraph: string
}

export interface Clock {
  seconds: number
}

export interface Seat {
  kind: SeatKind
  name: string
  level: string | null
  connected: boolean
  stand_in: boolean
  host: boolean
  ready: boolean
}

export interface Match {
  kind: 'olympic' | 'series' | 'single'
  games: number
  game: number
  dealt: number
  standings: Standing[]
  asked: number | null
  over: boolean
  winners: number[]
}

export interface Standing {
  seat: number
  losses: number
  cards: number | null
  beggar: boolean
  out: boolean
  won: boolean
}

export interface Fair {
  game: number
  commitment: string
  seals: string[]
  opening: boolean
  salts: string[]
  secret: string | null
  label: string
  people: number[]
  deck: Card[] | null
  shuffles: Card[][] | null
  lot: Lot | null
}

export interface Lot {
  seat: number
  players: number
}

export interface View {
  position: number
  seat: number | null
  table: number[]
  hand: Card[]
  sizes: number[]
  pile: (Card | null)[]
  pile_size: number
  stock_size: number
  turn: number
  situation: Situation
  out: Record<string, 'returnable' | 'safe'>
  over: boolean
  loser: number | null
  places: number[]
  drawn: boolean
  why: Reason[]
  moves_made: number
  moves: MoveText[]
  fouls: boolean
  covers: boolean
  claim: Claim | null
  can_undo: boolean
  casual: boolean
  deadline: number | null
  variables: Record<string, unknown>
}

export interface Situation {
  suit: Suit | null
  declared: boolean
  any_card: boolean
  debt: number
  owed: number
  stop: number
  again: Text | null
  notes: Note[]
}

export interface Note {
  name: string
  text: Text
}

export interface Reason {
  rule: string
  paragraph: string
  en: string
  sk: string
}

export interface Claim {
  seat: number
  count: number
}

export interface Line {
  n: number
  kind: LineKind
  by: By | null
  seat: number | null
  en: string
  sk: string
  pieces: Pieces | null
}

export interface Pieces {
  en: (string | CardPiece)[]
  sk: (string | CardPiece)[]
}

export interface CardPiece {
  card: Card
  called: Text | null
}

export interface Happened {
  type: 'happened'
  n: number
  at: number
  what: Dealt | Moved | Undone | Changed
  line: Line | null
  table: TableInfo | null
  match: Match | null
  fair: Fair | null
  view: View | null
}

export interface Dealt {
  type: 'dealt'
  game: number
  first: number
  events: CardEvent[]
}

export interface CardEvent {
  kind: 'cover' | 'draw' | 'foul' | 'lie' | 'show' | 'shuffle' | 'true' | 'turn'
  seat: number | null
  count: number
  cards: Card[] | null
}

export interface Moved {
  type: 'moved'
  seat: number
  move: MoveText
  by: By
  foul: boolean
  events: CardEvent[]
  facts: MoveFact[]
}

export interface MoveFact {
  kind: 'again' | 'debt' | 'lie' | 'out' | 'over' | 'return' | 'stop' | 'true'
  seat: number
  old: number
  new: number
  rule: string
}

export interface Undone {
  type: 'undone'
  seat: number
}

export interface Changed {
  type: 'changed'
  what:
    | 'back'
    | 'begged'
    | 'closed'
    | 'committed'
    | 'joined'
    | 'left'
    | 'opening'
    | 'pace'
    | 'ready'
    | 'rematch'
    | 'renamed'
    | 'salted'
    | 'sealed'
    | 'seat'
    | 'stand_in'
  seat: number | null
}

export interface Company {
  type: 'company'
  watching: number
  chatting: number[]
}

export interface Said {
  type: 'said'
  number: number
  seat: number
  name: string
  text: string
  at: number
}

export interface Done {
  type: 'done'
  id: string
  n: number
}

export interface Refused {
  type: 'refused'
  id: string
  code: Code
  en: string
  sk: string
  reasons: Reason[]
}

export interface Judged {
  type: 'judged'
  id: string
  move: MoveText
  legal: boolean
  reasons: Reason[]
  situation: Situation | null
  foul: Foul | null
  lie: Reason | null
}

export interface Foul {
  rule: string
  paragraph: string
  en: string
  sk: string
  cards: number
}

export interface Hinted {
  type: 'hinted'
  id: string
  move: MoveText
  en: string
  sk: string
}

export interface Looked {
  type: 'looked'
  id: string
  n: number
  view: View
}

export interface Greeted {
  type: 'greeted'
  seat: number
  greeting: Greeting
}

export interface Reacted {
  type: 'reacted'
  seat: number
  n: number
  reaction: Reaction
}

export interface Nudged {
  type: 'nudged'
  seat: number
  by: number
}

export interface Presence {
  type: 'presence'
  seat: number
  connected: boolean
}

export interface Pong {
  type: 'pong'
  id: string
}

export interface Bye {
  type: 'bye'
  why: string
}

export interface Hello {
  type: 'hello'
  version: number
  token?: string | null
  last?: number | null
}

export interface MakeMove {
  type: 'move'
  id: string
  position: number
  move: MoveText
}

export interface Judge {
  type: 'judge'
  id: string
  position: number
  move: MoveText
}

export interface AskHint {
  type: 'hint'
  id: string
  position: number
}

export interface Look {
  type: 'look'
  id: string
  n: number
}

export interface Undo {
  type: 'undo'
  id: string
  position: number
}

export interface Beggar {
  type: 'beggar'
  id: string
  ask: boolean
}

export interface SealSalt {
  type: 'seal'
  id: string
  seal: string
}

export interface OpenSalt {
  type: 'salt'
  id: string
  salt: string
}

export interface Start {
  type: 'start'
  id: string
}

export interface Rematch {
  type: 'rematch'
  id: string
}

export interface Ready {
  type: 'ready'
  id: string
  on?: boolean
}

export interface Rename {
  type: 'rename'
  id: string
  name: string
}

export interface SetSeat {
  type: 'seat'
  id: string
  seat: number
  kind: 'bot' | 'closed' | 'open'
  level?: string | null
}

export interface SetPace {
  type: 'pace'
  id: string
  pace: number
}

export interface Back {
  type: 'back'
  id: string
}

export interface Greet {
  type: 'greet'
  id: string
  greeting: Greeting
}

export interface React {
  type: 'react'
  id: string
  n: number
  reaction: Reaction
}

export interface Nudge {
  type: 'nudge'
  id: string
  seat: number
}

export interface SetChat {
  type: 'chat'
  id: string
  on: boolean
}

export interface Say {
  type: 'say'
  id: string
  text: string
}

export interface Leave {
  type: 'leave'
  id: string
}

export interface Close {
  type: 'close'
  id: string
}

export interface Ping {
  type: 'ping'
  id: string
}

export interface ReviewBegun {
  type: 'begun'
  turns: number
  notes: Text[]
}

export interface ReviewedTurn {
  type: 'turn'
  turn: number
  chance: Chance | null
  played: WeighedMove
  best: WeighedMove
  equals: MoveText[]
  choices: number
  loss: number
  mark: 'blunder' | 'inaccuracy' | 'mistake' | null
  bad_luck: boolean
  foul: boolean
  reasons: Why[]
  retry: Retry | null
}

export interface Chance {
  value: number
  low: number
  high: number
}

export interface WeighedMove {
  move: MoveText
  value: number
  error: number
  proven: '' | 'draw' | 'loss' | 'win'
}

export interface Why {
  text: Text
  best: number | null
  other: number | null
}

export interface Retry {
  question: Question
  accepted: MoveText[]
}

export interface Question {
  table: TableInfo
  match: Match
  view: View
}

export interface ReviewDone {
  type: 'done'
  result: 'drawn' | 'lost' | 'unfinished' | 'won'
  weighed: boolean
  decisions: number
  accuracy: number | null
  inaccuracies: number
  mistakes: number
  blunders: number
  unlucky: boolean
}

export interface ReviewFailed {
  type: 'failed'
  code: Code
  en: string
  sk: string
}

export interface Info {
  version: number
  program: string
  rulebooks: Rulebook[]
  levels: Level[]
  lessons: Lesson[]
  max_seats: number
}

export interface Rulebook {
  name: string
  title: Text
  says: Text
  hash: string
  min_players: number
  max_players: number
  options: Option[]
}

export interface Option {
  name: string
  paragraph: string
  title: Text
  asks: Text
  default: number | string
  values: OptionValue[]
  range: number[] | null
}

export interface OptionValue {
  value: number | string
  says: Text
}

export interface Level {
  name: string
  title: Text
  searches: boolean
  learned: boolean
}

export interface Lesson {
  name: string
  title: Text
  task: Text
  praise: Text
  wanted: MoveText[]
}

export interface NewTable {
  name: string
  seats?: NewSeat[]
  rulebook?: string
  options?: Record<string, number | string>
  kind?: 'olympic' | 'series' | 'single'
  games?: number
  clock?: Clock | null
  listed?: boolean
  pace?: number
  hints?: boolean
  chat?: boolean
  lesson?: string | null
  given?: GivenMoment | null
}

export interface NewSeat {
  kind: 'bot' | 'open'
  level?: string | null
}

export interface GivenMoment {
  record: string
  moves: number
  seat: number
}

export interface CheckTable {
  rulebook: string
  players: number
  options?: Record<string, number | string>
}

export interface Checked {
  ok: boolean
  packs: number
  covers: boolean
  learned: boolean
  en: string
  sk: string
}

export interface JoinTable {
  name: string
  seat?: number | null
}

export interface Seated {
  table: string
  seat: number
  token: string
  commitment: string
}

export interface OpenTables {
  tables: TableInfo[]
}

export interface Invitation {
  table: TableInfo
  match: Match
  turn: number | null
  address: string
  qr: string
}

export interface Replay {
  table: string | null
  game: number
  games: number
  names: string[]
  you: number | null
  rulebook: string
  title: Text
  changed: boolean
  marks: string[]
  record: string
  fair: Fair | null
  frames: Frame[]
}

export interface Frame {
  hands: Card[][]
  pile: Card[]
  stock: Card[]
  turn: number
  situation: Situation
  out: Record<string, 'returnable' | 'safe'>
  over: boolean
  loser: number | null
  drawn: boolean
  places: number[]
  what: Dealt | Moved
  line: Line
  document: string | null
}

export interface ReadRecord {
  record: string
}

export interface Failure {
  code: Code
  en: string
  sk: string
}

export interface AskReview {
  record: string
  seat: number
  open?: boolean
  simulations?: number
}

export interface Puzzles {
  puzzles: PuzzleInfo[]
  kinds: PuzzleKind[]
  levels: Text[]
  today: string
  daily: number
}

export interface PuzzleInfo {
  id: number
  kind: string
  level: number
}

export interface PuzzleKind {
  name: string
  title: Text
}

export interface PuzzleQuestion {
  id: number
  kind: Text
  level: number
  date: string | null
  question: Question
  win_in: number | null
  theirs: Card[]
  stock: Card[]
}

export interface TryPuzzle {
  move?: MoveText | null
}

export interface PuzzleTried {
  right: boolean
  solution: Solution | null
}

export interface Solution {
  answers: MoveText[]
  other: MoveText
  value: number
  other_value: number
  reasons: Text[]
  line: MoveText[]
}

export interface JudgePuzzle {
  move: MoveText
}

export interface Drill {
  seat: number
  steps: DrillStep[]
  questions: CountingQuestion[]
}

export interface DrillStep {
  line: Text
  hand: Card[]
  sizes: number[]
  pile: Card[]
  stock_size: number
}

export interface CountingQuestion {
  kind: 'can_hold' | 'how_many' | 'next' | 'which'
  text: Text
  options: Card[]
  answer: Card[] | number | boolean
}

export type FromServer =
  | Welcome
  | Happened
  | Done
  | Refused
  | Judged
  | Hinted
  | Looked
  | Greeted
  | Reacted
  | Nudged
  | Said
  | Company
  | Presence
  | Pong
  | Bye

export type FromClient =
  | Hello
  | MakeMove
  | Judge
  | AskHint
  | Look
  | Undo
  | Beggar
  | SealSalt
  | OpenSalt
  | Start
  | Rematch
  | Ready
  | Rename
  | SetSeat
  | SetPace
  | Back
  | Greet
  | React
  | Nudge
  | SetChat
  | Say
  | Leave
  | Close
  | Ping

export type What = Dealt | Moved | Undone | Changed

export type ReviewPart = ReviewBegun | ReviewedTurn | ReviewDone | ReviewFailed
