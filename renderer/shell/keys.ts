import { useEffect, useRef } from 'react'

/** A key with what must be held: `mod` is Ctrl, or ⌘ on a Mac. */
export interface KeyBinding {
  readonly key: string
  readonly mod?: boolean
  readonly run: () => void
  /** Also while the person is writing; a key with `mod` always is. */
  readonly whileWriting?: boolean
}

/** Listens for keys as long as the component is there. A dialog in front keeps them from what is behind it. */
export function useKeys(bindings: readonly KeyBinding[], active = true): void {
  const latest = useRef(bindings)
  latest.current = bindings
  useEffect(() => {
    if (!active) return
    function press(event: KeyboardEvent) {
      const binding = latest.current.find((candidate) => matches(candidate, event))
      if (!binding || event.defaultPrevented) return
      event.preventDefault()
      binding.run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active])
}

function matches(binding: KeyBinding, event: KeyboardEvent): boolean {
  const mod = event.ctrlKey || event.metaKey
  if (binding.key.toLowerCase() !== event.key.toLowerCase()) return false
  if ((binding.mod ?? false) !== mod || event.altKey) return false
  return mod || binding.whileWriting === true || !isWriting(event.target)
}

/** A dialog keeps keys to itself, unless it says that its screen's keys go on. */
const modal = '[role="dialog"]:not([data-keys="screen"])'
/** A button that opens a search is none: what is typed goes to the search, once it is open. */
const writable = 'input:not([type="range"]), textarea, [contenteditable="true"], [role="listbox"]'

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${writable}, ${modal}`) !== null
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
