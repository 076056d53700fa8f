// My own part in the deals of a table: the promise is noted, my text is sealed, and opened when all seals are
// known. It listens to the messages themselves: what is shown on the table may lag behind by some animations.

import { newSalt, sealOf } from '../lib/fair'
import { note, noted, notePromise, type Noted } from '../lib/noted'
import type { Fair, Happened, Status, View, Welcome } from '../lib/protocol'
import type { Ask } from '../lib/requests'

export class Sealing {
  /** Until my text for the next deal is sealed. */
  sealed: Promise<unknown> = Promise.resolve()
  private you: number | null = null
  private readonly salts = new Map<string, string>()
  private readonly opened = new Set<string>()

  constructor(
    private readonly ask: Ask,
    /** The server shows another promise than before. */
    private readonly alarm: () => void,
  ) {}

  hear(message: Welcome | Happened): void {
    if (message.type === 'welcome') this.you = message.you
    const { fair, table } = message
    if (fair && table && fair.secret === null) this.coming(fair, table.status)
    const dealt = message.type === 'welcome' ? message.missed : [message]
    for (const { what, view } of dealt)
      if (fair && view && what.type === 'dealt' && what.game === fair.game) this.cards(fair, what.first, view)
  }

  private coming(fair: Fair, status: Status): void {
    const before = noted(fair.label)
    if (!before && status === 'playing') return // what is shown after the deal promises nothing
    const known = notePromise(fair)
    if (known.changed && !before?.changed) this.alarm()
    if (this.you === null) return
    if (fair.opening) this.open(fair, known, this.you)
    else if (status === 'waiting' || status === 'ready') this.seal(fair, known, this.you)
  }

  private seal(fair: Fair, known: Noted, seat: number): void {
    if (this.salts.has(fair.label)) return
    const salt = known.mine?.seat === seat ? known.mine.salt : newSalt()
    this.salts.set(fair.label, salt)
    const seal = sealOf(fair.label, seat, salt)
    note({ ...known, mine: { seat, salt, taken: false } })
    if (fair.seals[seat] !== seal) this.sealed = this.ask({ type: 'seal', seal })
  }

  /** Whatever is sealed cannot change any more: now mine may be seen. */
  private open(fair: Fair, known: Noted, seat: number): void {
    const salt = this.salts.get(fair.label) ?? known.mine?.salt
    if (salt === undefined || this.opened.has(fair.label)) return
    if (fair.seals[seat] !== sealOf(fair.label, seat, salt)) return // another browser of mine has sealed since
    this.opened.add(fair.label)
    const sealed = known.sealed ?? { seals: fair.seals, people: fair.people }
    const before = note({ ...known, sealed, mine: { seat, salt, taken: false } })
    void this.ask({ type: 'salt', salt }).then((answer) => {
      if (answer.type === 'done')
        note({ ...(noted(fair.label) ?? before), mine: { seat, salt, taken: true } })
    })
  }

  private cards(fair: Fair, first: number, { seat, hand, pile, sizes }: View): void {
    const known = noted(fair.label)
    const start = pile[0]
    if (!known || known.cards || seat === null || !start) return
    note({ ...known, cards: { hand, start, seat, first, sizes } })
  }
}
