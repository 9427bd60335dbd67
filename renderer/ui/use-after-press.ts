import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that runs work at once, or, while a pointer is pressed, right after its click. Otherwise a
 * press that leaves a field would move the page under the pointer, and its click would hit nothing.
 */
export function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    const release = () => {
      pressed.current = false
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work()
      })
    }
    const listeners = [
      ['pointerdown', press],
      ['pointerup', release],
      ['pointercancel', release],
    ] as const
    for (const [name, listen] of listeners) window.addEventListener(name, listen, true)
    return () => {
      for (const [name, listen] of listeners) window.removeEventListener(name, listen, true)
    }
  }, [])
  return useCallback((work) => {
    if (pressed.current) waiting.current.push(work)
    else work()
  }, [])
}
