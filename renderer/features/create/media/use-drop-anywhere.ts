import { useEffect, useRef } from 'react'
import { type Incoming, readHovering, readTransfer } from '../../../forms/read-transfer.ts'

/**
 * Takes what is dropped on the page beside every drop target, such as on the form, which the layer leaves in view.
 * Dialogs stand outside the page's root and keep their own.
 */
export function useDropAnywhere(onDrop: (things: readonly Incoming[]) => void): void {
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const root = document.getElementById('root')
    const over = new AbortController()
    function accept(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
      if (event.defaultPrevented || !event.dataTransfer || !readHovering(event.dataTransfer)) return false
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      return true
    }
    root?.addEventListener('dragover', accept, { signal: over.signal })
    root?.addEventListener(
      'drop',
      (event) => {
        if (accept(event)) latest.current(readTransfer(event.dataTransfer, location.origin))
      },
      { signal: over.signal },
    )
    return () => over.abort()
  }, [])
}
