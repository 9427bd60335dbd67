/**
 * From 0 (inclusive) to 1; the same seed gives the same sequence. Mulberry32, which is good enough for choosing
 * faults.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of these; throws where there is none. */
export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  if (values.length === 0) throw new RangeError('There is nothing to choose from.')
  return values[Math.floor(random() * values.length)] as Value
}

/** The same items in another order. */
export function shuffle<Item>(random: () => number, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item)
}
