/** The curve of the chance, as paths of an SVG. */
import type { ReviewDone, ReviewedTurn } from '../lib/protocol'

export interface Point {
  /** The frame of the replay: the moment before the move. */
  readonly at: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A point for each turn that was weighed; at the end stands how the game came out. */
export function pointsOf(turns: readonly ReviewedTurn[], done: ReviewDone | null, last: number): Point[] {
  const found = turns.flatMap(({ turn, chance }) => (chance ? [{ at: turn - 1, ...chance }] : []))
  const end = done && { won: 1, lost: 0, drawn: 0.5, unfinished: null }[done.result]
  if (found.length > 0 && end !== null) found.push({ at: last, value: end, low: end, high: end })
  return found
}

type Place = (point: Point, share: number) => string

export function linePath(points: readonly Point[], place: Place): string {
  return points.length > 0 ? `M${points.map((point) => place(point, point.value)).join('L')}` : ''
}

export function bandPath(points: readonly Point[], place: Place): string {
  if (points.length < 2) return ''
  const upper = points.map((point) => place(point, point.high))
  const lower = points.map((point) => place(point, point.low)).reverse()
  return `M${[...upper, ...lower].join('L')}Z`
}

/** The weighed moment that is nearest to a frame. */
export function nearest(points: readonly Point[], frame: number): number | null {
  let best: Point | null = null
  for (const point of points)
    if (!best || Math.abs(point.at - frame) < Math.abs(best.at - frame)) best = point
  return best?.at ?? null
}
