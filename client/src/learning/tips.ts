// What a beginner is told, and when: one thing at a time, each once.

import type { TableInfo, View } from '../lib/protocol'

export type Mark = 'debt' | 'stop' | 'last' | 'lay' | 'draw' | 'over' | 'group' | 'hint'

/** They speak of the basic rules, and are true of no others. */
export function tipsHold(table: TableInfo): boolean {
  return table.rulebook === 'classic' && !table.lesson && !table.options.some((one) => one.changed)
}

/** The first thing worth telling to the player on turn. */
export function markFor(view: View, hints: boolean, told: readonly string[]): Mark | null {
  const lays = view.moves.filter((move) => /^[hlab]/.test(move))
  const fitting: [Mark, boolean][] = [
    ['debt', view.situation.owed > 0],
    ['stop', view.situation.stop > 0],
    ['lay', lays.length > 0],
    ['draw', lays.length === 0 && view.moves.includes('draw') && view.situation.owed === 0],
    ['last', view.hand.length === 1 && lays.length > 0],
    ['over', lays.some((move) => move.includes('='))],
    ['group', lays.some((move) => move.includes(' '))],
    ['hint', hints && told.includes('lay')],
  ]
  return fitting.find(([mark, holds]) => holds && !told.includes(mark))?.[0] ?? null
}
