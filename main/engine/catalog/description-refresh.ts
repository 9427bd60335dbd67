import type { Clock } from '../ports.ts'

const dayMs = 24 * 60 * 60_000
/** A timer may stand still while the machine sleeps: the wall clock is read again at least so often. */
const longestWaitMs = 15 * 60_000
/** Runs that are refused together ask for one reading. */
const atMostEveryMs = 60_000

/** What a refused generation says of the description: that the endpoint has gone, or takes something else. */
const tellingStatuses: ReadonlySet<number | null> = new Set([400, 404, 410])

export interface DescriptionRefresh {
  /** A generation was refused with this status. */
  refused(status: number | null): void
  /** A description was read, or could not be: the next day begins. */
  noteReading(): void
  close(): void
}

/** Reads the description again each day, and after a refusal that says that it may be out of date (CAT36). */
export function createDescriptionRefresh({
  clock,
  read,
}: {
  readonly clock: Clock
  read(): Promise<void>
}): DescriptionRefresh {
  let lastReading = clock.now()
  let lastRefusal = Number.NEGATIVE_INFINITY
  let cancel = wait()

  function wait(): () => void {
    const left = lastReading + dayMs - clock.now()
    return clock.setTimer(Math.min(longestWaitMs, Math.max(0, left)), look)
  }

  function look(): void {
    if (clock.now() - lastReading >= dayMs) readNow()
    cancel = wait()
  }

  function readNow(): void {
    lastReading = clock.now()
    void read()
  }

  return {
    refused(status) {
      if (!tellingStatuses.has(status) || clock.now() - lastRefusal < atMostEveryMs) return
      lastRefusal = clock.now()
      readNow()
    },
    noteReading() {
      lastReading = clock.now()
    },
    close: () => cancel(),
  }
}
