import { useEffect, useState } from 'react'

/**
 * The time in milliseconds while `active`, in whole steps of `everyMs`: all that show it show the same moment, whenever
 * they began.
 */
export function useNow(active: boolean, everyMs = 1000): number {
  const [now, setNow] = useState(() => wholeStep(Date.now(), everyMs))
  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      setNow(wholeStep(Date.now(), everyMs))
      timer = setTimeout(tick, everyMs - (Date.now() % everyMs))
    }
    tick()
    return () => clearTimeout(timer)
  }, [active, everyMs])
  return now
}

/** The step that a moment is in, however long after its begin. */
export function wholeStep(now: number, everyMs: number): number {
  return now - (now % everyMs)
}
