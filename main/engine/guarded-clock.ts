import type { Clock } from './ports.ts'
import { storageTroubleOf } from './storage-trouble.ts'

/**
 * The same clock, but a callback that throws because of the disk or the library is reported and doesn't end the
 * process.
 */
export function guardClock(clock: Clock, onTrouble: (error: unknown) => void): Clock {
  return {
    now: clock.now,
    setTimer: (milliseconds, callback) =>
      clock.setTimer(milliseconds, () => {
        try {
          callback()
        } catch (error) {
          if (!storageTroubleOf(error)) throw error
          onTrouble(error)
        }
      }),
  }
}
