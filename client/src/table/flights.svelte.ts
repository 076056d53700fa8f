// Cards in the air. The table tells where things are (anchors), the stage lets cards fly between them.

import { tick } from 'svelte'
import type { Card } from '../lib/protocol'
import { LASTS, type Drama } from './drama'
import { playSound, vibrate } from './sounds'
import type { Step } from './steps'
import type { Stage, TableState } from './tableState.svelte'

/** The middle of a card on the screen, its width and its turn. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly angle: number
}

export interface Flight {
  readonly id: number
  /** Null for a card that is seen from the back only. */
  readonly card: Card | null
  /** The back is seen at the beginning. */
  readonly turns: boolean
  readonly from: Box
  readonly to: Box
  readonly delay: number
  readonly ms: number
  readonly easing: string
}

const LAY = 320
const LAY_GAP = 90
const DRAW = 380
const DRAW_GAP = 110
const DEAL = 240
const DEAL_GAP = 55
const TURN = 240
const SHOW = 1300
const FINISH = 420
/** More cards than this do not fly one by one: the rest comes as a packet. */
const ONE_BY_ONE = 6
const HURRY = 0.35
/** How wide a card is when it comes to another player. */
const SEAT_CARD = 32
const OUT = 'cubic-bezier(.2,.7,.2,1)'
const IN_OUT = 'cubic-bezier(.5,0,.2,1)'

/** How the pile lies: every card further down is a little to the left and turned. */
export const pileOffset = (below: number, spread: number) => ({
  x: -below * spread,
  y: below * below * 1.5,
  angle: -4 * below + 2,
})

export class FlightStage implements Stage {
  flights = $state.raw<readonly Flight[]>([])
  /** Cards of the hand that are still in the air. */
  hidden = $state.raw<ReadonlySet<string>>(new Set())
  /** How many cards are about to land on the pile: those that lie there make room. */
  incoming = $state(0)
  /** Cards that everybody is shown for a moment. */
  shown = $state.raw<readonly Card[]>([])
  /** The seat that has just laid its last card. */
  finished = $state<number | null>(null)

  /** The great moment that is being shown, and how long it lasts. */
  drama = $state.raw<Drama | null>(null)
  dramaMs = 0
  private past: (() => void) | null = null
  private me: number | null = null

  private made = 0
  private anchors = new Map<string, Element>()
  /** Where a card of the own hand belongs, known to the hand even while it is on its way there. */
  locateOwn: (key: string) => Box | null = () => null

  constructor(private readonly pace: () => number) {}

  /** For `{@attach}`: this element is where `name` is. */
  anchor(name: string) {
    return (element: Element) => {
      this.anchors.set(name, element)
      return () => {
        if (this.anchors.get(name) === element) this.anchors.delete(name)
      }
    }
  }

  async play(step: Step, state: TableState, leave: () => void, arrive: () => void): Promise<void> {
    const scale = this.scale(state)
    this.me = state.view?.seat ?? null
    if (step.does !== 'drama' || scale > 0) sound(step, state)
    if (scale === 0) {
      leave()
      arrive()
      return
    }
    switch (step.does) {
      case 'lay':
        await this.lay(step, state, scale, leave)
        break
      case 'draw':
        await this.draw(step.seat, step.count, step.cards, state, scale, leave)
        break
      case 'deal':
        await this.deal(step, state, scale, leave)
        break
      case 'start': {
        const from = this.box('stock')
        leave()
        await this.fly(
          [{ card: step.card, turns: true, from, to: this.pileBox(0), delay: 0, ms: LAY, easing: OUT }],
          scale,
        )
        break
      }
      case 'turnOver':
        await this.turnOver(step.shuffled, scale, leave)
        break
      case 'takeBack':
        await wait(600 * scale)
        await this.takeBack(step, state, scale, leave)
        break
      case 'show':
        leave()
        this.shown = step.cards
        await wait(SHOW * Math.min(1, scale))
        this.shown = []
        break
      case 'finish':
        leave()
        this.finished = step.seat
        await wait(FINISH * scale)
        this.finished = null
        break
      case 'drama':
        leave()
        await this.show(step.drama, scale)
        break
      case 'pass':
        leave()
        await wait((TURN / 2) * scale)
        break
      case 'over':
        leave()
        await wait(700 * scale)
        break
      case 'clear':
        leave()
        await tick()
        break
    }
    arrive()
    this.hidden = new Set()
    this.incoming = 0
    await tick()
    this.flights = []
  }

  /** A tap or a key goes past a great moment. */
  skip(): void {
    this.past?.()
  }

  private async show(drama: Drama, scale: number): Promise<void> {
    this.dramaMs = LASTS[drama.kind] * Math.min(1, scale)
    this.drama = drama
    await Promise.race([wait(this.dramaMs), new Promise<void>((done) => (this.past = done))])
    this.past = null
    this.drama = null
  }

  /** Where something is on the screen; a seat that is mine is where my cards are. */
  place(name: string): { x: number; y: number } {
    return this.box(name)
  }

  placeOf(seat: number): { x: number; y: number } {
    return this.place(seat === this.me ? 'hand' : `seat-${seat}`)
  }

  private scale(state: TableState): number {
    if (state.past || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
    return this.pace() * (state.hurried ? HURRY : 1)
  }

  private async lay(
    step: Step & { does: 'lay' },
    state: TableState,
    scale: number,
    leave: () => void,
  ): Promise<void> {
    const own = step.seat === state.view?.seat
    const left = [...state.hand]
    const from = step.cards.map((code, i) => {
      if (!own) return this.box(`seat-${step.seat}`)
      const at = left.findIndex((card) => card.code === code)
      const [card] = left.splice(at, 1)
      return (
        this.found(`preview-${i}`) ??
        this.found(`dragged`) ??
        (card && this.found(`card-${card.key}`)) ??
        this.box('hand')
      )
    })
    leave()
    this.incoming = step.cards.length
    const flights = step.cards.map((card, i) => ({
      card,
      turns: !own && card !== null,
      from: from[i]!,
      to: this.pileBox(step.cards.length - 1 - i),
      delay: i * LAY_GAP,
      ms: LAY,
      easing: OUT,
    }))
    await this.fly(flights, scale)
  }

  private async draw(
    seat: number,
    count: number,
    cards: readonly Card[] | null,
    state: TableState,
    scale: number,
    leave: () => void,
  ): Promise<void> {
    const from = this.box('stock')
    const targets = await this.targets(seat, count, cards, state, leave)
    const flights = targets.map(({ card, to }, i) => ({
      card,
      turns: card !== null,
      from,
      to,
      delay: Math.min(i, ONE_BY_ONE) * DRAW_GAP,
      ms: DRAW,
      easing: IN_OUT,
    }))
    await this.fly(flights, scale)
  }

  /** Where each card goes; own ones find their gap in the hand, hidden until they land. */
  private async targets(
    seat: number,
    count: number,
    cards: readonly Card[] | null,
    state: TableState,
    leave: () => void,
  ): Promise<{ card: Card | null; to: Box }[]> {
    const before = new Set(state.hand.map((card) => card.key))
    const own = seat === state.view?.seat && cards !== null
    leave()
    if (!own) return Array.from({ length: count }, () => ({ card: null, to: this.box(`seat-${seat}`) }))
    const fresh = state.hand.filter((card) => !before.has(card.key))
    this.hidden = new Set(fresh.map((card) => card.key))
    await tick()
    return fresh.map((card) => ({ card: card.code, to: this.locateOwn(card.key) ?? this.box('hand') }))
  }

  private async deal(
    step: Step & { does: 'deal' },
    state: TableState,
    scale: number,
    leave: () => void,
  ): Promise<void> {
    const from = this.box('stock')
    const me = state.view?.seat ?? null
    let own: { card: Card | null; to: Box }[] = []
    if (me !== null && step.card !== null) own = await this.targets(me, 1, [step.card], state, leave)
    else leave()
    const flights = step.seats.map((seat, i) => {
      const mine = seat === me ? own[0] : undefined
      return {
        card: mine?.card ?? null,
        turns: mine !== undefined,
        from,
        to: mine?.to ?? this.box(`seat-${seat}`),
        delay: i * DEAL_GAP,
        ms: DEAL,
        easing: OUT,
      }
    })
    await this.fly(flights, scale)
  }

  private async turnOver(shuffled: boolean, scale: number, leave: () => void): Promise<void> {
    const from = [3, 2, 1].map((below) => this.pileBox(below))
    leave()
    const flights = from.map((box, i) => ({
      card: null,
      turns: false,
      from: box,
      to: this.box('stock'),
      delay: i * 70,
      ms: DRAW,
      easing: IN_OUT,
    }))
    await this.fly(flights, scale)
    if (shuffled) await wait(250 * scale)
  }

  private async takeBack(
    step: Step & { does: 'takeBack' },
    state: TableState,
    scale: number,
    leave: () => void,
  ): Promise<void> {
    const from = this.pileBox(0)
    const targets = await this.targets(step.seat, step.cards.length, step.cards, state, leave)
    const flights = targets.map(({ card, to }, i) => ({
      card,
      turns: false,
      from,
      to,
      delay: i * LAY_GAP,
      ms: DRAW,
      easing: IN_OUT,
    }))
    await this.fly(flights, scale)
  }

  private async fly(flights: Omit<Flight, 'id'>[], scale: number): Promise<void> {
    const scaled = flights.map((one) => ({
      ...one,
      id: this.made++,
      delay: one.delay * scale,
      ms: one.ms * scale,
    }))
    this.flights = scaled
    await wait(Math.max(0, ...scaled.map((one) => one.delay + one.ms)))
  }

  private found(name: string): Box | null {
    const element = this.anchors.get(name)
    if (!element) return null
    const rect = element.getBoundingClientRect()
    const width = name.startsWith('seat-') ? SEAT_CARD : (element as HTMLElement).offsetWidth || rect.width
    const angle = Number((element as HTMLElement).dataset.angle ?? 0)
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2, width, angle }
  }

  private box(name: string): Box {
    return this.found(name) ?? { x: innerWidth / 2, y: innerHeight / 2, width: 60, angle: 0 }
  }

  private pileBox(below: number): Box {
    const box = this.box('pile')
    const spread = Number((this.anchors.get('pile') as HTMLElement | undefined)?.dataset.spread ?? 34)
    const offset = pileOffset(below, spread)
    return { x: box.x + offset.x, y: box.y + offset.y, width: box.width, angle: offset.angle }
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

function sound(step: Step, state: TableState): void {
  if (document.hidden) return
  if (step.does === 'lay') playSound('lay', step.cards.length)
  else if (step.does === 'draw') playSound('draw', Math.min(step.count, ONE_BY_ONE))
  else if (step.does === 'deal') playSound('draw', 1)
  else if (step.does === 'turnOver') playSound('shuffle')
  else if (step.does === 'finish') playSound('finish')
  else if (step.does === 'drama') {
    const { drama } = step
    playSound(drama.kind)
    // Only what concerns me is felt.
    if (!('seat' in drama) || drama.seat === state.view?.seat) vibrate(drama.kind)
  }
}
