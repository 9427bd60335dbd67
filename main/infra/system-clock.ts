import type { Clock } from '../engine/ports.ts'

/** The longest wait a Node timer takes; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimerMs))
    return () => clearTimeout(timer)
  },
}
