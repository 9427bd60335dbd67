import type { Clock } from '../ports.ts'

/** How long a file is looked at before it counts as slow, in milliseconds. */
export const paceWindowMs = 30_000
/** Fewer bytes a second over a whole window are slow. */
export const slowestBytesPerSecond = 64 * 1024

const slowestBytes = (slowestBytesPerSecond * paceWindowMs) / 1_000

export interface Pace {
  /** How far the file is; one that begins anew is counted from there. */
  note(bytes: number): void
  end(): void
}

/** Says after each window whether a file came slowly in it, from the moment it is called until it is ended. */
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
