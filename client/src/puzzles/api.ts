/** Puzzles, as the server tells and judges them. */
import { ask } from '../lib/api'
import type { Judged, MoveText, Puzzles, PuzzleQuestion, PuzzleTried } from '../lib/protocol'

const at = (which: string | number) => `/api/puzzles/${encodeURIComponent(which)}`

export const puzzleApi = {
  all: () => ask<Puzzles>('/api/puzzles'),
  question: (which: string) => ask<PuzzleQuestion>(at(which)),
  /** Without a move the solution is shown. */
  attempt: (id: number, move: MoveText | null) => ask<PuzzleTried>(at(id), { move }),
  judge: (id: number, move: MoveText) => ask<Judged>(`${at(id)}/judge`, { move }),
}
