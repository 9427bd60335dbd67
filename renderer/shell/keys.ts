import { useEffect, useRef } from 'react'

/** A key with what must be held: `mod` is Ctrl, or ⌘ on a Mac. */
export interface KeyBinding {
  readonly key: string
  readonly mod?: boolean
  readonly run: () => void
  /** Also while the person is writing; a key with `mod` always is. */
  readonly whileWriting?: boolean
  /** Before any control hears of it, as radios and switches take Enter; but never from behind a dialog, with `mod` either. */
  readonly first?: boolean
}

/** Listens for keys as long as the component is there. A dialog in front keeps them from what is behind it. */
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
  if (binding.first && isWithin(event.target, modal)) return false
  return mod || binding.whileWriting === true || !isWriting(event.target)
}

/** A dialog keeps keys to itself, unless it says that its screen's keys go on. */
const modal = '[role="dialog"]:not([data-keys="screen"])'
/** A button that opens a search is none: what is typed goes to the search, once it is open. */
const writable = 'input:not([type="range"]), textarea, [contenteditable="true"], [role="listbox"]'

function isWriting(target: EventTarget | null): boolean {
  return isWithin(target, `${writable}, ${modal}`)
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
