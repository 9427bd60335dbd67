import type { Bridge } from '../../shared/bridge/carrier.ts'
import { mostFilesDraggedOut } from '../../shared/bridge/media-bounds.ts'
import { outDragType } from './drag-file.ts'

/**
 * In the desktop the system drags the files themselves, in place of the page: any program takes them, and the page sees
 * such a drag as one of files. Returns how to end that.
 */
export function dragOutOf(page: EventTarget, bridge: Pick<Bridge, 'call'>): () => void {
  function take(event: Event): void {
    const { dataTransfer } = event as DragEvent
    const named = dataTransfer?.getData(outDragType) ?? ''
    if (named === '') return
    event.preventDefault()
    // Where it fails nothing is dragged, as with a file that is gone.
    void bridge.call('library.dragOut', { fileIds: named.split(' ').slice(0, mostFilesDraggedOut) })
  }
  page.addEventListener('dragstart', take)
  return () => page.removeEventListener('dragstart', take)
}
