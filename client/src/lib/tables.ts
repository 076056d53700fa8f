/** Small questions about a table that several pages ask. */
import type { Seat, TableInfo } from './protocol'

export interface NumberedSeat extends Seat {
  number: number
}

export function isRunning(table: TableInfo): boolean {
  return table.status !== 'over' && table.status !== 'closed'
}

/** Everybody but me, clockwise from my left; seats that nobody will take are left out. */
export function others(table: TableInfo, me: number | null): NumberedSeat[] {
  const seats = table.seats.map((seat, number) => ({ ...seat, number }))
  const turned = me === null ? seats : [...seats.slice(me + 1), ...seats.slice(0, me)]
  return turned.filter((seat) => seat.kind === 'person' || seat.kind === 'bot')
}

/** People play against each other here and have agreed that whoever is on turn may ask a bot: all must know. */
export function hintsAgreed(table: TableInfo): boolean {
  const people = table.seats.filter((seat) => seat.kind === 'person' || seat.kind === 'open')
  return table.hints && people.length > 1
}

export function freeSeats(table: TableInfo): NumberedSeat[] {
  return table.seats.map((seat, number) => ({ ...seat, number })).filter((seat) => seat.kind === 'open')
}
