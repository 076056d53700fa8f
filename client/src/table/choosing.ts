// What a tap on a card means, read off the list of legal moves alone: the client knows no rules of the game.
// A choice is a value; every function here returns a new one.

import { SUITS } from '../lib/cards'
import type { Card, MoveText, Suit } from '../lib/protocol'
import { contains, parseMove, same, type Move } from './moves'

/** A card of the own hand; the key tells two equal cards of two packs apart. */
export interface HandCard {
  readonly key: string
  readonly code: Card
}

export interface Choice {
  /** Bottom to top. */
  readonly picked: readonly HandCard[]
  readonly suit: Suit | null
  /** A seat to return, 'plain' for laying without a return, null while nothing is said. */
  readonly back: number | 'plain' | null
  /** Meant to be laid even against the rules: any own cards in any order. */
  readonly foul: boolean
}

export const NOTHING: Choice = { picked: [], suit: null, back: null, foul: false }

/** `fits`: may be laid at the bottom; `joins`: only above another card. */
export type CardState = 'fits' | 'joins' | 'picked' | 'no'

export type Tapped =
  | { readonly does: 'play'; readonly move: MoveText }
  | { readonly does: 'choose'; readonly choice: Choice }
  | { readonly does: 'refuse'; readonly asks: Card }

export interface Questions {
  /** Which suits may be asked for; no question if there is only one answer. */
  readonly suits: readonly Suit[]
  /** Which seats of the game may come back. */
  readonly backs: readonly number[]
  /** The same cards may be laid without a return. */
  readonly plain: boolean
}

export const readMoves = (texts: readonly MoveText[]): Move[] => texts.map(parseMove)

const codes = (cards: readonly HandCard[]): Card[] => cards.map((card) => card.code)
const exactly = (moves: readonly Move[], cards: readonly Card[]): Move[] =>
  moves.filter((move) => move.word === null && same(move.cards, cards))
const startsWith = (move: Move, cards: readonly Card[]): boolean =>
  cards.every((card, i) => move.cards[i] === card)

export function cardState(moves: readonly Move[], choice: Choice, card: HandCard): CardState {
  if (choice.picked.some((one) => one.key === card.key)) return 'picked'
  if (choice.foul) return 'joins'
  if (choice.picked.length > 0) {
    const wider = [...codes(choice.picked), card.code]
    return moves.some((move) => contains(move.cards, wider)) ? 'fits' : 'no'
  }
  if (moves.some((move) => move.cards[0] === card.code)) return 'fits'
  return moves.some((move) => move.cards.includes(card.code)) ? 'joins' : 'no'
}

/** A card that can also bring somebody back is marked on its corner. */
export function hasSecondMeaning(moves: readonly Move[], card: HandCard): boolean {
  return moves.some((move) => move.back !== null && move.cards.includes(card.code))
}

export function tap(
  moves: readonly Move[],
  choice: Choice,
  hand: readonly HandCard[],
  card: HandCard,
): Tapped {
  if (choice.foul) return { does: 'choose', choice: toggled(choice, card) }
  const state = cardState(moves, choice, card)
  if (state === 'picked') return { does: 'choose', choice: withoutCard(moves, choice, card) }
  if (choice.picked.length > 0) {
    if (state === 'no') return tap(moves, NOTHING, hand, card)
    return { does: 'choose', choice: arranged(moves, [...choice.picked, card]) ?? choice }
  }
  if (state === 'no') return { does: 'refuse', asks: card.code }
  const meanings = moves.filter((move) => move.cards.includes(card.code))
  const only = meanings[0]
  if (meanings.length === 1 && only && only.cards.length === 1 && only.suit === null && only.back === null)
    return { does: 'play', move: only.text }
  return { does: 'choose', choice: started(moves, hand, card) }
}

/** A card that cannot lie at the bottom brings the card it needs beneath it. */
function started(moves: readonly Move[], hand: readonly HandCard[], card: HandCard): Choice {
  const alone = arranged(moves, [card])
  if (alone) return alone
  const smallest = moves
    .filter((move) => move.cards.at(-1) === card.code)
    .sort((a, b) => a.cards.length - b.cards.length)[0]
  if (!smallest) return NOTHING
  const free = hand.filter((one) => one.key !== card.key)
  const below = smallest.cards.slice(0, -1).map((code) => {
    const at = free.findIndex((one) => one.code === code)
    return free.splice(at, 1)[0]!
  })
  return settled(moves, [...below, card])
}

/** The cards in the order given if it can lead to a move, else in another order that can. */
function arranged(moves: readonly Move[], picked: readonly HandCard[]): Choice | null {
  const wanted = codes(picked)
  if (moves.some((move) => startsWith(move, wanted))) return settled(moves, picked)
  const other = moves.find(
    (move) => move.cards.length >= wanted.length && contains(wanted, move.cards.slice(0, wanted.length)),
  )
  return other ? settled(moves, inOrder(picked, other.cards.slice(0, wanted.length))) : null
}

function inOrder(picked: readonly HandCard[], order: readonly Card[]): HandCard[] {
  const left = [...picked]
  return order.map(
    (code) =>
      left.splice(
        left.findIndex((card) => card.code === code),
        1,
      )[0]!,
  )
}

/** Questions with a single answer are not asked. */
function settled(moves: readonly Move[], picked: readonly HandCard[]): Choice {
  const exact = exactly(moves, codes(picked))
  const suits = new Set(exact.map((move) => move.suit))
  const backs = new Set(exact.map((move) => move.back))
  const [suit] = suits
  const [back] = backs
  return {
    picked,
    suit: suits.size === 1 ? (suit ?? null) : null,
    back: backs.size === 1 ? (back ?? 'plain') : null,
    foul: false,
  }
}

function withoutCard(moves: readonly Move[], choice: Choice, card: HandCard): Choice {
  const left = choice.picked.filter((one) => one.key !== card.key)
  if (left.length === 0) return NOTHING
  return arranged(moves, left) ?? NOTHING
}

/** Cards that are meant to be laid whatever the rules say. */
export function against(picked: readonly HandCard[]): Choice {
  return picked.length > 0 ? { picked, suit: null, back: 'plain', foul: true } : NOTHING
}

function toggled(choice: Choice, card: HandCard): Choice {
  const left = choice.picked.filter((one) => one.key !== card.key)
  return against(left.length < choice.picked.length ? left : [...left, card])
}

/** The cards that were meant against the rules are allowed after all. */
export function allowed(moves: readonly Move[], choice: Choice): Choice {
  return { ...settled(moves, choice.picked), foul: true }
}

/** As the cards would be laid against the rules; what they need besides, the server knows. */
export function foulText(choice: Choice): MoveText {
  const cards = codes(choice.picked).join(' ')
  return (choice.suit ? `${cards}=${choice.suit}` : cards) as MoveText
}

/** The ways to lay them, from the one that was judged: with any suit if they need one. */
export function foulMoves(judged: MoveText): Move[] {
  const move = parseMove(judged)
  if (move.suit === null) return [move]
  return SUITS.map((suit) => parseMove(`${move.cards.join(' ')}=${suit}` as MoveText))
}

export function questions(moves: readonly Move[], choice: Choice): Questions {
  const exact = exactly(moves, codes(choice.picked))
  const suits = [...new Set(exact.flatMap((move) => move.suit ?? []))]
  const backs = [...new Set(exact.flatMap((move) => move.back ?? []))]
  return {
    suits: suits.length > 1 ? suits : [],
    backs,
    plain: backs.length > 0 && exact.some((move) => move.back === null),
  }
}

/** The legal move that the choice has come to, or null while something is still open. */
export function chosen(moves: readonly Move[], choice: Choice): Move | null {
  const found = exactly(moves, codes(choice.picked)).filter(
    (move) =>
      move.suit === choice.suit &&
      (choice.back === 'plain' ? move.back === null : move.back === choice.back && choice.back !== null),
  )
  return found[0] ?? null
}

/** Every order in which the picked cards may be laid by the rules. */
export function orders(moves: readonly Move[], choice: Choice): Card[][] {
  const wanted = codes(choice.picked)
  const seen = new Map<string, Card[]>()
  for (const move of moves)
    if (move.cards.length === wanted.length && contains(move.cards, wanted))
      seen.set(move.cards.join(' '), [...move.cards])
  return [...seen.values()]
}

export function nextOrder(moves: readonly Move[], choice: Choice): Choice {
  if (choice.foul) return against([...choice.picked.slice(1), ...choice.picked.slice(0, 1)])
  const all = orders(moves, choice)
  const at = all.findIndex((order) => same(order, codes(choice.picked)))
  const next = all[(at + 1) % all.length]
  return next ? keeping(choice, settled(moves, inOrder(choice.picked, next))) : choice
}

/** The card counts afterwards, if an order with it on top is legal. */
export function raise(moves: readonly Move[], choice: Choice, card: HandCard): Choice {
  const others = choice.picked.filter((one) => one.key !== card.key)
  const wanted = [...others, card]
  if (choice.foul) return against(wanted)
  const all = orders(moves, choice)
  const order = all.find((one) => same(one, codes(wanted))) ?? all.find((one) => one.at(-1) === card.code)
  return order ? keeping(choice, settled(moves, inOrder(wanted, order))) : choice
}

/** An answer that was given stays given when only the order changes. */
function keeping(old: Choice, fresh: Choice): Choice {
  return { ...fresh, suit: fresh.suit ?? old.suit, back: fresh.back ?? old.back }
}
