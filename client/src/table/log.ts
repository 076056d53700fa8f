// The lines of the log as they are read: in rounds, with cards and names apart from the words.

import type { CardPiece, Line } from '../lib/protocol'
import type { Language } from '../lib/settings.svelte'

export interface Round {
  /** From 1; the deal stands before the first. */
  readonly number: number
  readonly lines: readonly Line[]
}

/**
 * A round ends when the turn has gone around. `order` are the seats of the table clockwise, the one that begins a round
 * first; a player who moves again does not begin another one.
 */
export function rounds(lines: readonly Line[], order: readonly number[]): Round[] {
  const found: { number: number; lines: Line[] }[] = []
  let last = Infinity
  for (const line of lines) {
    // Who sits where is no turn.
    const at = line.seat === null || line.kind === 'seat' ? -1 : order.indexOf(line.seat)
    if (at < 0 && found.length === 0) found.push({ number: 0, lines: [] })
    else if (at >= 0 && at < last) found.push({ number: (found.at(-1)?.number ?? 0) + 1, lines: [] })
    if (at >= 0) last = at
    found.at(-1)!.lines.push(line)
  }
  return found
}

export type Part =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'card'; readonly piece: CardPiece }

export function partsOf(line: Line, names: readonly string[], language: Language): Part[] {
  const pieces = line.pieces?.[language] ?? [line[language]]
  return pieces.flatMap((piece, i): Part[] => {
    if (typeof piece !== 'string') return [{ kind: 'card', piece }]
    // Cards that are drawn beside each other need no comma.
    const between = i > 0 && piece === ', ' && typeof pieces[i - 1] !== 'string'
    return between ? [{ kind: 'words', text: ' ' }] : withNames(piece, names)
  })
}

/** Names may run from right to left: each stands for itself. */
function withNames(text: string, names: readonly string[]): Part[] {
  const known = names.filter(Boolean).sort((a, b) => b.length - a.length)
  const parts: Part[] = []
  let words = ''
  for (let at = 0; at < text.length;) {
    const name = known.find((one) => text.startsWith(one, at) && alone(text, at, one.length))
    if (name) {
      if (words) parts.push({ kind: 'words', text: words })
      parts.push({ kind: 'name', text: name })
      words = ''
      at += name.length
    } else words += text[at++]
  }
  return words ? [...parts, { kind: 'words', text: words }] : parts
}

/** A name inside another word is not one. */
function alone(text: string, at: number, length: number): boolean {
  const letter = /[\p{L}\p{N}]/u
  return !letter.test(text[at - 1] ?? ' ') && !letter.test(text[at + length] ?? ' ')
}
