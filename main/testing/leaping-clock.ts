import type { Clock } from '../engine/ports.ts'

/** The machine's time, which leaps where a test says so: for real parts with long pauses. */
export interface LeapingClock extends Clock {
  /** So many milliseconds have passed at once: timers due by then fire now. */
  leap(milliseconds: number): void
}

export function createLeapingClock(): LeapingClock {
  let ahead = 0
  const waiting = new Set<{ readonly dueAt: number; wait(): void }>()
  const now = () => Date.now() + ahead

  return {
    now,
    setTimer(milliseconds, callback) {
      const dueAt = now() + milliseconds
      let timer: NodeJS.Timeout
      const entry = {
        dueAt,
        wait() {
          clearTimeout(timer)
          timer = setTimeout(fire, Math.max(0, dueAt - now()))
        },
      }
      function cancel(): void {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      function fire(): void {
        cancel()
        callback()
      }
      waiting.add(entry)
      entry.wait()
      return cancel
    },
    leap(milliseconds) {
      ahead += milliseconds
      for (const entry of [...waiting].sort((left, right) => left.dueAt - right.dueAt)) entry.wait()
    },
  }
}
