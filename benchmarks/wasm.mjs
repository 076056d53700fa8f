/** What `wasm.py` measures, the same in node and in a browser. */
import { Kernel } from '../client/src/lib/kernel.ts'

const ROUNDS = 15
const GAMES = 2000
const SIMULATIONS = 5000
const NO_LIMIT = 2n ** 40n

function filled(kernel, { items, shape, numbers }) {
  const block = kernel.block(items, ...shape)
  block.items.set(items === 'int64' ? numbers.map(BigInt) : numbers)
  return block
}

/** Random games: moves a second. */
function playing(kernel, { table }, clock, round) {
  const [origin, rows] = [kernel.block('int32', kernel.about.state), kernel.block('int32', GAMES, 3)]
  const entries = filled(kernel, table)
  const began = clock()
  kernel.call('batch', origin, entries, 7, round * GAMES, 0, NO_LIMIT, rows)
  const took = clock() - began
  return rows.items.reduce((sum, number, at) => sum + (at % 3 === 2 ? number : 0), 0) / took
}

/** A tree of as many simulations as the bot `ismcts:5000` makes: seconds. */
function searching(kernel, { root, table, world, tactics, style }, clock, round) {
  const blocks = (parts) => parts.map((part) => filled(kernel, part))
  const tree = [kernel.block('int32', SIMULATIONS + 2, 6), kernel.block('float64', SIMULATIONS + 2)]
  tree[0].items.set([-1, -1, -1, -1, 0, 0])
  const given = [filled(kernel, root), filled(kernel, table), blocks(world), blocks(tactics), style, tree]
  const began = clock()
  kernel.call('search', ...given, 1, round, SIMULATIONS)
  return clock() - began
}

/** Of every case, what each round gave; the clock gives seconds. */
export async function measure(bytes, cases, clock) {
  const kernel = await Kernel.load(bytes)
  const found = cases.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    cases.forEach((one, at) => {
      const run = one.world ? searching : playing
      found[at].push(kernel.scoped(() => run(kernel, one, clock, round)))
    })
  }
  return found
}
