import { createDueQueue } from './due-queue.ts'
import { type Urgency, urgencies } from './poll-interval.ts'

/** Every nth pick is the one that is due longest, however old its job: nothing starves. */
const turnOfTheLongest = 4

/** Decides which job is read next: the most urgent of those due, and now and then the one that waited longest. */
export interface PollSchedule {
  set(submissionId: string, urgency: Urgency, dueAt: number): void
  delete(submissionId: string): void
  /** When the first is due, in milliseconds since the epoch; null where nothing waits. */
  firstAt(): number | null
  /** Takes the next one that is due by this time; null where none is. */
  take(now: number): string | null
}

export function createPollSchedule(): PollSchedule {
  const queues = { young: createDueQueue(), middling: createDueQueue(), old: createDueQueue() }
  let turn = 0

  function heads() {
    return urgencies.flatMap((urgency) => queues[urgency].first() ?? [])
  }

  function remove(submissionId: string): void {
    for (const urgency of urgencies) queues[urgency].delete(submissionId)
  }

  return {
    set(submissionId, urgency, dueAt) {
      remove(submissionId)
      queues[urgency].set(submissionId, dueAt)
    },
    delete: remove,
    firstAt() {
      const times = heads().map(({ dueAt }) => dueAt)
      return times.length === 0 ? null : Math.min(...times)
    },
    take(now) {
      const due = heads().filter(({ dueAt }) => dueAt <= now)
      turn += 1
      if (turn % turnOfTheLongest === 0) due.sort((left, right) => left.dueAt - right.dueAt)
      const [next] = due
      if (!next) return null
      remove(next.key)
      return next.key
    },
  }
}
