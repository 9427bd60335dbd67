import { isTerminal } from '../../shared/api/job.ts'
import type { InternalEventHub } from './internal-events.ts'
import type { JobIntake } from './job-intake.ts'
import { createPoller, type Poller } from './polling/poller.ts'
import type { Clock, Log, Random, ReadStorageFailure } from './ports.ts'
import { createJobSearch } from './recovery/job-search.ts'
import type { Connection } from './service/connection.ts'
import type { DeprecationMonitor, RequestBodies, SubmissionJournal } from './submissions/ports.ts'
import { createSubmissionQueue, type SubmissionQueue } from './submissions/submission-queue.ts'

export interface RunPipelineDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly events: InternalEventHub
  readonly journal: SubmissionJournal
  readonly bodies: Pick<RequestBodies, 'build'>
  readonly deprecation: DeprecationMonitor
  readonly intake: JobIntake
  readonly storageFailureOf: ReadStorageFailure
  connection(): Connection | null
  jobsInFlight(): number
  isPaused(): boolean
  setPaused(isPaused: boolean): void
  /** The URL to which the service is to deliver this run's end; null where it can't. */
  webhookUrl(submissionId: string): string | null
  /** Whether a webhook is expected for this run. */
  isQuiet(submissionId: string): boolean
}

export interface RunPipeline {
  readonly queue: SubmissionQueue
  readonly poller: Poller
  /** Resumes whatever belongs to the current connection. */
  resume(): void
  /** The machine woke up, or its network came back. */
  resumeAfterSleep(): void
  close(): Promise<void>
}

/** Takes every confirmed run from the queue through its job to its files (JOB1–JOB14, LIB1). */
export function createRunPipeline(deps: RunPipelineDeps): RunPipeline {
  const { clock, random, log, events, journal, bodies, deprecation, intake } = deps

  const poller = createPoller({
    clock,
    random,
    service: () => deps.connection()?.client ?? null,
    isQuiet: deps.isQuiet,
    onJob(submissionId, job, wasAway) {
      const isWritten = intake.read(submissionId, job, wasAway)
      // A job that the service no longer knows takes no slot among the running ones.
      if (!isTerminal(job.status) && poller.problem(submissionId)) queue.sendNext()
      return isWritten
    },
    onReturn: () => queue.networkReturned(),
    onHealth: () => events.emit('queue.changed', null),
  })

  function connection() {
    const present = deps.connection()
    if (!present || present.key === null) return null
    return { serviceId: present.serviceId, service: present.client }
  }

  const search = createJobSearch({
    clock,
    journal,
    bodies,
    connection,
    quietUntil: () => Math.max(poller.quietUntil(), Date.parse(queue.hold()?.until ?? '') || 0),
    adopt: intake.adopt,
    onChanged: (submission) => events.emit('run.changed', submission),
    onFailed: (error) => events.emit('storage.failed', error),
  })

  const queue = createSubmissionQueue({
    clock,
    log,
    storageFailureOf: deps.storageFailureOf,
    journal,
    bodies,
    deprecation,
    connection,
    jobsInFlight: deps.jobsInFlight,
    jobsRunning: poller.running,
    isPaused: deps.isPaused,
    setPaused: deps.setPaused,
    webhookUrl: deps.webhookUrl,
    onAccepted: intake.accept,
    onChanged(submission) {
      events.emit('run.changed', submission)
      search.noticed(submission)
    },
    onHold: () => events.emit('queue.changed', null),
  })

  events.on('storage.failed', queue.holdForStorage)
  events.on('run.followed', ({ submissionId, kind, sentAt, updatedAt, job }) =>
    poller.watch({ submissionId, kind, acceptedAt: sentAt ?? updatedAt, job }),
  )
  events.on('run.ended', queue.sendNext)
  events.on('poll.requested', (submissionId) =>
    submissionId === null ? poller.pollAllNow() : poller.pollNow(submissionId),
  )

  return {
    queue,
    poller,
    resume() {
      const serviceId = deps.connection()?.serviceId
      const ours = journal.running().filter((submission) => submission.serviceId === serviceId)
      poller.retain(new Set(ours.map(({ submissionId }) => submissionId)))
      for (const submission of ours) if (!poller.current(submission.submissionId)) intake.accept(submission)
      poller.pollAllNow()
      search.resume()
      queue.sendNext()
    },
    resumeAfterSleep: poller.resumeAfterSleep,
    async close() {
      await Promise.all([queue.close(), poller.close(), search.close()])
    },
  }
}
