import { type FocusEvent, useEffect, useRef } from 'react'

interface HeldFocus {
  onFocus(event: FocusEvent<HTMLElement>): void
  onBlur(event: FocusEvent<HTMLElement>): void
}

/**
 * Handlers for a list whose rows carry `data-index`. When rows are reordered the focus follows its item;
 * if that is gone, it stays at its position.
 */
export function useHeldFocus<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  current: number,
  moveTo: (index: number) => void,
): HeldFocus {
  const idAt = (index: number) => {
    const item = items[index]
    return item && idOf(item)
  }
  const isWithin = useRef(false)
  const currentId = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has changed moves the focus.
  useEffect(() => {
    if (!isWithin.current) return
    const index = items.findIndex((item) => idOf(item) === currentId.current)
    if (index === current) return
    currentId.current = idAt(current)
    moveTo(index >= 0 ? index : current)
  }, [items])
  return {
    onFocus({ target }) {
      const row = target.closest<HTMLElement>('[data-index]')
      isWithin.current = row !== null
      currentId.current = idAt(Number(row?.dataset.index))
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) isWithin.current = false
    },
  }
}
