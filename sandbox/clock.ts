/** Where the sandbox reads the time; every date rule asks it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/** A clock that can be put forward or back while it runs. */
export interface SandboxClock extends Clock {
  set(now: number): void
  /** Hears of each jump; answers its undo. */
  onJump(listener: () => void): () => void
}

/** A clock that starts at `start` (milliseconds, UTC; the machine's own time where absent) and runs on. */
export function createSandboxClock(start?: number): SandboxClock {
  let offset = start === undefined ? 0 : start - Date.now()
  const listeners = new Set<() => void>()
  return {
    now: () => Date.now() + offset,
    set(now) {
      offset = Math.round(now) - Date.now()
      for (const listener of listeners) listener()
    },
    onJump(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a moment (ISO 8601), or the first moment of a UTC calendar date (YYYY-MM-DD), has come. */
export function hasBegun(date: string, clock: Clock): boolean {
  return clock.now() >= Date.parse(date)
}

/** ISO 8601 UTC, as the interface writes date-times. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
