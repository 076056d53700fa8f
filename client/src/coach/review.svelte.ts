/** The review of one seat of a record, as far as it has come. */
import type { ReviewBegun, ReviewDone, ReviewedTurn } from '../lib/protocol'
import { reviewParts } from './stream'

export class Review {
  begun = $state.raw<ReviewBegun | null>(null)
  turns = $state.raw<readonly ReviewedTurn[]>([])
  done = $state.raw<ReviewDone | null>(null)
  error = $state.raw<unknown>(null)
  private stop = new AbortController()

  readonly marked = $derived(this.turns.filter((turn) => turn.mark !== null))
  readonly busy = $derived(this.done === null && this.error === null)

  constructor(
    private readonly record: string,
    readonly seat: number,
    readonly open: boolean,
  ) {
    void this.read()
  }

  /** The server stops working on it as well. */
  leave(): void {
    this.stop.abort()
  }

  /** The turn that begins or ends in a frame of the replay; the one that is about to be made comes first. */
  at(frame: number): ReviewedTurn | undefined {
    return (
      this.turns.find((turn) => turn.turn === frame + 1) ?? this.turns.find((turn) => turn.turn === frame)
    )
  }

  private async read(): Promise<void> {
    try {
      const asked = { record: this.record, seat: this.seat, open: this.open }
      for await (const part of reviewParts(asked, this.stop.signal)) {
        if (part.type === 'begun') this.begun = part
        else if (part.type === 'turn') this.turns = [...this.turns, part]
        else if (part.type === 'done') this.done = part
      }
    } catch (error) {
      this.error = error
    }
  }
}

/** A share as whole points of a hundred. */
export const points = (share: number): number => Math.round(100 * share)
