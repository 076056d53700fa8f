// Where the others sit: clockwise from my left. A spectator sits at seat 0's place.

export interface Place {
  /** Of the game. */
  readonly seat: number
  readonly side: 'left' | 'top' | 'right' | 'row'
  /** Of the width, for those at the top. */
  readonly at: number
}

const TOP: Record<number, number[]> = { 1: [50], 2: [27, 73] }

/** The other seats of the game in the order in which they follow me. */
export function others(players: number, me: number | null): number[] {
  const first = me === null ? 0 : me + 1
  const number = me === null ? players : players - 1
  return Array.from({ length: number }, (_, i) => (first + i) % players)
}

export function seatPlaces(players: number, me: number | null): Place[] {
  const seats = others(players, me)
  const last = seats.length - 1
  if (seats.length <= 2) return seats.map((seat, i) => ({ seat, side: 'top', at: TOP[seats.length]![i]! }))
  if (seats.length > 4) {
    return seats.map((seat, i) => ({ seat, side: 'row', at: ((i + 0.5) / seats.length) * 100 }))
  }
  const top = seats.length === 3 ? [50] : [32, 68]
  return seats.map((seat, i) => {
    if (i === 0) return { seat, side: 'left', at: 0 }
    if (i === last) return { seat, side: 'right', at: 100 }
    return { seat, side: 'top', at: top[i - 1]! }
  })
}
