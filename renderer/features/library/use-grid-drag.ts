import { type DragEvent, useState } from 'react'

/** Where a dragged file would go: beside the file at an index. */
export interface GridDrop {
  readonly index: number
  readonly side: 'before' | 'after'
}

/**
 * Moves files of the grid by drag, where their order is the person’s. `onDrop` gets the dragged file’s index and the index
 * that it goes before. A drag that leaves the grid is one to a field, as everywhere.
 */
export function useGridDrag(isActive: boolean, onDrop: (from: number, before: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [drop, setDrop] = useState<GridDrop | null>(null)

  function end() {
    setFrom(null)
    setDrop(null)
  }

  if (!isActive) return { drop: null, handlers: {} }
  return {
    drop,
    handlers: {
      onDragStart: (event: DragEvent) => setFrom(indexAt(event)),
      onDragEnter: (event: DragEvent) => from !== null && event.stopPropagation(),
      onDragOver(event: DragEvent) {
        const index = indexAt(event)
        if (from === null || index === null) return
        event.preventDefault()
        event.stopPropagation()
        const { left, width } = tileAt(event)?.getBoundingClientRect() ?? new DOMRect()
        const side = event.clientX < left + width / 2 ? 'before' : 'after'
        if (drop?.index !== index || drop.side !== side) setDrop({ index, side })
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDrop(null)
      },
      onDrop(event: DragEvent) {
        if (from === null || drop === null) return
        event.preventDefault()
        event.stopPropagation()
        end()
        onDrop(from, drop.side === 'before' ? drop.index : drop.index + 1)
      },
      onDragEnd: end,
    },
  }
}

function tileAt({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
}

function indexAt(event: DragEvent): number | null {
  const index = tileAt(event)?.dataset.index
  return index === undefined ? null : Number(index)
}
