// One WebSocket to a table. Requests are kept until they are answered and sent again after a reconnect with
// the same id, which the server carries out only once.

import {
  VERSION,
  type Bye,
  type Code,
  type Company,
  type FromServer,
  type Greeted,
  type Happened,
  type Hello,
  type Nudged,
  type Presence,
  type Reacted,
  type Said,
  type Welcome,
} from '../lib/protocol'
import type { Answer, TableRequest } from '../lib/requests'

export type Told = Welcome | Happened | Greeted | Presence | Reacted | Nudged | Said | Company

/** `reload`: the page is older than the server; `ended`: coming back would not help. */
export type Link = 'connecting' | 'open' | 'lost' | 'reload' | 'ended'

export interface Wire {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}

export interface Listener {
  /** The last event that was taken, for the server to send what is missing. */
  last(): number | null
  told(message: Told): void
  link(state: Link, why: string): void
}

const FIRST_WAIT = 300
const LONGEST_WAIT = 8_000
const PING_EVERY = 20_000
const PONG_WITHIN = 8_000
/** Refusals of the very first message after which another try is useless. */
const FATAL = new Set<Code>(['bad-token', 'banned', 'unknown-table', 'closed', 'bad-message'])

export class Connection {
  state: Link = 'connecting'
  private wire: Wire | null = null
  private welcomed = false
  private tries = 0
  private made = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setTimeout> | undefined
  private pending = new Map<string, { text: string; answer: (answer: Answer) => void }>()
  /** Tells the requests of two tabs of one seat apart. */
  private readonly prefix: string

  constructor(
    private readonly token: string | null,
    private readonly listener: Listener,
    private readonly open: () => Wire,
    private readonly random: () => number = Math.random,
  ) {
    this.prefix = Math.floor(this.random() * 2 ** 52).toString(36)
    this.connect()
  }

  /** Resolves with the answer, however many connections it takes; never rejects. */
  request(body: TableRequest): Promise<Answer> {
    const id = `${this.prefix}-${this.made++}`
    const text = JSON.stringify({ ...body, id })
    return new Promise((answer) => {
      this.pending.set(id, { text, answer })
      if (this.welcomed) this.wire?.send(text)
    })
  }

  /** The network or the tab woke up: no need to sit out the wait. */
  hurry(): void {
    if (this.state !== 'lost') return
    clearTimeout(this.timer)
    this.connect()
  }

  /** Events are missing: the same as after a lost connection. */
  resync(): void {
    this.wire?.close()
  }

  close(): void {
    this.finish('ended', '')
  }

  private connect(): void {
    clearTimeout(this.timer)
    this.welcomed = false
    const wire = this.open()
    this.wire = wire
    wire.onopen = () => {
      const hello: Hello = { type: 'hello', version: VERSION, token: this.token, last: this.listener.last() }
      wire.send(JSON.stringify(hello))
    }
    wire.onmessage = ({ data }) => {
      if (wire === this.wire) this.hear(JSON.parse(data) as FromServer)
    }
    wire.onclose = () => {
      if (wire === this.wire) this.lost()
    }
  }

  private hear(message: FromServer): void {
    this.watch()
    switch (message.type) {
      case 'welcome':
        if (message.version !== VERSION) return this.finish('reload', 'version')
        this.tries = 0
        this.welcomed = true
        for (const { text } of this.pending.values()) this.wire?.send(text)
        this.listener.told(message)
        this.become('open', '')
        return
      case 'happened':
      case 'greeted':
      case 'presence':
      case 'reacted':
      case 'nudged':
      case 'said':
      case 'company':
        return this.listener.told(message)
      case 'bye':
        return this.leave(message)
      case 'pong':
        return
      case 'refused':
        if (message.code === 'version') return this.finish('reload', 'version')
        if (!this.welcomed && FATAL.has(message.code)) return this.finish('ended', message.code)
        return this.answered(message)
      default:
        return this.answered(message)
    }
  }

  private answered(answer: Answer): void {
    const waiting = this.pending.get(answer.id)
    this.pending.delete(answer.id)
    waiting?.answer(answer)
  }

  private leave(bye: Bye): void {
    if (bye.why === 'restart' || bye.why === 'slow') this.wire?.close()
    else this.finish('ended', bye.why)
  }

  private lost(): void {
    clearTimeout(this.pinger)
    if (this.state === 'reload' || this.state === 'ended') return
    this.welcomed = false
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++)
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + this.random() / 2))
    this.become('lost', '')
  }

  /** A silent connection may be a dead one: ask, and give up on it when nobody answers. */
  private watch(): void {
    clearTimeout(this.pinger)
    this.pinger = setTimeout(() => {
      this.wire?.send(JSON.stringify({ type: 'ping', id: `${this.prefix}-ping` }))
      this.pinger = setTimeout(() => this.abandon(), PONG_WITHIN)
    }, PING_EVERY)
  }

  private abandon(): void {
    const wire = this.wire
    this.wire = null
    wire?.close()
    this.lost()
  }

  private finish(state: Link, why: string): void {
    clearTimeout(this.timer)
    clearTimeout(this.pinger)
    this.become(state, why)
    const wire = this.wire
    this.wire = null
    wire?.close()
  }

  private become(state: Link, why: string): void {
    this.state = state
    this.listener.link(state, why)
  }
}

export function tableSocket(table: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as unknown as Wire
}
