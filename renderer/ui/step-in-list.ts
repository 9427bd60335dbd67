interface LongList {
  readonly current: number
  readonly count: number
  /** How many rows a page moves by. */
  readonly page: number
}

/** The row that a key leads to in a list of which only visible rows are rendered; null where the key leads nowhere. */
export function stepInList(
  { key, ctrlKey, altKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
  { current, count, page }: LongList,
): number | null {
  if (ctrlKey || altKey || metaKey) return null
  const steps = new Map([
    ['ArrowDown', current + 1],
    ['ArrowUp', current - 1],
    ['PageDown', current + page],
    ['PageUp', current - page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}

/** How many rows of one height a page moves by; `kept`: those of before that stay in view. */
export function rowsOnPage(scroller: Element | null, rowHeight: number, kept: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - kept)
}
