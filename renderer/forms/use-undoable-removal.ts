import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useFormUndo } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { useFormServices } from './form-context.tsx'
import { insertItem, removeItem } from './reorder.ts'

interface UndoableRemoval {
  readonly remove: (index: number) => void
  /** Undoes the last removal on Ctrl+Z (⌘Z) in the field. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Removals from a list, each of which can be undone, by the note that reports it or by key. */
export function useUndoableRemoval<Item>(
  items: readonly Item[],
  set: (items: readonly Item[]) => void,
  label: string,
): UndoableRemoval {
  const { inputs } = useWords()
  const undoNotes = useFormUndo()
  const { undoHere } = useFormServices()
  const latest = useRef({ items, set })
  useLayoutEffect(() => {
    latest.current = { items, set }
  })
  const removed = useRef<{ readonly item: Item; readonly index: number }[]>([])

  function undo() {
    const last = removed.current.pop()
    if (last) latest.current.set(insertItem(latest.current.items, last.index, last.item))
  }

  return {
    remove(index) {
      const item = items[index]
      if (item === undefined) return
      removed.current.push({ item, index })
      set(removeItem(items, index))
      undoNotes.add({ text: inputs.removed(label), label: inputs.undo, run: undoHere(undo) })
    },
    onKeyDown(event) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || event.target instanceof HTMLInputElement || removed.current.length === 0) return
      event.preventDefault()
      undo()
    },
  }
}
