// What is heard and felt at the table.

import { settings } from '../lib/settings.svelte'
import { synthesise, type Sound } from './synth'

let context: AudioContext | null = null
let master: GainNode | null = null

export function playSound(sound: Sound, count = 1): void {
  if (!settings.sounds || settings.volume === 0 || !('AudioContext' in globalThis)) return
  // Before the first tap or key a browser lets nothing sound, and says so in the console.
  if (!navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  if (!master) {
    master = context.createGain()
    master.connect(context.destination)
  }
  // The ear hears steps of loudness, not of amplitude.
  master.gain.value = settings.volume ** 2
  if (context.state === 'suspended') void context.resume()
  synthesise(context, master, sound, context.currentTime + 0.01, count)
}

const PATTERNS = {
  turn: [25],
  refuse: [15, 30, 15],
  debt: [70, 40, 70],
  stop: [90],
  shatter: [20, 25, 20, 25, 20],
  burn: [30, 30, 60],
  return: [40, 30, 20],
  win: [40, 40, 40, 40, 120],
} as const

/** A phone trembles; anything else does nothing. */
export function vibrate(what: keyof typeof PATTERNS): void {
  if (!settings.haptics || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.([...PATTERNS[what]])
}
