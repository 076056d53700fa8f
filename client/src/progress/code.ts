/** Progress as a text that is copied to another device. It goes through no server, and holds no key to a seat. */
import { readResult, type Result } from './results'

export interface Progress {
  results: Result[]
  lessons: string[]
}

const MARK = 'FARAON1'
const LONGEST = 400_000
const MOST = 5000

/** Why a text is not progress; the page says it in the visitor's language. */
export type Unreadable = 'empty' | 'foreign' | 'damaged' | 'too-long'

export class CodeError extends Error {
  constructor(readonly why: Unreadable) {
    super(why)
  }
}

export async function writeCode(progress: Progress): Promise<string> {
  const packed = await squeezed(
    new TextEncoder().encode(JSON.stringify(progress)),
    new CompressionStream('deflate'),
  )
  return `${MARK}.${toBase64(packed)}`
}

/** Line breaks and blanks that a messenger put in do no harm. Nothing is changed when it is refused. */
export async function readCode(text: string): Promise<Progress> {
  if (text.length > LONGEST) throw new CodeError('too-long')
  const plain = text.trim()
  if (plain === '') throw new CodeError('empty')
  if (plain.startsWith('{')) return checked(parsed(plain)) // the exported file
  const code = plain.replace(/\s+/g, '')
  if (!code.startsWith(`${MARK}.`)) throw new CodeError('foreign')
  let json: string
  try {
    const bytes = fromBase64(code.slice(MARK.length + 1))
    // The packed form carries a checksum: a letter too few or too many is noticed.
    json = new TextDecoder('utf-8', { fatal: true }).decode(
      await squeezed(bytes, new DecompressionStream('deflate'), 40 * LONGEST),
    )
  } catch {
    throw new CodeError('damaged')
  }
  return checked(parsed(json))
}

/** The file that is saved: readable by people, too. */
export function writeFile(progress: Progress): string {
  return JSON.stringify({ faraon: 1, ...progress }, null, 1)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new CodeError('damaged')
  }
}

function checked(found: unknown): Progress {
  const { results, lessons } = (found ?? {}) as Record<string, unknown>
  if (!Array.isArray(results) || !Array.isArray(lessons)) throw new CodeError('foreign')
  if (results.length > MOST || lessons.length > 100) throw new CodeError('too-long')
  const read = results.map(readResult)
  if (read.includes(null)) throw new CodeError('damaged')
  return {
    results: read as Result[],
    lessons: lessons.filter((one) => typeof one === 'string' && one.length <= 40),
  }
}

async function squeezed(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
    if (size > most) throw new CodeError('too-long')
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (char) => char.charCodeAt(0))
}
