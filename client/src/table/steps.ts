// An event of the table as the small steps that are seen one after another.

import type { Card, CardEvent, Dealt, Happened, Moved, View } from '../lib/protocol'
import { NOTHING_HOLDS } from '../lib/situation'
import { dramaOf, type Drama } from './drama'
import { parseMove } from './moves'

export type Step =
  | { readonly does: 'clear'; readonly view: View }
  | { readonly does: 'deal'; readonly seats: readonly number[]; readonly card: Card | null }
  | { readonly does: 'start'; readonly card: Card }
  | { readonly does: 'lay'; readonly seat: number; readonly cards: readonly (Card | null)[] }
  | {
      readonly does: 'draw'
      readonly seat: number
      readonly count: number
      readonly cards: readonly Card[] | null
    }
  | { readonly does: 'turnOver'; readonly count: number; readonly shuffled: boolean }
  | { readonly does: 'show'; readonly cards: readonly Card[] }
  | { readonly does: 'takeBack'; readonly seat: number; readonly cards: readonly Card[] }
  | { readonly does: 'finish'; readonly seat: number }
  | { readonly does: 'drama'; readonly drama: Drama }
  | { readonly does: 'over' }
  | { readonly does: 'pass' }

export function stepsOf(event: Happened, before: View | null): Step[] {
  const { what, view } = event
  if (what.type === 'dealt' && view) return dealSteps(what, view)
  if (what.type === 'moved' && view) return moveSteps(what, before, view)
  return []
}

/** One card a round to each seat, clockwise from the first, then the start card. */
function dealSteps(what: Dealt, view: View): Step[] {
  const clockwise = view.sizes.map((_, i) => (what.first + i) % view.sizes.length)
  const rounds = Array.from({ length: Math.max(...view.sizes) }, (_, round): Step => {
    const seats = clockwise.filter((seat) => (view.sizes[seat] ?? 0) > round)
    return { does: 'deal', seats, card: view.hand[round] ?? null }
  })
  const shown = what.events.flatMap((one): Step[] =>
    one.kind === 'show' && one.cards ? [{ does: 'show', cards: one.cards }] : [],
  )
  return [
    { does: 'clear', view: undealt(view) },
    ...rounds,
    ...view.pile.slice(-1).flatMap((card): Step[] => (card ? [{ does: 'start', card }] : [])),
    ...shown,
    { does: 'pass' },
  ]
}

/** The table before the deal: every card lies in the stock. */
function undealt(view: View): View {
  const dealt = view.sizes.reduce((sum, size) => sum + size, 0)
  return {
    ...view,
    hand: [],
    sizes: view.sizes.map(() => 0),
    pile: [],
    pile_size: 0,
    stock_size: view.stock_size + view.pile_size + dealt,
    situation: NOTHING_HOLDS,
    moves: [],
  }
}

function moveSteps(what: Moved, before: View | null, view: View): Step[] {
  const steps: Step[] = []
  const { cards, hidden } = parseMove(what.move)
  const covered = Array.from({ length: hidden }, () => null)
  if (cards.length > 0) steps.push({ does: 'lay', seat: what.seat, cards: [...covered, ...cards] })
  const drama = dramaOf(what, view)
  for (const one of drama) if (one.kind !== 'win') steps.push({ does: 'drama', drama: one })
  for (const event of what.events) steps.push(...cardSteps(event))
  for (const seat of Object.keys(view.out)) {
    if (before && !(seat in before.out)) steps.push({ does: 'finish', seat: Number(seat) })
  }
  for (const one of drama) if (one.kind === 'win') steps.push({ does: 'drama', drama: one })
  steps.push({ does: view.over ? 'over' : 'pass' })
  return steps
}

function cardSteps(event: CardEvent): Step[] {
  switch (event.kind) {
    case 'draw':
      return event.seat === null || event.count === 0
        ? []
        : [{ does: 'draw', seat: event.seat, count: event.count, cards: event.cards }]
    case 'turn':
    case 'shuffle':
      return [{ does: 'turnOver', count: event.count, shuffled: event.kind === 'shuffle' }]
    case 'show':
    case 'true':
      return event.cards ? [{ does: 'show', cards: event.cards }] : []
    case 'lie':
      return event.seat === null || !event.cards
        ? []
        : [
            { does: 'show', cards: event.cards },
            { does: 'takeBack', seat: event.seat, cards: event.cards },
          ]
    case 'cover':
      return []
    case 'foul':
      return event.seat === null || !event.cards
        ? []
        : [{ does: 'takeBack', seat: event.seat, cards: event.cards }]
  }
}

const without = (cards: readonly Card[], gone: readonly (Card | null)[]): Card[] => {
  const left = [...cards]
  for (const card of gone) {
    const at = card === null ? -1 : left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

const resized = (view: View, seat: number, by: number): number[] =>
  view.sizes.map((size, i) => (i === seat ? Math.max(0, size + by) : size))

const mine = (view: View, seat: number, cards: readonly Card[] | null): Card[] =>
  seat === view.seat && cards ? [...view.hand, ...cards] : view.hand

/** What is seen when the cards of a step leave their place. Those that come to me find their gap in the hand opened. */
export function leaving(view: View, step: Step): View {
  switch (step.does) {
    case 'clear':
      return step.view
    case 'deal':
      return {
        ...view,
        stock_size: view.stock_size - step.seats.length,
        hand: step.card === null ? view.hand : [...view.hand, step.card],
      }
    case 'start':
      return { ...view, stock_size: view.stock_size - 1 }
    case 'lay':
      return {
        ...view,
        sizes: resized(view, step.seat, -step.cards.length),
        hand: step.seat === view.seat ? without(view.hand, step.cards) : view.hand,
      }
    case 'draw':
      return {
        ...view,
        stock_size: Math.max(0, view.stock_size - step.count),
        hand: mine(view, step.seat, step.cards),
      }
    case 'turnOver':
      return { ...view, pile: view.pile.slice(-1), pile_size: 1 }
    case 'takeBack':
      return {
        ...view,
        pile: view.pile.slice(0, view.pile.length - step.cards.length),
        pile_size: view.pile_size - step.cards.length,
        hand: mine(view, step.seat, step.cards),
      }
    default:
      return view
  }
}

/** What is seen when they have arrived. */
export function arrived(view: View, step: Step): View {
  switch (step.does) {
    case 'deal':
      return { ...view, sizes: view.sizes.map((size, seat) => size + (step.seats.includes(seat) ? 1 : 0)) }
    case 'start':
      return { ...view, pile: [step.card], pile_size: 1 }
    case 'lay':
      return {
        ...view,
        pile: [...view.pile, ...step.cards],
        pile_size: view.pile_size + step.cards.length,
      }
    case 'draw':
      return {
        ...view,
        sizes: resized(view, step.seat, step.count),
      }
    case 'turnOver':
      return { ...view, stock_size: view.stock_size + step.count }
    case 'takeBack':
      return {
        ...view,
        sizes: resized(view, step.seat, step.cards.length),
      }
    default:
      return view
  }
}
