import type { Clock, ReadStorageFailure } from './ports.ts'

interface Guard {
  readonly storageFailureOf: ReadStorageFailure
  onTrouble(error: unknown): void
}

/**
 * The same clock, but a callback that throws because of the disk or the library is reported and doesn't end the
 * process.
 */
export function guardClock(clock: Clock, { storageFailureOf, onTrouble }: Guard): Clock {
  return {
    now: clock.now,
    setTimer: (milliseconds, callback) =>
      clock.setTimer(milliseconds, () => {
        try {
          callback()
        } catch (error) {
          if (storageFailureOf(error) === null) throw error
          onTrouble(error)
        }
      }),
  }
}
