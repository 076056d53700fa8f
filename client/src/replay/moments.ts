/** What the replay draws from the frames; everything in it was told by the server. */
import type { Frame } from '../lib/protocol'

export interface Mark {
  at: number
  kind: 'debt' | 'stop' | 'out' | 'returned' | 'suit'
  /** Of the game: whom it concerns. */
  seat: number
  /** Of a debt: how many cards. */
  debt: number
}

/** The moments worth jumping to: a debt grew, somebody was stopped, went out or came back, a suit was asked for. */
export function marks(frames: readonly Frame[]): Mark[] {
  const found: Mark[] = []
  frames.forEach((frame, at) => {
    const before = frames[at - 1]
    if (!before) return
    const [now, then] = [frame.situation, before.situation]
    const mover = frame.what.type === 'moved' ? frame.what.seat : frame.turn
    const gone = newKeys(frame.out, before.out)
    const back = newKeys(before.out, frame.out)
    if (gone.length > 0) found.push({ at, kind: 'out', seat: Number(gone[0]), debt: 0 })
    else if (back.length > 0) found.push({ at, kind: 'returned', seat: Number(back[0]), debt: 0 })
    else if (now.debt > then.debt) found.push({ at, kind: 'debt', seat: frame.turn, debt: now.debt })
    else if (now.stop > 0 && (then.stop === 0 || frame.turn !== before.turn))
      found.push({ at, kind: 'stop', seat: frame.turn, debt: 0 })
    else if (now.declared && !(then.declared && then.suit === now.suit))
      found.push({ at, kind: 'suit', seat: mover, debt: 0 })
  })
  return found
}

function newKeys(some: object, others: object): string[] {
  return Object.keys(some).filter((key) => !(key in others))
}

/** Marks far enough apart that their words do not run into each other; endings come before the rest. */
export function shownMarks(all: readonly Mark[], length: number, most: number): Mark[] {
  const gap = length / most
  const shown: Mark[] = []
  const inOrder = [...all].sort((a, b) => Number(b.kind === 'out') - Number(a.kind === 'out') || a.at - b.at)
  for (const mark of inOrder) if (shown.every((one) => Math.abs(one.at - mark.at) >= gap)) shown.push(mark)
  return shown.sort((a, b) => a.at - b.at)
}

export function nextMark(all: readonly Mark[], from: number, last: number): number {
  return all.find((mark) => mark.at > from)?.at ?? last
}

export function previousMark(all: readonly Mark[], from: number): number {
  return all.findLast((mark) => mark.at < from)?.at ?? 0
}

/** The moment that a shared address asks for, kept inside the game. */
export function momentOf(search: string, last: number): number {
  const wanted = Number(new URLSearchParams(search).get('move') ?? 0)
  return Number.isInteger(wanted) ? Math.min(Math.max(0, wanted), last) : 0
}

/** How many cards each seat held, move by move: a line a seat. */
export function cardCounts(frames: readonly Frame[]): number[][] {
  const seats = frames[0]?.hands.length ?? 0
  return Array.from({ length: seats }, (_, seat) => frames.map((frame) => frame.hands[seat]?.length ?? 0))
}

/** The seats as they sit around the one at the bottom, clockwise from their left. */
export function around(seats: number, bottom: number): number[] {
  return Array.from({ length: seats - 1 }, (_, i) => (bottom + 1 + i) % seats)
}

/** Labels of a chart pushed apart so that none covers another; positions in the order given. */
export function spread(positions: readonly number[], gap: number): number[] {
  const order = positions.map((_, i) => i).sort((a, b) => positions[a]! - positions[b]!)
  const placed = [...positions]
  order.forEach((i, k) => {
    const above = order[k - 1]
    if (above !== undefined) placed[i] = Math.max(placed[i]!, placed[above]! + gap)
  })
  return placed
}
