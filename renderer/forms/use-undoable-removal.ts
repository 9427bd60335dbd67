import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useFormUndo } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { insertItem, removeItem } from './reorder.ts'

interface UndoableRemoval {
  readonly remove: (index: number) => void
  /** Undoes the last removal on Ctrl+Z (⌘Z) in the field. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface Removal<Item> {
  readonly item: Item
  readonly index: number
  readonly closeNote: () => void
}

/**
 * Removals from a list, each of which can be undone, by the note that reports it or by key, until the list has as many
 * items again as it may have; null where that is unlimited.
 */
export function useUndoableRemoval<Item>(
  items: readonly Item[],
  set: (items: readonly Item[]) => void,
  label: string,
  most: number | null = null,
): UndoableRemoval {
  const { inputs } = useWords()
  const undoNotes = useFormUndo()
  const latest = useRef({ items, set })
  useLayoutEffect(() => {
    latest.current = { items, set }
  })
  const removals = useRef<readonly Removal<Item>[]>([])

  const isFull = most !== null && items.length >= most
  useEffect(() => {
    if (!isFull) return
    for (const { closeNote } of removals.current) closeNote()
    removals.current = []
  }, [isFull])

  function undo(removal: Removal<Item>) {
    removals.current = removals.current.filter((one) => one !== removal)
    latest.current.set(insertItem(latest.current.items, removal.index, removal.item))
  }

  return {
    remove(index) {
      const item = items[index]
      if (item === undefined) return
      set(removeItem(items, index))
      const run = () => undo(removal)
      const closeNote = undoNotes.add({ text: inputs.removed(label), label: inputs.undo, run })
      const removal = { item, index, closeNote }
      removals.current = [...removals.current, removal]
    },
    onKeyDown(event) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      const last = removals.current.at(-1)
      if (!isUndo || event.target instanceof HTMLInputElement || !last) return
      event.preventDefault()
      undo(last)
      last.closeNote()
    },
  }
}
