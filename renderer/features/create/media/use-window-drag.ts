import { useEffect, useState } from 'react'
import { mediaKinds } from '../../../../shared/api/media.ts'
import { type Hovering, readHovering } from '../../../forms/read-transfer.ts'

/**
 * A browser fires an event every half second while a drag continues; it doesn't always fire one when it ended
 * outside.
 */
const idleTimeoutMs = 1500

/** The current drag over the window; null while it holds nothing that a media field accepts. */
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
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) end()
    }
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragover', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', end, { signal })
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
