import type { Clock } from '../ports.ts'

export interface WordIndexingDeps {
  /** Indexes so many of the files whose words changed; returns whether more are left. Throws as the library's file does. */
  index(limit: number): boolean
  readonly clock: Pick<Clock, 'setTimer'>
  onFailure(error: unknown): void
}

/** Keeps the index of the files' words up to date, a little at a time, so that everything else comes between. */
export interface WordIndexing {
  /** Words may have changed: they are indexed soon. */
  look(): void
  /** Indexes the newest of them at once, as many as a key press has time for. */
  catchUp(): void
  close(): void
}

/** A few milliseconds each. */
const atOnce = 100
const pauseMs = 10

export function createWordIndexing({ index, clock, onFailure }: WordIndexingDeps): WordIndexing {
  let stop: (() => void) | null = null
  let isClosed = false

  /** What fails is indexed with the next change. */
  function step(): boolean {
    try {
      return index(atOnce)
    } catch (error) {
      onFailure(error)
      return false
    }
  }

  function later(): void {
    if (stop || isClosed) return
    stop = clock.setTimer(pauseMs, () => {
      stop = null
      if (step()) later()
    })
  }

  return {
    look: later,
    catchUp() {
      if (step()) later()
    },
    close() {
      isClosed = true
      stop?.()
    },
  }
}
