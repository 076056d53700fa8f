/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104). The browser's own are missing on pages without https,
 * and a game in the local network is such a page.
 */
const ROUNDS = constants(64, Math.cbrt)
const START = constants(8, Math.sqrt)

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function constants(count: number, root: (prime: number) => number): Uint32Array {
  const words = new Uint32Array(count)
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate && prime; divisor++)
      prime = candidate % divisor !== 0
    if (prime) words[found++] = (root(candidate) % 1) * 2 ** 32
  }
  return words
}

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length
  const padded = new Uint8Array(((length + 72) >> 6) << 6)
  padded.set(message)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(padded.length - 4, (length << 3) >>> 0)

  const state = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => digest.setUint32(4 * i, word))
  return new Uint8Array(digest.buffer)
}

function compress(state: Uint32Array, w: Uint32Array): void {
  const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))
  for (let i = 16; i < 64; i++) {
    const s0 = turn(w[i - 15]!, 7) ^ turn(w[i - 15]!, 18) ^ (w[i - 15]! >>> 3)
    const s1 = turn(w[i - 2]!, 17) ^ turn(w[i - 2]!, 19) ^ (w[i - 2]! >>> 10)
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word))
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const pad = (byte: number) => block.map((one) => one ^ byte)
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
