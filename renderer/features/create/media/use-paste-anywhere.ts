import { useEffect } from 'react'
import type { Intake } from '../../../forms/intake-store.ts'
import { type Incoming, readTransfer } from '../../../forms/read-transfer.ts'

const writable = 'input:not([type="range"]), textarea, [contenteditable="true"]'

/**
 * Handles a paste outside any field. In a text field text stays text: there only files are taken, which the
 * field can't use.
 */
export function usePasteAnywhere(intake: Intake): void {
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const { clipboardData, target } = event
      if (event.defaultPrevented || !clipboardData) return
      const isWriting = target instanceof Element && target.closest(writable) !== null
      const hasText = clipboardData.getData('text/plain') !== ''
      if (isWriting && (hasText || clipboardData.files.length === 0)) return
      if (target instanceof Element && target.closest('[role="dialog"]')) return
      const things = readTransfer(clipboardData, location.origin).map(settingsIn)
      if (things.length === 0) return
      event.preventDefault()
      void intake.offer(things)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [intake])
}

/** Settings as programs copy them: JSON, XMP, or lines of text. Anything else may be an address. */
function settingsIn(thing: Incoming): Incoming {
  if (thing.type !== 'url' || !/^\s*[{<]|\n/.test(thing.url)) return thing
  return { type: 'file', file: new File([thing.url], '', { type: 'text/plain' }) }
}
