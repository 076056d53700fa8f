import { api } from './api'
import type { Level, NewSeat, Text } from './protocol'

/** The level that is offered first: the one chosen last time, else the middle of the ladder. */
export function usualLevel(levels: readonly Level[], chosen: string): string {
  const known = levels.find((one) => one.name === chosen)
  return (known ?? levels[Math.floor(levels.length / 2)])?.name ?? ''
}

/** Whether a level was chosen for its search: where groups are laid covered, no bot has one (§17). */
export function searching(levels: readonly Level[], seats: readonly NewSeat[]): boolean {
  return seats.some((seat) => levels.some((one) => one.searches && one.name === seat.level))
}

/** Whether a level was chosen for what it has learned: under other rules another bot plays for it. */
export function learned(levels: readonly Level[], seats: readonly NewSeat[]): boolean {
  return seats.some((seat) => levels.some((one) => one.learned && one.name === seat.level))
}

/** What a bot's level is called; nothing if the server does not tell. */
export async function levelTitle(name: string | null): Promise<Text | undefined> {
  const info = await api.info().catch(() => null)
  return info?.levels.find((one) => one.name === name)?.title
}
