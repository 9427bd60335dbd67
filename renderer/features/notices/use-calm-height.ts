import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What a person may be about to press, to read or to look at. */
const used =
  'button, a[href], input, textarea, select, summary, label, img, video, canvas, [role=slider], [role=option], [data-run], [data-row]'
/** What opens over the page moves with what opened it, later. */
const opened = '[role=dialog], [role=listbox], [role=menu]'
/** A pointer that has rested so long since then has seen what came, and is on its way to nothing. In milliseconds. */
const restMs = 1500

interface CalmHeight {
  /** Takes the height of the content, in time. */
  readonly room: RefObject<HTMLDivElement | null>
  /** Lies over what follows the room while that is lower. */
  readonly content: RefObject<HTMLDivElement | null>
}

/**
 * Gives content that comes and goes its height above the page without moving what is under the pointer (NOTE100): where it
 * would, the content lies over the page, or an empty strip stays, until the pointer is elsewhere, which it is on the way to
 * whatever is covered, or has rested for a while. The keyboard’s Tab, and another size of the window, settle it at once.
 */
export function useCalmHeight(): CalmHeight {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (room.current && content.current) return follow(room.current, content.current)
  }, [])
  return { room, content }
}

function follow(room: HTMLElement, content: HTMLElement): () => void {
  let pointer: { readonly x: number; readonly y: number } | null = null
  let isDue = false
  let rest = 0

  function settle() {
    const wanted = content.offsetHeight
    const held = pointer && heldAt(pointer, content)
    isDue = !take(wanted, held)
    window.clearTimeout(rest)
    if (isDue) rest = window.setTimeout(settleAtOnce, restMs)
  }

  /** Whether the room has that height: not where that moves what is held. */
  function take(wanted: number, held: Element | null): boolean {
    const before = room.offsetHeight
    if (wanted === before) return true
    if (held?.closest(opened)) return false
    const top = held?.getBoundingClientRect().top
    room.style.height = `${wanted}px`
    if (held?.getBoundingClientRect().top === top) return true
    room.style.height = `${before}px`
    return false
  }

  function settleAtOnce() {
    window.clearTimeout(rest)
    isDue = false
    take(content.offsetHeight, null)
  }

  const observer = new ResizeObserver(settle)
  observer.observe(content)
  const end = new AbortController()
  const options = { signal: end.signal, capture: true, passive: true }
  window.addEventListener(
    'pointermove',
    ({ pointerType, clientX: x, clientY: y }) => {
      pointer = pointerType === 'mouse' ? { x, y } : null
      if (isDue) settle()
    },
    options,
  )
  window.addEventListener('keydown', ({ key }) => key === 'Tab' && isDue && settleAtOnce(), options)
  window.addEventListener('resize', settleAtOnce, options)
  document.documentElement.addEventListener(
    'mouseleave',
    () => {
      pointer = null
      settleAtOnce()
    },
    { signal: end.signal },
  )
  return () => {
    window.clearTimeout(rest)
    observer.disconnect()
    end.abort()
  }
}

function heldAt({ x, y }: { readonly x: number; readonly y: number }, content: HTMLElement): Element | null {
  const element = document.elementFromPoint(x, y)
  return !element || content.contains(element) ? null : element.closest(used)
}
