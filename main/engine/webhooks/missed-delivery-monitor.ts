import type { Clock } from '../ports.ts'

/** How long a delivery may come after the end that asking found, in milliseconds. */
const graceMs = 15_000

/** Knows whose deliveries are awaited, and notices when they stay away (HOOK16). */
export interface MissedDeliveryMonitor {
  /** The service was told where to deliver this run's end. */
  await(submissionId: string): void
  /** A verified delivery of this run came. */
  came(submissionId: string): void
  /** This run was not taken by the service, so nothing will come. */
  drop(submissionId: string): void
  /** Asking found this run's end. */
  ended(submissionId: string): void
  /** Whether asking seldom is enough for this run. */
  isQuiet(submissionId: string): boolean
  /** When a delivery was first missed; null while they come. Milliseconds since the epoch. */
  missedAt(): number | null
  /** Nothing is awaited any more: the address that the service was told is no longer listened at. */
  reset(): void
  /** Notices nothing any more. */
  close(): void
}

/** `onChanged`: deliveries were missed, or come again. What is awaited is known to this process only. */
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
