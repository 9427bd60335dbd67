import { readHovering } from './read-transfer.ts'

/**
 * Refuses drops of files and media outside every drop target, because the browser would leave the page for them.
 * Returns a stop function.
 */
export function refuseStrayDrops(page: Window): () => void {
  const over = new AbortController()
  function refuse(event: DragEvent) {
    if (event.defaultPrevented || !event.dataTransfer || !readHovering(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of ['dragover', 'drop'] as const)
    page.addEventListener(type, refuse, { signal: over.signal })
  return () => over.abort()
}
