import type { Clock } from '../ports.ts'

/** How long a file is measured before it counts as slow, in milliseconds. */
export const paceWindowMs = 30_000
/** Fewer bytes per second over a whole window are slow. */
export const slowestBytesPerSecond = 64 * 1024

const slowestBytes = (slowestBytesPerSecond * paceWindowMs) / 1_000

export interface Pace {
  /** Reports the file's progress; after a restart it is measured from there. */
  note(bytes: number): void
  end(): void
}

/** Reports after each window whether the file was slow in it, from the call until it is ended. */
export function watchPace(clock: Clock, onWindow: (isSlow: boolean) => void): Pace {
  let here = 0
  let before = 0
  let undo = clock.setTimer(paceWindowMs, close)

  function close(): void {
    const isSlow = here - before < slowestBytes
    before = here
    undo = clock.setTimer(paceWindowMs, close)
    onWindow(isSlow)
  }

  return {
    note(bytes) {
      if (bytes < here) before = bytes
      here = bytes
    },
    end: () => undo(),
  }
}
