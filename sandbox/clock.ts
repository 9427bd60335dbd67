/** The source of the time; every date rule uses it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/** A clock that can be moved forward or back while it runs, and be stopped. */
export interface SandboxClock extends Clock {
  set(now: number): void
  /** Stops at this moment until it is set. */
  stop(now: number): void
  /** Notifies of each jump; returns an unsubscribe function. */
  onJump(listener: () => void): () => void
}

/** A clock that starts at `start` (milliseconds, UTC; by default the machine's own time) and runs. */
export function createSandboxClock(start?: number): SandboxClock {
  let offset = start === undefined ? 0 : start - Date.now()
  let stopped: number | null = null
  const listeners = new Set<() => void>()
  function notify(): void {
    for (const listener of listeners) listener()
  }
  return {
    now: () => stopped ?? Date.now() + offset,
    set(now) {
      stopped = null
      offset = Math.round(now) - Date.now()
      notify()
    },
    stop(now) {
      stopped = Math.round(now)
      notify()
    },
    onJump(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a moment (ISO 8601), or the first moment of a UTC calendar date (YYYY-MM-DD), has been reached. */
export function hasBegun(date: string, clock: Clock): boolean {
  return clock.now() >= Date.parse(date)
}

/** ISO 8601 UTC, as the interface writes date-times. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
