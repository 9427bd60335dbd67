import { sha256 } from './sha256.ts'

/** A stream of numbers that is the same for the same key, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  between(minimum: number, maximum: number): number
  /** A whole number, both ends included. */
  whole(minimum: number, maximum: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
  /** Normally distributed around 0 with deviation 1. */
  normal(): number
  /** An independent stream, unaffected by how much of this one is used. */
  branch(name: string): Random
}

/** Seeds a stream (sfc32) from any text. */
export function createRandom(key: string): Random {
  const digest = new DataView(sha256(key).buffer)
  let a = digest.getInt32(0, true)
  let b = digest.getInt32(4, true)
  let c = digest.getInt32(8, true)
  let counter = digest.getInt32(12, true)
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 12; round++) next()
  return {
    next,
    between: (minimum, maximum) => minimum + (maximum - minimum) * next(),
    whole: (minimum, maximum) => minimum + Math.floor(next() * (maximum - minimum + 1)),
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    branch: (name) => createRandom(`${key}\u0000${name}`),
  }
}
