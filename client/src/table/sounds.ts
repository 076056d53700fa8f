// Small sounds, made here from noise and sine waves: no files, nothing to download.

import { settings } from '../lib/settings.svelte'

export type Sound = 'lay' | 'draw' | 'shuffle' | 'turn' | 'finish' | 'win' | 'lose' | 'refuse' | 'greet'

let context: AudioContext | null = null

export function playSound(sound: Sound, times = 1): void {
  if (!settings.sounds || !('AudioContext' in globalThis)) return
  // Before the first tap or key a browser lets nothing sound, and says so in the console.
  if (!navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  const at = context.currentTime + 0.01
  switch (sound) {
    case 'lay':
      for (let i = 0; i < times; i++) swish(context, at + i * 0.09, 0.07, 1400, 0.25)
      return
    case 'draw':
      for (let i = 0; i < times; i++) swish(context, at + i * 0.11, 0.11, 2600, 0.12)
      return
    case 'shuffle':
      for (let i = 0; i < 7; i++) swish(context, at + i * 0.05, 0.05, 2000 + 200 * i, 0.1)
      return
    case 'turn':
      tone(context, at, 660, 0.12, 0.07)
      return tone(context, at + 0.09, 880, 0.18, 0.07)
    case 'finish':
      return [523, 659].forEach((pitch, i) => tone(context!, at + i * 0.1, pitch, 0.2, 0.07))
    case 'win':
      return [523, 659, 784, 1047].forEach((pitch, i) => tone(context!, at + i * 0.11, pitch, 0.3, 0.09))
    case 'lose':
      return [392, 330, 262].forEach((pitch, i) => tone(context!, at + i * 0.16, pitch, 0.3, 0.07))
    case 'refuse':
      return tone(context, at, 150, 0.12, 0.12, 'triangle')
    case 'greet':
      return tone(context, at, 988, 0.12, 0.05)
  }
}

function envelope(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(audio.destination)
  return gain
}

/** A card on felt: a short burst of filtered noise. */
function swish(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  source.connect(filter).connect(envelope(audio, at, length, loud))
  source.start(at)
}

function tone(
  audio: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  type: OscillatorType = 'sine',
): void {
  const oscillator = audio.createOscillator()
  oscillator.type = type
  oscillator.frequency.value = pitch
  oscillator.connect(envelope(audio, at, length, loud))
  oscillator.start(at)
  oscillator.stop(at + length)
}
