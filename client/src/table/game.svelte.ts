// One visitor at one table: what is seen, what is being chosen, and what is asked of the server.

import type { Foul, Greeting, Hinted, Judged, MoveText, Reason, Refused, Suit, Word } from '../lib/protocol'
import type { Answer, TableRequest } from '../lib/requests'
import { words } from '../i18n/table'
import { settings, tapsWait } from '../lib/settings.svelte'
import { Away } from '../company/away.svelte'
import { Company } from '../company/company.svelte'
import * as choosing from './choosing'
import { NOTHING, type Choice, type HandCard } from './choosing'
import { Connection, tableSocket, type Link, type Told } from './connection'
import { FlightStage } from './flights.svelte'
import { parseMove, type Move } from './moves'
import { Sealing } from './sealing'
import { playSound, vibrate } from './sounds'
import { TableState } from './tableState.svelte'

/** How long a plain tap waits before it is sent. */
export const TAKE_BACK_MS = 1200
const TOAST_MS = 4000
const CHECK: Word = 'check'

export interface Refusal {
  readonly card: HandCard
  readonly reasons: readonly Reason[]
  /** What it costs to lay the card all the same, where the table allows that. */
  readonly foul: Foul | null
}

export class Game {
  readonly stage = new FlightStage(() => settings.pace)
  readonly state: TableState
  readonly sealing = new Sealing(
    (request) => this.ask(request),
    () => this.say(words.promiseChanged),
  )
  readonly company: Company
  readonly away: Away
  link = $state<Link>('connecting')
  why = $state('')
  choice = $state.raw<Choice>(NOTHING)
  /** A plain tap that can still be taken back. */
  pending = $state.raw<{ move: MoveText; cards: readonly HandCard[] } | null>(null)
  refusal = $state.raw<Refusal | null>(null)
  hint = $state.raw<Hinted | null>(null)
  preview = $state.raw<Judged | null>(null)
  toast = $state('')
  /** My moves of this game, as the server took them. */
  made = $state.raw<readonly MoveText[]>([])

  /** The server may say goodbye before it says that a leave was carried out. */
  private readonly ended: Promise<void>
  private sentAt = $state<number | null>(null)
  private readonly connection: Connection
  private timer: ReturnType<typeof setTimeout> | undefined
  private toastTimer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly id: string,
    token: string | null,
    open = () => tableSocket(id),
  ) {
    this.state = new TableState(this.stage, settings.order)
    this.company = new Company(
      id,
      (request) => this.want(request),
      () => playSound('turn'),
    )
    this.away = new Away(id, this.state)
    let end = () => {}
    this.ended = new Promise((done) => (end = done))
    this.connection = new Connection(
      token,
      {
        last: () => this.state.last ?? this.away.askFrom,
        told: (message) => this.told(message),
        link: (link, why) => {
          this.link = link
          this.why = why
          if (link === 'ended') end()
        },
      },
      open,
    )
  }

  readonly position = $derived.by(() => this.state.view?.position ?? -1)
  /** I am asked, and my answer is not on its way yet. */
  readonly live = $derived.by(() => this.state.live && this.sentAt !== this.position)
  private readonly legal: readonly Move[] = $derived.by(() =>
    this.live && this.state.view ? choosing.readMoves(this.state.view.moves) : [],
  )
  /** What the chosen cards cost, if they are against the rules. */
  readonly price: Foul | null = $derived.by(() => (this.choice.foul ? (this.preview?.foul ?? null) : null))
  /** What the chosen cards cost if the next player checks them: they are not what they are declared to be. */
  readonly lie: Reason | null = $derived.by(() => (this.choice.foul ? (this.preview?.lie ?? null) : null))
  readonly moves: readonly Move[] = $derived.by(() =>
    this.live && (this.price || this.lie) && this.preview
      ? choosing.foulMoves(this.preview.move)
      : this.legal,
  )
  readonly questions = $derived.by(() => choosing.questions(this.moves, this.choice))
  readonly chosen = $derived.by(() => choosing.chosen(this.moves, this.choice))
  readonly orders = $derived.by(() =>
    this.choice.foul ? this.choice.picked.length : choosing.orders(this.moves, this.choice).length,
  )
  /** The move without cards: besides a check there is at most one at a time. */
  readonly word: Word | null = $derived.by(
    () => this.legal.find((move) => move.word !== null && move.word !== CHECK)?.word ?? null,
  )
  /** Covered cards of another player may be checked. */
  readonly canCheck = $derived.by(() => this.legal.some((move) => move.word === CHECK))

  ask = (request: TableRequest): Promise<Answer> => this.connection.request(request)

  /** Asks for something whose refusal is told in a few words. */
  async want(request: TableRequest): Promise<boolean> {
    const answer = await this.ask(request)
    if (answer.type === 'refused') this.say(answer[settings.language])
    return answer.type !== 'refused'
  }

  /** Goes for good; whether that was granted. */
  async goAway(type: 'leave' | 'close'): Promise<boolean> {
    return await Promise.race([this.want({ type }), this.ended.then(() => true)])
  }

  name(seat: number): string {
    const { view, table } = this.state
    return table?.seats[view?.table[seat] ?? seat]?.name ?? ''
  }

  /** `lays`: a second tap on a chosen card lays it; from the keyboard it is put back. */
  tap(card: HandCard, lays = true): void {
    if (this.pending) {
      const { move, cards } = this.pending
      this.takeBack()
      if (cards.some((one) => one.key === card.key)) return lays ? void this.send(move) : undefined
    }
    if (!this.live) return
    const last = this.choice.picked.at(-1)?.key === card.key
    if (lays && last && this.chosen && !this.choice.foul) return this.confirm()
    this.dismiss()
    const tapped = choosing.tap(this.moves, this.choice, this.state.hand, card)
    if (tapped.does === 'choose') return this.choose(tapped.choice)
    this.choose(NOTHING)
    if (tapped.does === 'play') this.soon(tapped.move, [card])
    else void this.refuse(card, tapped.asks)
  }

  choose(choice: Choice): void {
    // Which suit is asked for does not change the price, and the question must not vanish for a moment.
    if (!(this.price || this.lie) || choice.picked !== this.choice.picked) this.preview = null
    this.choice = choice
    const move = choice.foul ? choosing.foulText(choice) : this.chosen?.text
    if (move) void this.foresee(choice, move)
  }

  /** Begins to lay cards even against the rules; nothing is laid yet. */
  against(cards: readonly HandCard[]): void {
    this.dismiss()
    this.choose(choosing.against(cards))
  }

  /** `lays`: the answer is the last that was missing, so the cards are laid with it. */
  answerSuit(suit: Suit, lays = false): void {
    this.choose({ ...this.choice, suit })
    if (lays && !this.choice.foul) this.confirm()
  }

  answerBack(back: number | 'plain'): void {
    this.choose({ ...this.choice, back })
  }

  nextOrder(): void {
    this.choose(choosing.nextOrder(this.moves, this.choice))
  }

  raise(card: HandCard): void {
    this.choose(choosing.raise(this.moves, this.choice, card))
  }

  confirm(): void {
    if (this.chosen && !this.price) void this.send(this.chosen.text)
  }

  /** Only the button that tells the price does this: never a key or a tap that is meant for a legal move. */
  layAnyway(): void {
    if (this.chosen) void this.send(this.chosen.text)
  }

  say(text: string): void {
    this.toast = text
    clearTimeout(this.toastTimer)
    this.toastTimer = setTimeout(() => (this.toast = ''), TOAST_MS)
  }

  /** Everything that is open closes, the last first; false if nothing was open. */
  cancel(): boolean {
    if (this.state.past) this.lookAtNow()
    else if (this.pending) this.takeBack()
    else if (this.refusal || this.hint) this.dismiss()
    else if (this.choice.picked.length > 0) this.choose(NOTHING)
    else return false
    return true
  }

  dismiss(): void {
    this.refusal = null
    this.hint = null
  }

  takeBack(): void {
    clearTimeout(this.timer)
    this.pending = null
  }

  /** The move without cards. */
  sayWord(): void {
    if (this.word) void this.send(this.word)
  }

  /** Asks to see the covered cards. */
  check(): void {
    if (this.canCheck) void this.send(CHECK)
  }

  async send(move: MoveText): Promise<void> {
    const position = this.position
    this.takeBack()
    this.dismiss()
    this.sentAt = position
    const answer = await this.ask({ type: 'move', position, move })
    if (answer.type === 'refused') {
      if (this.sentAt === position) this.sentAt = null
      if (answer.code !== 'stale') this.complain(answer, move)
    } else this.made = [...this.made, move]
  }

  async askHint(): Promise<void> {
    if (!this.live || !this.state.table?.hints) return
    this.choose(NOTHING)
    this.takeBack()
    this.dismiss()
    const position = this.position
    const answer = await this.ask({ type: 'hint', position })
    if (answer.type === 'hinted' && position === this.position) this.hint = answer
    else if (answer.type === 'refused') this.say(answer[settings.language])
  }

  /** Shows the table as it was after an event; the present goes on behind it. */
  async lookBack(n: number): Promise<void> {
    this.forget()
    if (n === this.state.lines.at(-1)?.n) return this.lookAtNow()
    const answer = await this.ask({ type: 'look', n })
    if (answer.type === 'looked') this.state.past = { n, view: answer.view }
    else if (answer.type === 'refused') this.say(answer[settings.language])
  }

  lookAtNow(): void {
    this.state.past = null
  }

  async undo(): Promise<void> {
    this.lookAtNow()
    this.takeBack()
    this.dismiss()
    this.choose(NOTHING)
    await this.want({ type: 'undo', position: this.position })
  }

  greet(greeting: Greeting): void {
    void this.want({ type: 'greet', greeting })
  }

  hurry(): void {
    this.connection.hurry()
  }

  close(): void {
    clearTimeout(this.timer)
    clearTimeout(this.toastTimer)
    this.connection.close()
  }

  private told(message: Told): void {
    if (message.type === 'welcome' || message.type === 'happened') this.sealing.hear(message)
    switch (message.type) {
      case 'welcome':
        this.forget()
        this.lookAtNow()
        this.company.welcome(message)
        this.away.welcome(message)
        return this.state.welcome(message)
      case 'happened':
        if (message.view) this.forget()
        if (message.what.type === 'dealt') {
          this.made = []
          if (this.state.you !== null && !this.state.table?.lesson) settings.games += 1
          this.lookAtNow()
        }
        this.away.happened(message)
        this.state.happened(message)
        if (this.state.gap) this.connection.resync()
        return
      case 'presence':
        return this.state.presence(message)
      case 'greeted':
        playSound('greet')
        return this.company.muted.has(message.seat)
          ? undefined
          : this.state.greet(message.seat, message.greeting)
      default:
        return this.company.hear(message)
    }
  }

  /** The position has changed, maybe in another tab: nothing that was begun in the old one holds. */
  private forget(): void {
    this.takeBack()
    this.dismiss()
    this.choice = NOTHING
    this.preview = null
  }

  private soon(move: MoveText, cards: readonly HandCard[]): void {
    if (!tapsWait()) return void this.send(move)
    this.pending = { move, cards }
    this.timer = setTimeout(() => void this.send(move), TAKE_BACK_MS)
  }

  private async foresee(choice: Choice, move: MoveText): Promise<void> {
    const answer = await this.ask({ type: 'judge', position: this.position, move })
    if (answer.type !== 'judged' || choice !== this.choice) return
    this.preview = answer
    if (choice.foul && answer.legal && choice.suit === null)
      this.choice = choosing.allowed(answer.lie ? choosing.foulMoves(answer.move) : this.legal, choice)
  }

  private async refuse(card: HandCard, move: MoveText): Promise<void> {
    playSound('refuse')
    vibrate('refuse')
    const position = this.position
    const answer = await this.ask({ type: 'judge', position, move })
    if (position !== this.position) return
    if (answer.type === 'judged' && !answer.legal)
      this.refusal = { card, reasons: answer.reasons, foul: answer.foul }
    else if (answer.type === 'refused') this.complain(answer, move)
  }

  private complain(answer: Refused, move: MoveText): void {
    playSound('refuse')
    const first = parseMove(move).cards[0]
    const card = this.state.hand.find((one) => one.code === first)
    if (card && answer.reasons.length > 0) this.refusal = { card, reasons: answer.reasons, foul: null }
    else this.say(answer[settings.language])
  }
}
