import type { Clock } from './ports.ts'
import { storageTroubleOf } from './storage-trouble.ts'

/** The same clock, whose callbacks end no process where the disk or the library fails them: that is told instead. */
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
