// How the table is seen: the events of the server wait in one queue and are shown one after another, so that
// nothing jumps. What may be done (`live`) is offered only when everything has landed.

import type {
  Fair,
  Greeting,
  Happened,
  Line,
  Match,
  Presence,
  TableInfo,
  View,
  Welcome,
} from '../lib/protocol'
import type { CardOrder } from '../lib/settings.svelte'
import type { HandCard } from './choosing'
import { HandKeeper } from './hand'
import { Sequence } from './sequence'
import { arrived, leaving, stepsOf, type Step } from './steps'

/** Shows a step; calls `leave` when its cards go and `arrive` when they are there. */
export interface Stage {
  play(step: Step, state: TableState, leave: () => void, arrive: () => void): Promise<void>
}

/** Everything at once, for tests and for those who wish no motion. */
export const atOnce: Stage = {
  play: async (_step, _state, leave, arrive) => {
    leave()
    arrive()
  },
}

/** With more events waiting than this, they are shown faster. */
const PATIENCE = 3

export class TableState {
  you = $state.raw<number | null>(null)
  table = $state.raw<TableInfo | null>(null)
  match = $state.raw<Match | null>(null)
  fair = $state.raw<Fair | null>(null)
  /** The deal of the last finished game with its secret: the next one is promised at once. */
  revealed = $state.raw<Fair | null>(null)
  private present = $state.raw<View | null>(null)
  private held = $state.raw<readonly HandCard[]>([])
  /** The table as it was after event `n`, while somebody looks back. */
  past = $state.raw<{ readonly n: number; readonly view: View } | null>(null)
  lines = $state.raw<readonly Line[]>([])
  /** Somebody's greeting, by seat of the table; the number tells two equal ones apart. */
  greetings = $state.raw<Readonly<Record<number, { greeting: Greeting; made: number }>>>({})
  /** The event that is being shown, for the voice and the sounds. */
  latest = $state.raw<Happened | null>(null)
  /** Seats of the game that stood, until it is their turn again. */
  stood = $state.raw<ReadonlySet<number>>(new Set())
  /** The seat of the game that declared the valid suit. */
  askedBy = $state<number | null>(null)
  /** Cards are going out: nobody is nearly done because they have only one so far. */
  dealing = $state(false)
  /** Events are being shown. */
  busy = $state(false)
  /** What the server's clock is ahead of this one, in seconds. */
  ahead = 0

  private readonly sequence = new Sequence()
  private queue: Happened[] = []
  private greeted = 0
  /** Grows with every snapshot: what was being shown before it is of no interest any more. */
  private epoch = 0
  private readonly keeper: HandKeeper

  constructor(
    private readonly stage: Stage = atOnce,
    order: CardOrder = 'suit',
    private readonly now: () => number = () => Date.now() / 1000,
  ) {
    this.keeper = new HandKeeper(order)
  }

  /** What is seen: the present, or the moment that is looked back to. */
  get view(): View | null {
    return this.past?.view ?? this.present
  }

  set view(view: View | null) {
    this.present = view
  }

  get hand(): readonly HandCard[] {
    return this.past ? this.pastHand : this.held
  }

  private readonly pastHand: readonly HandCard[] = $derived.by(() =>
    this.keeper.sort((this.past?.view.hand ?? []).map((code, i) => ({ key: `past-${i}`, code }))),
  )

  get last(): number | null {
    return this.sequence.last
  }

  get hurried(): boolean {
    return this.queue.length > PATIENCE
  }

  /** My turn, and everything has landed. */
  readonly live = $derived(
    !this.busy &&
      this.past === null &&
      this.present !== null &&
      this.present.seat === this.present.turn &&
      !this.present.over,
  )

  welcome(message: Welcome): void {
    this.ahead = message.now - this.now()
    this.you = message.you
    const behind =
      this.sequence.last === null || (message.n > this.sequence.last && message.missed.length === 0)
    if (!behind) {
      for (const event of message.missed) this.happened(event)
      if (this.busy) {
        // The queue brings everything but who is here.
        if (this.table) this.table = { ...this.table, seats: message.table.seats }
        return
      }
    }
    this.queue = []
    this.epoch++
    this.dealing = false
    this.sequence.jump(message.n)
    this.table = message.table
    this.match = message.match
    this.fair = message.fair
    if (message.fair?.secret) this.revealed = message.fair
    this.lines = message.lines
    this.see(message.view)
  }

  happened(event: Happened): void {
    this.queue.push(...this.sequence.take(event))
    if (!this.busy && this.queue.length > 0) void this.run()
  }

  /** Shows again what came after the first of these events, from the position that it led to. */
  replay([first, ...rest]: readonly Happened[]): void {
    if (!first?.view) return
    this.queue = []
    this.epoch++
    this.dealing = false
    this.sequence.jump(first.n)
    this.lines = this.lines.filter((line) => line.n <= first.n)
    this.see(first.view)
    for (const event of rest) this.happened(event)
  }

  /** Events were lost on the way. */
  get gap(): boolean {
    return this.sequence.gap
  }

  presence(message: Presence): void {
    if (!this.table) return
    const seats = this.table.seats.map((seat, i) =>
      i === message.seat ? { ...seat, connected: message.connected } : seat,
    )
    this.table = { ...this.table, seats }
  }

  greet(seat: number, greeting: Greeting): void {
    this.greetings = { ...this.greetings, [seat]: { greeting, made: this.greeted++ } }
  }

  forgetGreeting(seat: number): void {
    this.greetings = Object.fromEntries(
      Object.entries(this.greetings).filter(([one]) => Number(one) !== seat),
    )
  }

  /** The own hand, by hand. */
  arrange(key: string, to: number): void {
    if (!this.past) this.held = this.keeper.move(this.held, key, to)
  }

  sort(order: CardOrder): void {
    this.keeper.order = order
    this.keeper.arranged = false
    this.held = this.keeper.sort(this.held)
  }

  private async run(): Promise<void> {
    this.busy = true
    for (let event; (event = this.queue.shift());) await this.show(event)
    this.busy = false
  }

  private async show(event: Happened): Promise<void> {
    if (event.what.type === 'dealt') {
      this.lines = []
      this.keeper.arranged = false
    }
    this.latest = event
    this.dealing = event.what.type === 'dealt'
    const epoch = this.epoch
    // The log does not run ahead of the cards: the line stands when the first of them has landed.
    let told = false
    const tell = () => {
      if (!told && event.line) this.lines = [...this.lines, event.line]
      told = true
    }
    for (const step of stepsOf(event, this.present)) {
      await this.stage.play(
        step,
        this,
        () => epoch === this.epoch && this.see(leaving(this.present ?? event.view!, step)),
        () => {
          if (epoch !== this.epoch) return
          this.see(arrived(this.present ?? event.view!, step))
          tell()
        },
      )
      if (epoch !== this.epoch) return
    }
    tell()
    this.dealing = false
    this.remember(event)
    if (event.table) this.table = event.table
    if (event.match) this.match = event.match
    if (event.fair) this.fair = event.fair
    if (event.fair?.secret) this.revealed = event.fair
    if (event.view) this.see(event.view)
  }

  private remember({ what, view }: Happened): void {
    if (what.type === 'dealt' || what.type === 'undone') {
      this.stood = new Set()
      this.askedBy = null
    }
    if (what.type === 'moved' && what.move === 'stand') this.stood = new Set([...this.stood, what.seat])
    // Cards laid in vain ask for nothing.
    if (what.type === 'moved' && what.move.includes('=') && !what.foul) this.askedBy = what.seat
    if (view) this.stood = new Set([...this.stood].filter((seat) => seat !== view.turn))
  }

  private see(view: View | null): void {
    this.present = view
    this.held = this.keeper.update(this.held, view?.hand ?? [])
  }
}
