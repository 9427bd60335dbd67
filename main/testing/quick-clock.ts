import type { Clock } from '../engine/ports.ts'

/** The machine's time, but so many times as fast: for real parts whose pauses are long. */
export function createQuickClock(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + Math.round((Date.now() - start) * times),
    setTimer(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds / times)
      return () => clearTimeout(timer)
    },
  }
}
