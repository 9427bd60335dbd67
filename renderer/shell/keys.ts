import { useEffect, useRef } from 'react'

/** A key with its modifiers: `mod` is Ctrl, or ⌘ on a Mac. */
export interface KeyBinding {
  readonly key: string
  readonly mod?: boolean
  /** Before any control gets it, as radios and switches use Enter; never from within a popup. */
  readonly first?: boolean
  /** Also while a modal dialog is open, which is then closed. */
  readonly closesDialog?: boolean
  readonly run: () => void
}

/**
 * Listens for keys while the component is mounted: those with `mod` always, others unless the person is typing.
 * A modal dialog keeps all of them from the page behind it.
 */
export function useKeys(bindings: readonly KeyBinding[], active = true): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    if (!active) return
    function press(event: KeyboardEvent, isFirst: boolean) {
      const binding = latest.current.find(
        (candidate) => (candidate.first ?? false) === isFirst && matches(candidate, event),
      )
      if (!binding || event.defaultPrevented) return
      if (isBehindModal() && !binding.closesDialog) return keepFromBrowser(event)
      event.preventDefault()
      if (isFirst) event.stopPropagation()
      binding.run()
    }
    const pressFirst = (event: KeyboardEvent) => press(event, true)
    const pressThen = (event: KeyboardEvent) => press(event, false)
    window.addEventListener('keydown', pressFirst, { capture: true })
    window.addEventListener('keydown', pressThen)
    return () => {
      window.removeEventListener('keydown', pressFirst, { capture: true })
      window.removeEventListener('keydown', pressThen)
    }
  }, [active])
}

function matches(binding: KeyBinding, event: KeyboardEvent): boolean {
  const mod = event.ctrlKey || event.metaKey
  if (binding.key.toLowerCase() !== event.key.toLowerCase()) return false
  if ((binding.mod ?? false) !== mod || event.altKey) return false
  if (binding.first && isWithin(event.target, popup)) return false
  return mod || !isWithin(event.target, `${writable}, ${popup}`)
}

/** A popup, or a note, handles its own keys, unless it says that its screen's keys still work. */
const popup = '[role="dialog"]:not([data-keys="screen"])'
/** A button that opens a search doesn't count: the typed text is sent to the search once it is open. */
const writable = 'input:not([type="range"]), textarea, [contenteditable="true"], [role="listbox"]'

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Wherever the focus is: in the dialog, in a note above it, or nowhere because its element is gone. */
function isBehindModal(): boolean {
  return document.querySelector('[data-keys="own"][data-open]') !== null
}

/**
 * No field uses a letter or digit with `mod`, but the browser does: it would leave the dialog for another tab.
 */
function keepFromBrowser(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.length === 1) event.preventDefault()
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
