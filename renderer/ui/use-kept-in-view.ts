import { type RefObject, useEffect } from 'react'

/**
 * While it applies, an element that the page's layout moves out of view is scrolled back into it: a popup
 * follows its trigger, and would leave the window with it.
 */
export function useKeptInView(element: RefObject<Element | null>, applies: boolean): void {
  useEffect(() => {
    const kept = element.current
    if (!kept || !applies) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === false && kept.scrollIntoView({ block: 'nearest' }),
    )
    observer.observe(kept)
    return () => observer.disconnect()
  }, [element, applies])
}
