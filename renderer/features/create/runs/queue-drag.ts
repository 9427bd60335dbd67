import type { DragEvent } from 'react'
import { ownDragTypes } from '../../../forms/read-transfer.ts'

/** The drag of a waiting entry within the list. */
const dragType = 'application/x-atelier-waiting'

/**
 * The handlers of a list that move a waiting entry by dragging it among the others that wait. The list is the queue from
 * its end: what is dropped below another entry is sent before it. `moveBefore` is called with the batch that is
 * moved, and the one that it is then sent before; null for the last place.
 */
export function createQueueDrag(moveBefore: (batchId: string, beforeId: string | null) => void) {
  let dragged: HTMLElement | null = null
  let marked: HTMLElement | null = null

  function mark(entry: HTMLElement | null, side: 'above' | 'below' = 'above') {
    if (marked && marked !== entry) delete marked.dataset.drop
    marked = entry
    if (entry) entry.dataset.drop = side
  }

  /** The entry under the pointer, and the side of it that is nearer; null where nothing can be dropped. */
  function placeAt({ target, clientX, clientY, dataTransfer, currentTarget }: DragEvent<HTMLElement>) {
    const entry = waitingEntry(target)
    if (!dataTransfer.types.includes(dragType) || !entry || entry === dragged) return null
    const { left, top, width, height } = entry.getBoundingClientRect()
    const isRow = getComputedStyle(currentTarget).display === 'flex'
    const isPast = isRow ? clientX > left + width / 2 : clientY > top + height / 2
    return { entry, side: isPast ? ('below' as const) : ('above' as const) }
  }

  function drop(list: HTMLElement, entry: HTMLElement, side: 'above' | 'below') {
    const batchId = dragged?.dataset.waiting
    const others = [...list.querySelectorAll<HTMLElement>(':scope > [data-waiting]')].filter(
      (other) => other !== dragged,
    )
    const before = side === 'below' ? entry : others[others.indexOf(entry) - 1]
    if (batchId === undefined) return
    moveBefore(batchId, before?.dataset.waiting ?? null)
  }

  return {
    onDragStart(event: DragEvent<HTMLElement>) {
      const entry = waitingEntry(event.target)
      // A finished run of a batch that still waits is dragged as its file.
      if (!entry || namesFile(event.dataTransfer)) return
      dragged = entry
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData(dragType, entry.dataset.waiting ?? '')
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      const place = placeAt(event)
      mark(place?.entry ?? null, place?.side)
      if (!place) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    },
    onDrop(event: DragEvent<HTMLElement>) {
      const place = placeAt(event)
      if (!place) return
      event.preventDefault()
      drop(event.currentTarget, place.entry, place.side)
    },
    onDragEnd() {
      mark(null)
      dragged = null
    },
  }
}

function namesFile({ types }: DataTransfer): boolean {
  return Object.values(ownDragTypes).some((type) => types.includes(type))
}

function waitingEntry(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-waiting]') : null
}
