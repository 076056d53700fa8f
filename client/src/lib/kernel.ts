/**
 * A rulebook's kernel and search as WebAssembly, written by `faraon rules emit wasm`. What its functions do is
 * said in `docs/reference/kernels.md`; here is how they are called: arrays are blocks of the module's memory,
 * passed as address and shape, and whole numbers are 64 bits wide.
 */
const ARRAYS = {
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
}
const ALIGNED = 16
const PAGE = 65536

export type Item = keyof typeof ARRAYS
export type Items<I extends Item> = InstanceType<(typeof ARRAYS)[I]>
export type Given = number | bigint | Block<Item>

interface Signature {
  /** Tuples are taken apart. */
  takes: ('int64' | 'uint64' | 'float64' | { items: Item; dims: number })[]
  gives: 'int64' | 'uint64' | 'float64' | 'boolean' | null
}

/** What the module says of itself. */
export interface About {
  rulebook: string
  /** Of the rulebook that it was made from, as in records. */
  hash: string
  /** How many words a state has. */
  state: number
  /** How many actions the table of actions has. */
  actions: number
  /** What the numbers of a table are; an option is a number, or the place of its value among these. */
  table: { name: string; values?: string[] }[]
  functions: Record<string, Signature>
}

interface Exports {
  memory: WebAssembly.Memory
  __heap_base: WebAssembly.Global<'i32'>
}

/** An array in the memory of a kernel. */
export class Block<I extends Item> {
  readonly item: I
  readonly shape: readonly number[]
  readonly address: number
  readonly #memory: WebAssembly.Memory

  constructor(memory: WebAssembly.Memory, item: I, shape: readonly number[], address: number) {
    this.#memory = memory
    this.item = item
    this.shape = shape
    this.address = address
  }

  /** To read and write. Not to be kept: when the memory grows, it is another one. */
  get items(): Items<I> {
    const size = this.shape.reduce((product, length) => product * length, 1)
    return new ARRAYS[this.item](this.#memory.buffer as ArrayBuffer, this.address, size) as Items<I>
  }
}

export class Kernel {
  readonly about: About
  readonly #exports: Exports & Record<string, unknown>
  #top: number

  private constructor(about: About, exports: Exports & Record<string, unknown>) {
    this.about = about
    this.#exports = exports
    this.#top = exports.__heap_base.value
  }

  /** From the bytes of a module; an error if they are no WebAssembly, or another one. */
  static async load(bytes: BufferSource): Promise<Kernel> {
    const module = await WebAssembly.compile(bytes)
    const [section] = WebAssembly.Module.customSections(module, 'faraon')
    if (!section) throw new TypeError('the module is not one of Faraón')
    const { exports } = await WebAssembly.instantiate(module)
    return new Kernel(
      JSON.parse(new TextDecoder().decode(section)) as About,
      exports as Exports & Record<string, unknown>,
    )
  }

  /** A new array of zeros; RangeError if there is no memory for it. */
  block<I extends Item>(item: I, ...shape: number[]): Block<I> {
    const { memory } = this.#exports
    const found = new Block(memory, item, shape, Math.ceil(this.#top / ALIGNED) * ALIGNED)
    const size = shape.reduce((product, length) => product * length, ARRAYS[item].BYTES_PER_ELEMENT)
    const end = found.address + size
    const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE)
    if (missing > 0) memory.grow(missing)
    this.#top = end
    new Uint8Array(memory.buffer, found.address, size).fill(0)
    return found
  }

  /** Runs something; the blocks that it made are given back. */
  scoped<T>(run: () => T): T {
    const before = this.#top
    try {
      return run()
    } finally {
      this.#top = before
    }
  }

  /** Calls a function of the module; tuples are arrays. TypeError for what it does not take. */
  call(name: string, ...given: (Given | Given[])[]): number | bigint | boolean | undefined {
    const signature = Object.hasOwn(this.about.functions, name) ? this.about.functions[name] : undefined
    if (!signature) throw new TypeError(`the module has no function '${name}'`)
    const flat = given.flat()
    const { takes, gives } = signature
    if (flat.length !== takes.length) {
      throw new TypeError(`${name} takes ${takes.length} values, not ${flat.length}`)
    }
    const passed = takes.flatMap((kind, at): (number | bigint)[] => {
      const value = flat[at]!
      const wanted = typeof kind === 'string' ? kind : `an array of ${kind.items}, dimensions: ${kind.dims}`
      if (typeof kind === 'string' && !(value instanceof Block)) {
        return [kind === 'float64' ? Number(value) : BigInt(value)]
      }
      if (typeof kind === 'string' || !(value instanceof Block)) {
        throw new TypeError(`value ${at} of ${name} must be ${wanted}`)
      }
      if (value.item !== kind.items || value.shape.length !== kind.dims) {
        throw new TypeError(`value ${at} of ${name} must be ${wanted}`)
      }
      return [value.address, ...value.shape.map(BigInt)]
    })
    const run = this.#exports[name] as (...passed: (number | bigint)[]) => number | bigint | undefined
    const result = run(...passed)
    if (gives === 'boolean') return result !== 0
    return gives === 'uint64' ? BigInt.asUintN(64, result as bigint) : result
  }
}
