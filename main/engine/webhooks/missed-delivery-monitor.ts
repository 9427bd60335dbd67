import type { Clock } from '../ports.ts'

/** How long a delivery may arrive after the end that polling found, in milliseconds. */
const graceMs = 15_000

/** Tracks which deliveries are awaited, and notices when they don't arrive (HOOK16). */
export interface MissedDeliveryMonitor {
  /** The request told the service where to deliver this run's end. */
  await(submissionId: string): void
  /** A verified delivery of this run arrived. */
  came(submissionId: string): void
  /** The service refused this run, so no delivery will come. */
  drop(submissionId: string): void
  /** Polling found this run's end. */
  ended(submissionId: string): void
  /** Whether polling seldom is enough for this run. */
  isQuiet(submissionId: string): boolean
  /** When a delivery was first missed; null while they arrive. Milliseconds since the epoch. */
  missedAt(): number | null
  /** Nothing is awaited any more: the receiver no longer listens at the address given to the service. */
  reset(): void
  /** Stops monitoring. */
  close(): void
}

/**
 * `onChanged`: deliveries were missed, or arrive again. The awaited deliveries are known to this process only.
 */
export function createMissedDeliveryMonitor({
  clock,
  onChanged,
}: {
  clock: Clock
  onChanged(): void
}): MissedDeliveryMonitor {
  const awaited = new Set<string>()
  const overdue = new Map<string, () => void>()
  let missedAt: number | null = null

  function setMissed(at: number | null): void {
    if ((missedAt === null) === (at === null)) return
    missedAt = at
    onChanged()
  }

  function forget(submissionId: string): void {
    awaited.delete(submissionId)
    overdue.get(submissionId)?.()
    overdue.delete(submissionId)
  }

  function forgetAll(): void {
    for (const submissionId of [...awaited, ...overdue.keys()]) forget(submissionId)
  }

  return {
    await: (submissionId) => void awaited.add(submissionId),
    drop: forget,
    came(submissionId) {
      forget(submissionId)
      setMissed(null)
    },
    ended(submissionId) {
      if (!awaited.delete(submissionId)) return
      const cancel = clock.setTimer(graceMs, () => {
        overdue.delete(submissionId)
        setMissed(clock.now())
      })
      overdue.set(submissionId, cancel)
    },
    isQuiet: (submissionId) => missedAt === null && awaited.has(submissionId),
    missedAt: () => missedAt,
    reset() {
      forgetAll()
      setMissed(null)
    },
    close: forgetAll,
  }
}
