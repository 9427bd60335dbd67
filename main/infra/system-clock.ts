import type { Clock } from '../engine/ports.ts'

/** Sleep is noticed this soon after it, and no wait is longer than what a Node timer takes (2³¹ − 1 ms). */
const longestStretchMs = 5_000

/**
 * The machine's own time. Node's timers stand still while the machine sleeps, so a long wait looks at the wall
 * clock now and then; where that was set back, what really passed counts all the same.
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
