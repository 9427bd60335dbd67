import { createHash } from 'node:crypto'

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
  const digest = createHash('sha256').update(key).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = digest.readInt32LE(12)
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
