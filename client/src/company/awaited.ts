import type { Match, TableInfo, View } from '../lib/protocol'

/** The seats of the table that the others are waiting for now. */
export function awaited(table: TableInfo, match: Match | null, view: View | null): number[] {
  const people = table.seats.flatMap((seat, number) =>
    seat.kind === 'person' && !seat.stand_in ? [number] : [],
  )
  if (match?.asked != null) return people.filter((seat) => seat === match.asked)
  if (table.status === 'playing')
    return people.filter((seat) => view !== null && !view.over && seat === view.table[view.turn])
  if (table.status === 'dealing' || table.status === 'closed') return []
  return people.filter((seat) => !table.seats[seat]?.ready)
}
