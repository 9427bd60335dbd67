import type { Clock } from '../ports.ts'
import { dayMs } from './utc-days.ts'

/** A timer may stand still while the machine sleeps: the wall clock is read again at least so often. */
const longestWaitMs = 15 * 60_000

/** Reports each UTC midnight, soon after it where the machine slept over it (SPEND11); returns its end. */
export function startDayChange({ clock, onDay }: { clock: Clock; onDay(): void }): () => void {
  let day = Math.floor(clock.now() / dayMs)
  let cancel = wait()

  function wait(): () => void {
    const toMidnight = (day + 1) * dayMs - clock.now()
    return clock.setTimer(Math.min(longestWaitMs, Math.max(0, toMidnight)), look)
  }

  function look(): void {
    const today = Math.floor(clock.now() / dayMs)
    const isNew = today !== day
    day = today
    cancel = wait()
    if (isNew) onDay()
  }

  return () => cancel()
}
