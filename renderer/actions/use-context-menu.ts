import { useEffect, useRef, useState } from 'react'

/** A context menu that the person has opened. */
export interface AskedMenu {
  /** Different for each. */
  readonly id: number
  /** What was clicked, or had the focus. */
  readonly target: Element
  readonly anchor: { getBoundingClientRect(): DOMRect }
  /** Gets the focus back. */
  readonly focused: HTMLElement | null
}

const ownMenu =
  'input, textarea, [contenteditable="true"], [role="dialog"]:not([data-keys="screen"]), [role="menu"]'

/**
 * The menu that a right click, the Menu key or Shift+F10 opens on a result; null while there is none. Elsewhere,
 * and on text that is selected or being written, the browser’s own menu stays.
 */
export function useContextMenu(isResult: (target: Element) => boolean): {
  readonly asked: AskedMenu | null
  readonly close: () => void
} {
  const [asked, setAsked] = useState<AskedMenu | null>(null)
  const latest = useRef(isResult)
  latest.current = isResult
  useEffect(() => {
    let count = 0
    function open(event: MouseEvent) {
      const target = targetOf(event)
      if (event.defaultPrevented || !target || target.closest(ownMenu)) return
      if (!(getSelection()?.isCollapsed ?? true) || !latest.current(target)) return
      event.preventDefault()
      count += 1
      const id = count
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const anchor = anchorAt(event, target)
      // While a menu is open the focus is in it, or where its backdrop was clicked.
      setAsked((before) => ({ id, target, anchor, focused: before?.focused ?? focused }))
    }
    window.addEventListener('contextmenu', open)
    return () => window.removeEventListener('contextmenu', open)
  }, [])

  function close() {
    setAsked(null)
    // An action may have moved the focus on. What had it may be a whole screen, with keys of its own.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) asked?.focused?.focus()
    })
  }

  return { asked, close }
}

/** What a menu event says that comes from a key. */
const keyButton = -1

/** What was clicked; for a key what has the focus: while nothing has it, the event comes from the page’s corner. */
function targetOf({ target, button, clientX, clientY }: MouseEvent): Element | null {
  if (button === keyButton) return document.activeElement
  if (!(target instanceof Element) || !target.matches(backdrop))
    return target instanceof Element ? target : null
  return document.elementsFromPoint(clientX, clientY).find((element) => !element.matches(backdrop)) ?? null
}

/** What an open menu covers the page with. */
const backdrop = '[data-base-ui-inert]'

/** Where the pointer is; a key’s menu opens at the middle of what has the focus, or of the page. */
function anchorAt({ clientX, clientY, button }: MouseEvent, target: Element): AskedMenu['anchor'] {
  const { left, top, width, height } = target.getBoundingClientRect()
  const [x, y] = button === keyButton ? [left + width / 2, top + height / 2] : [clientX, clientY]
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
}
