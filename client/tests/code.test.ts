// @vitest-environment node
// Browsers pack and unpack by themselves; the window of the other tests cannot.
import { describe, expect, it } from 'vitest'
import { CodeError, readCode, writeCode, writeFile } from '../src/progress/code'
import type { Result } from '../src/progress/results'

const played = (n: number, more: Partial<Result> = {}): Result => ({
  id: `T${n}/1`,
  at: 1_790_000_000 + n,
  rulebook: 'classic',
  changed: 0,
  players: 2,
  people: 0,
  level: 'novice',
  outcome: 'won',
  moves: 20,
  ...more,
})

const why = (code: string) =>
  readCode(code).then(
    () => 'read',
    (error: unknown) => (error instanceof CodeError ? error.why : String(error)),
  )

describe('the code for another device', () => {
  const progress = { results: [played(1), played(2, { outcome: 'lost' })], lessons: ['goal', 'suits'] }

  it('carries everything, through messengers that break lines as well', async () => {
    const code = await writeCode(progress)
    expect(code).toMatch(/^FARAON1\.[\w-]+$/)
    expect(await readCode(code)).toEqual(progress)
    expect(await readCode(`  ${code.slice(0, 20)}\n ${code.slice(20)} \r\n`)).toEqual(progress)
    expect(await readCode(writeFile(progress))).toEqual(progress)
  })

  it('that cannot be read is refused with a reason', async () => {
    const code = await writeCode(progress)
    expect(await why('')).toBe('empty')
    expect(await why('Ahoj')).toBe('foreign')
    expect(await why(code.slice(0, -4))).toBe('damaged')
    expect(await why(`${code.slice(0, 30)}${code[30] === 'A' ? 'B' : 'A'}${code.slice(31)}`)).toBe('damaged')
    expect(await why('{"results": 1}')).toBe('foreign')
    expect(await why('{"results": [{"id": 1}], "lessons": []}')).toBe('damaged')
    expect(await why('{')).toBe('damaged')
    expect(await why('x'.repeat(500_000))).toBe('too-long')
  })
})
