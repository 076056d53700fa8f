// Every sound of the table, made of noise and plain waves: nothing to download. Pure, so that what is heard can be
// rendered and measured without a table.

export type Sound =
  | 'lay'
  | 'draw'
  | 'shuffle'
  | 'turn'
  | 'finish'
  | 'win'
  | 'lose'
  | 'refuse'
  | 'greet'
  | 'debt'
  | 'shatter'
  | 'burn'
  | 'stop'
  | 'return'

/** A voice begins `at` seconds, lasts `length`, is at most `loud`, and goes from one pitch to another. */
interface Voice {
  readonly kind: 'noise' | OscillatorType
  readonly at: number
  readonly length: number
  readonly loud: number
  readonly from: number
  readonly to: number
  readonly attack: number
}

const voice = (
  kind: Voice['kind'],
  at: number,
  length: number,
  loud: number,
  from: number,
  to = from,
  attack = 0.008,
): Voice => ({ kind, at, length, loud, from, to, attack })

const times = (count: number, make: (i: number) => Voice | Voice[]): Voice[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat()

function voices(sound: Sound, count: number): Voice[] {
  switch (sound) {
    case 'lay':
      return times(count, (i) => voice('noise', i * 0.09, 0.07, 0.5, 1400))
    case 'draw':
      return times(count, (i) => voice('noise', i * 0.11, 0.11, 0.3, 2600))
    case 'shuffle':
      return times(7, (i) => voice('noise', i * 0.05, 0.05, 0.28, 2000 + 200 * i))
    case 'turn':
      return [voice('sine', 0, 0.12, 0.1, 660), voice('sine', 0.09, 0.18, 0.1, 880)]
    case 'finish':
      return [523, 659].map((pitch, i) => voice('sine', i * 0.1, 0.2, 0.12, pitch))
    case 'win':
      return [523, 659, 784, 1047].flatMap((pitch, i) => [
        voice('sine', i * 0.11, 0.34, 0.16, pitch),
        voice('triangle', i * 0.11, 0.2, 0.06, pitch * 2),
      ])
    case 'lose':
      return [392, 330, 262].map((pitch, i) => voice('sine', i * 0.16, 0.3, 0.14, pitch))
    case 'refuse':
      return [voice('triangle', 0, 0.12, 0.2, 150)]
    case 'greet':
      return [voice('sine', 0, 0.12, 0.09, 988)]
    case 'debt': // a fist on the table
      return [
        voice('sine', 0, 0.4, 0.55, 130, 42, 0.004),
        voice('noise', 0, 0.12, 0.4, 320, 180, 0.002),
        voice('triangle', 0.02, 0.25, 0.12, 98, 65),
      ]
    case 'shatter': // glass, then its splinters
      return [
        voice('noise', 0, 0.16, 0.5, 5200, 3600, 0.002),
        ...times(9, (i) =>
          voice('sine', 0.03 + i * 0.045, 0.22, 0.09, 2300 + ((i * 977) % 2900), undefined, 0.002),
        ),
      ]
    case 'burn': // a flame takes hold and crackles
      return [
        voice('noise', 0, 0.65, 0.42, 240, 900, 0.22),
        ...times(8, (i) =>
          voice('noise', 0.1 + i * 0.065, 0.025, 0.34, 1500 + ((i * 613) % 1400), undefined, 0.001),
        ),
      ]
    case 'stop': // a stamp
      return [voice('square', 0, 0.1, 0.16, 165, 120, 0.002), voice('noise', 0, 0.07, 0.55, 760, 500, 0.001)]
    case 'return': // somebody is pulled back
      return [
        voice('sawtooth', 0, 0.42, 0.09, 190, 720, 0.08),
        voice('sine', 0.36, 0.22, 0.16, 720, 540, 0.01),
      ]
  }
}

/** How long a sound lasts, in seconds. */
export function lengthOf(sound: Sound, count = 1): number {
  return Math.max(...voices(sound, count).map((one) => one.at + one.length))
}

export function synthesise(
  audio: BaseAudioContext,
  out: AudioNode,
  sound: Sound,
  at: number,
  count = 1,
): void {
  for (const one of voices(sound, count)) {
    const gain = audio.createGain()
    const begins = at + one.at
    gain.gain.setValueAtTime(0, begins)
    gain.gain.linearRampToValueAtTime(one.loud, begins + one.attack)
    gain.gain.exponentialRampToValueAtTime(0.0001, begins + one.length)
    gain.connect(out)
    const source = one.kind === 'noise' ? noise(audio, one, begins, gain) : wave(audio, one, begins, gain)
    source.start(begins)
    source.stop(begins + one.length)
  }
}

function glide(pitch: AudioParam, one: Voice, at: number): void {
  pitch.setValueAtTime(one.from, at)
  if (one.to !== one.from) pitch.exponentialRampToValueAtTime(one.to, at + one.length)
}

function wave(audio: BaseAudioContext, one: Voice, at: number, out: AudioNode): OscillatorNode {
  const oscillator = audio.createOscillator()
  oscillator.type = one.kind as OscillatorType
  glide(oscillator.frequency, one, at)
  oscillator.connect(out)
  return oscillator
}

/** Filtered noise, the same every time: a sound that is measured is the sound that is heard. */
function noise(audio: BaseAudioContext, one: Voice, at: number, out: AudioNode): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * one.length), audio.sampleRate)
  const samples = buffer.getChannelData(0)
  let seed = Math.round(one.from + 1000 * one.at)
  for (let i = 0; i < samples.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    samples[i] = seed / 2 ** 31 - 1
  }
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  glide(filter.frequency, one, at)
  source.connect(filter).connect(out)
  return source
}
