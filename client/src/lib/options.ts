/** Options of a rulebook as the page shows them: a switch, a few values, or a number. */
import type { Option } from './protocol'

export type Chosen = Record<string, string | number>

/** A plain yes or no, which a switch shows best. */
export function isSwitch(option: Option): boolean {
  const values = option.values.map((one) => one.value)
  return values.length === 2 && values.includes('on') && values.includes('off')
}

/** Numbers go up, whatever the order in which the rulebook names them; words stay as they are. */
export function inOrder(option: Option): Option['values'] {
  const numbers = option.values.every((one) => typeof one.value === 'number')
  return numbers ? option.values.toSorted((a, b) => Number(a.value) - Number(b.value)) : option.values
}

export function valueOf(option: Option, chosen: Chosen): string | number {
  return chosen[option.name] ?? option.default
}

/** What stands as the rulebook has it is not sent, so that a later default does not surprise. */
export function choose(chosen: Chosen, option: Option, value: string | number): Chosen {
  const { [option.name]: _, ...rest } = chosen
  return value === option.default ? rest : { ...rest, [option.name]: value }
}

export function clampedTo(range: readonly number[], value: number): number {
  const [least = 0, most = least] = range
  return Math.min(most, Math.max(least, Math.round(Number.isFinite(value) ? value : least)))
}
