import { useEffect, useRef } from 'react'
import { useWords } from '../words/words-context.tsx'
import { useMissingLayers } from './on-demand.tsx'
import { useNotify } from './toaster.tsx'

/** What may have ended the cause, or needs a layer now. */
const occasions = ['focus', 'online', 'dragenter']

/** One note for all layers that could not be loaded, while there are any. */
export function MissingLayersNote() {
  const { shell } = useWords()
  const notify = useNotify()
  const { areMissing, failures, retry } = useMissingLayers()
  const note = useRef<ReturnType<typeof notify>>(null)
  // After each failure, as the Retry closes the note.
  useEffect(() => {
    if (failures === 0 || note.current?.isOpen()) return
    note.current = notify(shell.layersFailed, 'danger', { label: shell.retry, run: retry })
  }, [failures, notify, shell, retry])
  useEffect(() => {
    if (!areMissing) return
    const over = new AbortController()
    for (const occasion of occasions) window.addEventListener(occasion, retry, { signal: over.signal })
    return () => {
      over.abort()
      note.current?.close()
    }
  }, [areMissing, retry])
  return null
}
