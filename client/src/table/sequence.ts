// Events arrive numbered; a connection may bring them twice or in the wrong order.

import type { Happened } from '../lib/protocol'

export class Sequence {
  private waiting = new Map<number, Happened>()

  /** `last` is the number of the last event taken, null before the first snapshot. */
  constructor(public last: number | null = null) {}

  /** The events that can be shown now, in order. */
  take(event: Happened): Happened[] {
    if (this.last === null || event.n <= this.last) return []
    this.waiting.set(event.n, event)
    const ready: Happened[] = []
    for (let next; (next = this.waiting.get(this.last + 1));) {
      this.waiting.delete(next.n)
      this.last = next.n
      ready.push(next)
    }
    return ready
  }

  /** Something before these is missing: the connection must be asked again. */
  get gap(): boolean {
    return this.waiting.size > 0
  }

  jump(n: number): void {
    this.last = n
    for (const waiting of [...this.waiting.keys()]) if (waiting <= n) this.waiting.delete(waiting)
  }
}
