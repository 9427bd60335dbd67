import type { Clock } from '../engine/ports.ts'

/** The delay after which sleep is noticed; also keeps waits below the limit of a Node timer (2³¹ − 1 ms). */
const longestStretchMs = 5_000

/**
 * The machine's own time. Node's timers stop while the machine sleeps, so a long wait checks the wall clock now
 * and then; if that was set back, the time that really passed still counts.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(milliseconds, callback) {
    const [wallEnd, steadyEnd] = [Date.now() + milliseconds, performance.now() + milliseconds]
    let timer: NodeJS.Timeout

    function wait(): void {
      const left = Math.min(wallEnd - Date.now(), steadyEnd - performance.now())
      timer =
        left > longestStretchMs ? setTimeout(wait, longestStretchMs) : setTimeout(callback, Math.max(0, left))
    }

    wait()
    return () => clearTimeout(timer)
  },
}
