import { useEffect, useState } from 'react'
import { mediaKinds } from '../../../../shared/api/media.ts'
import { type Hovering, readHovering } from '../../../forms/read-transfer.ts'

/** A browser says every half second that a drag continues; it doesn't always say that one ended outside. */
const idleTimeoutMs = 1500

/**
 * What is dragged over the window, while it is; null while nothing is that a media field could take. A drop that no
 * place takes is kept from the browser, which would leave the page for it.
 */
export function useWindowDrag(): Hovering | null {
  const [hovering, setHovering] = useState<Hovering | null>(null)

  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    let silence: ReturnType<typeof setTimeout> | undefined
    function end() {
      clearTimeout(silence)
      setHovering(null)
    }
    function enter({ dataTransfer }: DragEvent) {
      clearTimeout(silence)
      silence = setTimeout(end, idleTimeoutMs)
      setHovering((before) => before ?? (dataTransfer && readHovering(dataTransfer)))
    }
    function hold(event: DragEvent) {
      const { dataTransfer } = event
      enter(event)
      if (event.defaultPrevented || !dataTransfer || !readHovering(dataTransfer)) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) end()
    }
    function drop(event: DragEvent) {
      end()
      if (!event.defaultPrevented && event.dataTransfer && readHovering(event.dataTransfer))
        event.preventDefault()
    }
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('dragend', end, { signal })
    return () => {
      clearTimeout(silence)
      over.abort()
    }
  }, [])

  useEffect(() => {
    const { dataset } = document.documentElement
    if (hovering) dataset.dragging = (hovering.kinds.length > 0 ? hovering.kinds : mediaKinds).join(' ')
    else delete dataset.dragging
    return () => {
      delete dataset.dragging
    }
  }, [hovering])

  return hovering
}
