import { describe, expect, it } from 'vitest'
import { Kernel } from '../src/lib/kernel'

const text = (name: string) => [name.length, ...new TextEncoder().encode(name)]
const section = (id: number, content: number[]) => [id, content.length, ...content]
const about = JSON.stringify({ functions: { same: { takes: ['uint64'], gives: 'uint64' } } })

/** One function that gives what it takes, and a memory of one page that grows to four; the host's from 1000 on. */
const code = [
  [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  section(1, [1, 0x60, 1, 0x7e, 1, 0x7e]),
  section(3, [1, 0]),
  section(5, [1, 1, 1, 4]),
  section(6, [1, 0x7f, 0, 0x41, 0xe8, 7, 0x0b]),
  section(7, [3, ...text('memory'), 2, 0, ...text('__heap_base'), 3, 0, ...text('same'), 0, 0]),
  section(10, [1, 4, 0, 0x20, 0, 0x0b]),
].flat()
const said = section(0, [...text('faraon'), ...new TextEncoder().encode(about)])

const kernel = () => Kernel.load(new Uint8Array([...code, ...said]))

describe('a kernel', () => {
  it('lays out arrays one after another, and keeps them when its memory grows', async () => {
    const own = await kernel()
    const [small, wide] = [own.block('uint8', 3), own.block('int64', 2, 5)]
    expect([small.address, wide.address, wide.items.length]).toEqual([1008, 1024, 10])
    wide.items.set([7n], 9)
    const large = own.block('float64', 20_000)
    large.items[19_999] = 0.5
    expect([wide.items[9], large.items.length]).toEqual([7n, 20_000])
  })

  it('says when there is no more memory, and goes on with what it has', async () => {
    const own = await kernel()
    expect(() => own.block('uint8', 300_000)).toThrow(RangeError)
    expect(own.block('uint8', 1).address).toBe(1008)
  })

  it('gives back what was made in a scope, and clears it for the next one', async () => {
    const own = await kernel()
    const used = own.scoped(() => {
      const block = own.block('int32', 4)
      block.items.fill(-1)
      return block.address
    })
    expect(() => own.scoped(() => own.block('uint8', 300_000))).toThrow(RangeError)
    const next = own.block('int32', 4)
    expect([next.address, ...next.items]).toEqual([used, 0, 0, 0, 0])
  })

  it('passes numbers of 64 bits', async () => {
    const own = await kernel()
    expect(own.call('same', 2n ** 64n - 1n)).toBe(2n ** 64n - 1n)
    expect(own.call('same', [5])).toBe(5n)
    expect(() => own.call('same', 0.5)).toThrow(RangeError)
    expect(() => own.call('same', own.block('uint64', 1))).toThrow('value 0 of same must be uint64')
    expect(() => own.call('same')).toThrow('same takes 1 values, not 0')
    expect(() => own.call('memory')).toThrow("no function 'memory'")
  })

  it('is not just any module', async () => {
    await expect(Kernel.load(new Uint8Array(code))).rejects.toThrow('not one of Faraón')
    await expect(Kernel.load(new Uint8Array(3))).rejects.toThrow(WebAssembly.CompileError)
  })
})
