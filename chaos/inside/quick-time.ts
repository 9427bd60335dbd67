import { systemClock } from '../../main/infra/system-clock.ts'
import { quickNow } from '../wire/quick-now.ts'

/**
 * Loaded into a studio before it starts: its clock runs so many times as fast, from a moment that the trial
 * knows too. Network timeouts stay real.
 */
const [since = 0, times = 1] = (process.env.CHAOS_QUICK ?? '').split(' ').map(Number)

Object.assign(systemClock, {
  now: () => quickNow({ since, times }),
  setTimer(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, Math.max(0, milliseconds) / times)
    return () => clearTimeout(timer)
  },
} satisfies typeof systemClock)
