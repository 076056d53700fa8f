// Who is at the table besides the cards: reactions, nudges, messages, spectators. Nothing of it is part of the game.

import { areCounts, PerTable } from '../lib/perTable'
import type { Company as Now, Nudged, Reacted, Reaction, Said, Welcome } from '../lib/protocol'
import type { TableRequest } from '../lib/requests'

export type Told = Reacted | Nudged | Said | Now

export interface Shown {
  readonly seat: number
  readonly reaction: Reaction
  /** Tells two equal ones apart. */
  readonly key: number
}

const MUTED = new PerTable('faraon.muted', areCounts)
const SHOWN_MS = 4000
const MOST_SHOWN = 4
const MOST_SAID = 100

export class Company {
  watching = $state(0)
  /** The seats that read and write. */
  chatting = $state.raw<readonly number[]>([])
  said = $state.raw<readonly Said[]>([])
  /** Read up to this message. */
  read = $state(0)
  reactions = $state.raw<readonly Shown[]>([])
  /** The seat that is waiting for me. */
  nudgedBy = $state<number | null>(null)
  /** Seats that I do not want to hear of: reactions, nudges, messages. It lasts until I say otherwise. */
  muted = $state.raw<ReadonlySet<number>>(new Set())
  /** The last message, for a moment. */
  fresh = $state.raw<Said | null>(null)

  readonly heard = $derived.by(() => this.said.filter((one) => !this.muted.has(one.seat)))
  readonly unread = $derived.by(
    () => this.heard.filter((one) => one.number > this.read && one.seat !== this.you).length,
  )

  private made = 0
  private you: number | null = null

  constructor(
    private readonly table: string,
    private readonly want: (request: TableRequest) => Promise<boolean>,
    private readonly nudged: () => void = () => {},
  ) {
    this.muted = new Set(MUTED.at(table))
  }

  welcome(message: Welcome): void {
    this.you = message.you
    this.now(message.company)
    this.said = message.said
    // A server that was started again counts from the beginning.
    this.read = Math.min(this.read, message.said.at(-1)?.number ?? 0)
  }

  hear(message: Told): void {
    switch (message.type) {
      case 'company':
        return this.now(message)
      case 'reacted':
        return this.react(message)
      case 'nudged':
        if (message.seat !== this.you || this.muted.has(message.by)) return
        this.nudgedBy = message.by
        this.nudged()
        return
      case 'said':
        this.said = [...this.said, message].slice(-MOST_SAID)
        if (message.seat === this.you) this.read = message.number
        else if (!this.muted.has(message.seat)) this.fresh = message
    }
  }

  mute(seat: number, on: boolean): void {
    this.muted = new Set(on ? [...this.muted, seat] : [...this.muted].filter((one) => one !== seat))
    MUTED.keep(this.table, [...this.muted])
  }

  readAll(): void {
    this.read = this.said.at(-1)?.number ?? this.read
    this.fresh = null
  }

  send(n: number, reaction: Reaction): Promise<boolean> {
    return this.want({ type: 'react', n, reaction })
  }

  nudge(seat: number): Promise<boolean> {
    return this.want({ type: 'nudge', seat })
  }

  setChat(on: boolean): Promise<boolean> {
    return this.want({ type: 'chat', on })
  }

  say(text: string): Promise<boolean> {
    return this.want({ type: 'say', text })
  }

  private now(company: Now): void {
    this.watching = company.watching
    this.chatting = company.chatting
    if (this.you === null || !company.chatting.includes(this.you)) this.said = []
  }

  private react({ seat, reaction }: Reacted): void {
    if (this.muted.has(seat)) return
    const shown = { seat, reaction, key: this.made++ }
    this.reactions = [...this.reactions, shown].slice(-MOST_SHOWN)
    setTimeout(() => (this.reactions = this.reactions.filter((one) => one !== shown)), SHOWN_MS)
  }
}
