/** A review as it comes: a line of JSON for each part. */
import { ServerError } from '../lib/api'
import type { AskReview, Failure, ReviewPart } from '../lib/protocol'

const UNREACHABLE = {
  en: 'The server cannot be reached. Check the connection and try again.',
  sk: 'Server nie je dostupný. Skontroluj pripojenie a skús to znova.',
}

/** Ends early when the signal says so; throws what the server refused. */
export async function* reviewParts(asked: AskReview, signal: AbortSignal): AsyncGenerator<ReviewPart> {
  let response: Response
  try {
    response = await fetch('/api/review', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal,
    })
    if (!response.ok || !response.body) throw refused((await response.json()) as Failure)
    yield* lines(response.body)
  } catch (error) {
    if (signal.aborted) return
    throw error instanceof ServerError ? error : new ServerError('unreachable', UNREACHABLE)
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<ReviewPart> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const whole = (rest + value).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      const part = JSON.parse(line) as ReviewPart
      if (part.type === 'failed') throw refused(part)
      yield part
    }
  }
}

const refused = ({ code, en, sk }: Failure) => new ServerError(code, { en, sk })
