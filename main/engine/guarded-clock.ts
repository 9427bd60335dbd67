import type { Clock, ReadStorageFailure } from './ports.ts'

interface Guard {
  readonly storageFailureOf: ReadStorageFailure
  onTrouble(error: unknown): void
}

/** The same clock, whose callbacks end no process where the disk or the library fails them: that is told instead. */
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
