// Where the cards of the own hand lie. Pure geometry, in pixels from the top left corner of the hand's box.

export interface Fan {
  readonly width: number
  /** Of one card. */
  readonly card: number
  /** A finger needs 44 px of every card, a pointer 28. */
  readonly touch: boolean
  /** How far the index of a card reaches: the next card never covers it. */
  readonly index: number
  /** Tilt and arc; phones lay the cards straight. */
  readonly curved: boolean
  /** How much of a back row stays visible; the whole hand may not be higher than two rows. */
  readonly rowShows: number
  /** In a low window the cards move closer instead of taking a second row. */
  readonly oneRow?: boolean
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly row: number
}

export const CARD_RATIO = 400 / 252
const STEP = 0.64
const TOUCH_STEP = 44
const POINTER_STEP = 28

const leastStep = (fan: Fan) => Math.max(fan.touch ? TOUCH_STEP : POINTER_STEP, fan.index)

/** How many cards each row holds. */
export function rows(n: number, fan: Fan): number[] {
  const least = leastStep(fan)
  const fit = Math.max(1, Math.floor((fan.width - fan.card) / least) + 1)
  if (fan.oneRow || n <= fit) return [n]
  const first = Math.ceil(n / 2)
  return [first, n - first]
}

/** The width that the cards need; wider than the box only when both rows must scroll. */
export function fanWidth(n: number, fan: Fan): number {
  const longest = Math.max(...rows(n, fan))
  return Math.max(fan.width, (longest - 1) * leastStep(fan) + fan.card)
}

export function fanPlaces(n: number, fan: Fan): Place[] {
  const split = rows(n, fan)
  const width = fanWidth(n, fan)
  return split.flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => place(i, count, row, width, fan)),
  )
}

function place(i: number, count: number, row: number, width: number, fan: Fan): Place {
  const d = i - (count - 1) / 2
  const gaps = Math.max(1, count - 1)
  const step = Math.min(STEP * fan.card, (width - fan.card) / gaps)
  const tilt = fan.curved ? Math.min(1.5, 11 / count) : 0
  const drop = fan.curved ? Math.min(1.1, 52 / (gaps * gaps)) : 0
  return {
    x: width / 2 - fan.card / 2 + d * step,
    y: row * fan.rowShows + d * d * drop,
    angle: d * tilt,
    row,
  }
}

/** Into which place of the row a dragged card falls. */
export function placeAt(x: number, y: number, n: number, fan: Fan): number {
  const places = fanPlaces(n, fan)
  let best = 0
  let nearest = Infinity
  places.forEach((one, i) => {
    const distance = Math.hypot(one.x + fan.card / 2 - x, (one.y + fan.card * 0.8 - y) * 1.5)
    if (distance < nearest) [nearest, best] = [distance, i]
  })
  return best
}
