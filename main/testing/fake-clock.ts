import type { Clock } from '../engine/ports.ts'

/** A clock that stands still until it is advanced. */
export interface FakeClock extends Clock {
  /** Advances, firing due timers in order and letting promises run in between; resolves when all has settled. */
  advance(milliseconds: number): Promise<void>
  /** The machine sleeps: the time passes and no timer fires before the next `advance`. */
  sleep(milliseconds: number): void
  /** The person sets the clock back; timers go on as before. */
  setBack(milliseconds: number): void
  /** The number of pending timers: a closed object leaves none. */
  waiting(): number
}

interface Timer {
  readonly dueAt: number
  readonly callback: () => void
}

export function createFakeClock(start = Date.parse('2026-11-20T12:00:00Z')): FakeClock {
  const timers = new Set<Timer>()
  let now = start
  let behind = 0

  function nextDue(until: number): Timer | null {
    let next: Timer | null = null
    for (const timer of timers) {
      if (timer.dueAt <= until && (!next || timer.dueAt < next.dueAt)) next = timer
    }
    return next
  }

  return {
    now: () => now - behind,
    setTimer(milliseconds, callback) {
      // The machine's clock has whole milliseconds, and the library accepts no others.
      const timer = { dueAt: now + Math.ceil(milliseconds), callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async advance(milliseconds) {
      const until = now + milliseconds
      await letPromisesRun()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.dueAt)
        timer.callback()
        await letPromisesRun()
      }
      now = until
      await letPromisesRun()
    },
    sleep(milliseconds) {
      now += milliseconds
    },
    setBack(milliseconds) {
      behind += milliseconds
    },
    waiting: () => timers.size,
  }
}

/** A turn of the event loop: every promise that can continue has continued. */
function letPromisesRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
