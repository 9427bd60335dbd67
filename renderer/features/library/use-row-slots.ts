import { useRef } from 'react'

/**
 * Gives each drawn row a slot, which it keeps while it is drawn; a new row gets the slot of one that is gone, so that its
 * elements are used again.
 */
export function useRowSlots(
  rows: readonly number[],
  isFlinging: boolean,
): readonly (readonly [row: number, slot: number])[] {
  const slots = useRef<ReadonlyMap<number, number>>(new Map())
  slots.current = assignSlots(slots.current, rows)
  // Elements that are read stand in the order of the list; those of a list that flies by stay where they are.
  return [...slots.current].toSorted(([row, slot], [other, ofOther]) =>
    isFlinging ? slot - ofOther : row - other,
  )
}

export function assignSlots(
  before: ReadonlyMap<number, number>,
  rows: readonly number[],
): ReadonlyMap<number, number> {
  const wanted = new Set(rows)
  const kept = [...before].filter(([row]) => wanted.has(row))
  const used = new Set(kept.map(([, slot]) => slot))
  const next = new Map(kept)
  let slot = 0
  for (const row of rows) {
    if (next.has(row)) continue
    while (used.has(slot)) slot += 1
    next.set(row, slot)
    used.add(slot)
  }
  return next
}
