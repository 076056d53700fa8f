/** Which puzzle comes next: the easy ones first, and each once before any comes again. */
import type { PuzzleInfo } from '../lib/protocol'

export function nextPuzzle(
  all: readonly PuzzleInfo[],
  solved: Readonly<Record<string, boolean>>,
  kind: string,
  after = 0,
): PuzzleInfo {
  const those = all.filter((one) => !kind || one.kind === kind)
  const open = those.filter((one) => !(String(one.id) in solved) && one.id !== after)
  const easiest = Math.min(...open.map((one) => one.level))
  const next = open.filter((one) => one.level === easiest)
  const later = (list: readonly PuzzleInfo[]) => list.find((one) => one.id > after) ?? list[0]
  return later(next) ?? later(those) ?? later(all)!
}
