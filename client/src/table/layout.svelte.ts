// How big things are. One place decides, because both the styles and the geometry of the hand need it.

import { innerHeight, innerWidth } from 'svelte/reactivity/window'
import { indexShare } from '../lib/cards'
import { settings } from '../lib/settings.svelte'
import type { Fan } from './fan'

/** `phone`: upright and narrow; `low`: a phone on its side; `desk`: everything else. */
export type Mode = 'phone' | 'low' | 'desk'

const LOG_COLUMN_FROM = 1100

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

export class Layout {
  /** `taken`: the height that something above the table needs. */
  constructor(private readonly taken: () => number = () => 0) {}

  private readonly width = $derived(innerWidth.current ?? 1280)
  private readonly height = $derived.by(() => (innerHeight.current ?? 800) - this.taken())

  readonly mode: Mode = $derived.by(() =>
    this.width <= 600 ? 'phone' : this.height + this.taken() < 520 ? 'low' : 'desk',
  )
  /** A phone too low for a line of the log on the table. */
  readonly short = $derived.by(() => this.mode === 'phone' && this.height < 700)
  readonly log = $derived(this.mode === 'desk' && this.width >= LOG_COLUMN_FROM)
  /** Players sit at the sides, too; in a narrower window all sit along the top. */
  readonly sides = $derived(this.mode === 'desk' && this.width - (this.log ? 264 : 0) >= 900)
  readonly handCard = $derived.by(() => {
    if (this.mode === 'phone') return this.height < 700 ? 64 : 72
    if (this.mode === 'low') return clamp(52, this.height * 0.164, 76)
    return Math.round(clamp(84, Math.min(this.height * 0.1475, this.width * 0.125), 136))
  })
  /** Small cards have a face of their own, with a large index. */
  readonly compact = $derived.by(() => this.handCard < 80 || settings.largeIndices)
  readonly tableCard = $derived.by(() => {
    if (this.short) return Math.round(clamp(64, this.height * 0.115, 84))
    if (this.mode === 'phone')
      return Math.round(clamp(76, Math.min(this.height * 0.136, this.width * 0.25), 124))
    if (this.mode === 'low') return clamp(54, this.height * 0.18, 84)
    return Math.round(this.handCard * 0.95)
  })
  readonly mini = $derived(this.mode === 'desk' ? 36 : 26)
  /** How far the cards of the pile lie apart. */
  readonly spread = $derived(Math.round(this.tableCard * (this.mode === 'desk' ? 0.3 : 0.21)))
  readonly lift = $derived(this.mode === 'desk' ? 20 : this.mode === 'phone' ? 14 : 10)
  readonly lifted = $derived(this.mode === 'desk' ? 34 : this.mode === 'phone' ? 26 : 16)
  private readonly coarse = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

  fan(width: number): Fan {
    return {
      width,
      card: this.handCard,
      touch: this.coarse || this.mode === 'phone',
      index: this.handCard * indexShare(this.compact),
      curved: this.mode === 'desk',
      rowShows: this.mode === 'desk' ? this.handCard * 0.42 : 70,
      oneRow: this.mode === 'low',
    }
  }
}
