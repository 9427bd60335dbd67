/** The list with one item moved to another position; unchanged where that is out of range. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  if (to < 0 || to >= items.length || from === to) return items
  const rest = removeItem(items, from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

export function removeItem<Item>(items: readonly Item[], index: number): readonly Item[] {
  return items.filter((_, at) => at !== index)
}

export function replaceItem<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return items.map((old, at) => (at === index ? item : old))
}

/** A key for each value, by its content; equal values get a counter. */
export function keysOf(values: readonly unknown[]): string[] {
  const seen = new Map<string, number>()
  return values.map((value) => {
    const text = String(value)
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return `${times} ${text}`
  })
}

/** As many keys as there are items: the known ones, and new ones for added items. */
export function keysFor(known: readonly number[], length: number): readonly number[] {
  const kept = known.slice(0, length)
  const free = Math.max(0, ...kept) + 1
  return [...kept, ...Array.from({ length: length - kept.length }, (_, index) => free + index)]
}

/** The list with an item inserted; at its end where the position is out of range. */
export function insertItem<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return [...items.slice(0, index), item, ...items.slice(index)]
}
