import { type RefCallback, type RefObject, useCallback, useRef } from 'react'

interface FocusReturn {
  /** To be the popup's ref. */
  readonly ref: RefCallback<HTMLElement>
  readonly popup: RefObject<HTMLElement | null>
  /** What the library focuses once the popup has closed. */
  readonly finalFocus: () => HTMLElement | boolean
}

type Choose = () => HTMLElement | null

interface Wishes {
  /** What gets it in place of that; null for that. */
  readonly next?: Choose | undefined
  /** What gets it where nothing had it when the popup opened. */
  readonly whenNowhere?: Choose | undefined
}

/**
 * Returns the focus to where it was when a popup opened. One that has gone on by itself stays. The library alone passes it on to the first control within a place that Tab doesn't reach, such as
 * the stage or a row of a list; here it returns to the place itself.
 */
export function useFocusReturn({ next, whenNowhere }: Wishes = {}): FocusReturn {
  const popup = useRef<HTMLElement | null>(null)
  const from = useRef<Element | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    popup.current = element
    if (element) from.current = document.activeElement
  }, [])
  return {
    ref,
    popup,
    finalFocus() {
      const { activeElement, body } = document
      const isElsewhere = activeElement !== null && activeElement !== body
      if (isElsewhere && !popup.current?.contains(activeElement)) return false
      const wasNowhere = from.current === body || !from.current?.isConnected
      const place = next?.() ?? (wasNowhere ? whenNowhere?.() : from.current)
      if (!(place instanceof HTMLElement)) return true
      if (place.tabIndex >= 0) return place
      // The library may ask while the popup stays open, too.
      queueMicrotask(() => popup.current === null && place.focus({ preventScroll: true }))
      return false
    },
  }
}
