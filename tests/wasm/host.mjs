/**
 * Calls functions of a module as it is told: a line of JSON in, a line out. Numbers go as text, an array with
 * its bytes in base 64, before the call and behind it.
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Kernel } from '../../client/src/lib/kernel.ts'

const bytes = (block) => {
  const { items } = block
  return Buffer.from(items.buffer, items.byteOffset, items.byteLength)
}

function called(kernel, { name, given }) {
  const blocks = []
  const values = given.map((value) => {
    if (typeof value === 'string') return /[.eIN]/.test(value) ? Number(value) : BigInt(value)
    const block = kernel.block(value.items, ...value.shape)
    bytes(block).set(Buffer.from(value.data, 'base64'))
    blocks.push(block)
    return block
  })
  const result = kernel.call(name, ...values)
  return { result: String(result), arrays: blocks.map((block) => bytes(block).toString('base64')) }
}

const tell = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
const failure = (error) => ({ error: `${error.name}: ${error.message}` })

try {
  const kernel = await Kernel.load(await readFile(process.argv[2]))
  tell(kernel.about)
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      tell(kernel.scoped(() => called(kernel, JSON.parse(line))))
    } catch (error) {
      tell(failure(error))
    }
  }
} catch (error) {
  tell(failure(error))
}
