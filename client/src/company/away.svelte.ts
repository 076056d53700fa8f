// What happened while nobody looked: counted when one is back, and shown again if one likes.

import type { Happened, Line, Welcome } from '../lib/protocol'
import { isCount, PerTable } from '../lib/perTable'
import type { TableState } from '../table/tableState.svelte'

const SEEN = new PerTable('faraon.seen', isCount)
const MOST_EVENTS = 200
/** One move of another player is nothing to catch up with. */
const WORTH_TELLING = 2

export class Away {
  /** Moves since one left; 0 when there is nothing to tell. */
  moves = $state(0)
  /** Those that a bot made in my place. */
  forMe = $state(0)
  /** Everything from the last position that was seen, itself included. */
  private events = $state.raw<readonly Happened[]>([])
  private seen: number | null

  constructor(
    private readonly table: string,
    private readonly state: TableState,
  ) {
    this.seen = SEEN.at(table) || null
  }

  readonly canReplay = $derived.by(() => this.events.length > 1 && this.events[0]?.view != null)

  /** The first event that is needed to show everything that was missed is the one after this. */
  get askFrom(): number | null {
    return this.seen === null ? null : Math.max(0, this.seen - 1)
  }

  welcome(message: Welcome): void {
    for (const event of message.missed) this.happened(event)
    if (message.you !== null) this.tell(message.lines, message.you)
  }

  happened(event: Happened): void {
    if (this.seen === null || event.n < this.seen || event.n <= (this.events.at(-1)?.n ?? -1)) return
    // A gap, or too much to show: then the log alone tells it.
    const follows = this.events.length > 0 ? event.n === this.events.at(-1)!.n + 1 : event.n === this.seen
    this.events = follows && this.events.length < MOST_EVENTS ? [...this.events, event] : []
  }

  /** This position was before somebody's eyes, and everything had landed. */
  saw(position: number): void {
    if (position <= 0 || position === this.seen || this.moves > 0) return
    const at = this.events.findIndex((event) => event.n === position)
    this.events = at < 0 ? [] : this.events.slice(at)
    this.seen = position
    SEEN.keep(this.table, position)
  }

  /** Somebody looks again. */
  back(): void {
    if (this.state.you !== null) this.tell(this.state.lines, this.state.you)
  }

  replay(): void {
    this.state.replay(this.events)
    this.dismiss()
  }

  dismiss(): void {
    this.moves = this.forMe = 0
  }

  private tell(lines: readonly Line[], you: number): void {
    if (this.seen === null) return
    const seen = this.seen
    const made = lines.filter((line) => line.kind === 'move' && line.n > seen)
    const forMe = made.filter((line) => line.by === 'stand_in' && line.seat === you).length
    if (made.length < WORTH_TELLING && forMe === 0) return
    this.moves = made.length
    this.forMe = forMe
  }
}
