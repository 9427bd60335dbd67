import { useEffect, useRef } from 'react'
import type { Words } from '../words/words-context.tsx'
import { isLostTyping } from './lost-typing.ts'

/** A key with its modifiers: `mod` is Ctrl, or ⌘ on a Mac. */
export interface ActionKey {
  readonly key: string
  readonly mod?: boolean
  /** Alt, or ⌥ on a Mac. */
  readonly alt?: boolean
  /** The key's place on the keyboard, where its sign changes with the modifiers. */
  readonly code?: string
  /** With `code`: the sign alone is enough as well, as on a number pad. */
  readonly bySign?: boolean
  /** Absent where Shift doesn’t matter, as for a sign that some keyboards have above another. */
  readonly shift?: boolean
  /** With `mod`: not where text is being written or is selected, so that it can be copied. */
  readonly outsideText?: boolean
  /** Not where a control has the focus, which uses the key itself. */
  readonly outsideControls?: boolean
}

export interface KeyBinding extends ActionKey {
  /** Not repeated while the key is held. */
  readonly once?: boolean
  /** Before any control gets it, as radios and switches use Enter; never from within a popup. */
  readonly first?: boolean
  /** Also while a modal dialog is open, which is then closed. */
  readonly closesDialog?: boolean
  /** Absent: it was not done by its key. */
  readonly run: (event?: KeyboardEvent) => void
}

/**
 * Listens for keys while the component is mounted: those with `mod` always, those with `alt` also, but on a Mac not
 * while the person is typing, others never then.
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
      if (!binding || isUsed(event) || isLostTyping(event)) return
      if (isBehindModal() && !binding.closesDialog) return keepFromBrowser(event)
      event.preventDefault()
      if (isFirst) event.stopPropagation()
      if (!(binding.once && event.repeat)) binding.run(event)
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

/** Whether a control has used the key. A disabled button that keeps the focus prevents every key, and uses none. */
function isUsed({ defaultPrevented, target }: KeyboardEvent): boolean {
  return defaultPrevented && !isWithin(target, 'button[aria-disabled="true"]')
}

/** Whether this event is the key, and the person isn’t writing. */
export function matches(
  binding: ActionKey & Pick<KeyBinding, 'first'>,
  event: KeyboardEvent,
  onMac = isMac,
): boolean {
  const mod = event.ctrlKey || event.metaKey
  const alt = binding.alt ?? false
  const isSign = binding.key.toLowerCase() === event.key.toLowerCase()
  const isPlace = binding.code === event.code || (binding.bySign === true && isSign)
  if (!(binding.code === undefined ? isSign : isPlace)) return false
  if ((binding.mod ?? false) !== mod || alt !== event.altKey) return false
  if (binding.shift !== undefined && binding.shift !== event.shiftKey) return false
  if (binding.outsideText && isOnText(event.target)) return false
  if (binding.outsideControls && isWithin(event.target, control)) return false
  if (binding.first && isWithin(event.target, popup)) return false
  // On a Mac ⌥ types another sign, such as € or ™.
  if (alt && !mod && onMac) return !isWithin(event.target, writable)
  return mod || alt || !isWithin(event.target, `${writable}, ${popup}`)
}

/** A popup, a menu or a note handles its own keys, unless it says that its screen's keys still work. */
const popup = '[role="dialog"]:not([data-keys="screen"]), [role="menu"]'
/**
 * A button that opens a search doesn't count: the typed text is sent to the search once it is open. One that
 * opens a list does: letters choose in it.
 */
const writable =
  'input:not([type="range"]), textarea, [contenteditable="true"], [role="listbox"], [role="combobox"][aria-haspopup="listbox"]'

/** What a press of the space bar uses, or scrolls. */
const control = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

function isOnText(target: EventTarget | null): boolean {
  return isWithin(target, `${writable}, ${popup}`) || !(getSelection()?.isCollapsed ?? true)
}

/** Wherever the focus is: in the dialog, in a note above it, or nowhere because its element is gone. */
export function isBehindModal(): boolean {
  return document.querySelector('[data-keys="own"][data-open]') !== null
}

/**
 * No field uses a letter or digit with `mod`, but the browser does: it would leave the dialog for another tab.
 */
function keepFromBrowser(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.length === 1) event.preventDefault()
}

/** The keys of a shortcut as they are shown, to be pressed together. */
export function shownKeys({ key, mod, alt, shift }: ActionKey, names: Words['shell']['keyNames']): string[] {
  return [
    ...(mod ? [isMac ? names.command : names.mod] : []),
    ...(alt ? [isMac ? names.option : names.alt] : []),
    ...(shift ? [names.shift] : []),
    names.others[key] ?? key.toUpperCase(),
  ]
}

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)
