import { isTerminal, type Job } from '../../shared/api/job.ts'
import type { SubmissionProblem } from '../../shared/bridge/views.ts'
import type { InternalEventHub } from './internal-events.ts'
import type { JobIntake } from './job-intake.ts'
import { createPoller, type Poller } from './polling/poller.ts'
import type { Clock, Log, Random, ReadStorageFailure } from './ports.ts'
import { createJobSearch } from './recovery/job-search.ts'
import type { Connection } from './service/connection.ts'
import type { JobService } from './service/ports.ts'
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
  /** The client of an account, connected or not; null where it can't be asked. */
  clientOf(serviceId: string): JobService | null
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
  /** Of the connected account. */
  readonly poller: Poller
  /** The known state of a polled job, of any account. */
  liveJob(submissionId: string): Job | null
  /** Why nothing more is learnt of a polled job; null where nothing prevents it. */
  liveProblem(submissionId: string): SubmissionProblem | null
  /** Follows the jobs of the accounts that can be asked now. */
  follow(): void
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

  /** Of the accounts that are not connected and have jobs under way (ACC10). */
  const others = new Map<string, Poller>()

  /** The poller of an account's jobs; null where the account can't be asked. */
  function pollerOf(serviceId: string): Poller | null {
    if (serviceId === deps.connection()?.serviceId) return poller
    const known = others.get(serviceId)
    if (known || !deps.clientOf(serviceId)) return known ?? null
    const own = createPoller({
      clock,
      random,
      service: () => deps.clientOf(serviceId),
      isQuiet: deps.isQuiet,
      onJob: intake.read,
      onReturn: () => undefined,
      onHealth: () => undefined,
    })
    others.set(serviceId, own)
    return own
  }

  function every(act: (one: Poller) => void): void {
    for (const one of [poller, ...others.values()]) act(one)
  }

  function firstOf<Value>(read: (one: Poller) => Value | null): Value | null {
    for (const one of [poller, ...others.values()]) {
      const value = read(one)
      if (value !== null) return value
    }
    return null
  }

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
    onAccepted(submission) {
      // First, so that the run itself doesn't count as one that an outage interrupted.
      poller.noteAccepted()
      intake.accept(submission)
    },
    onChanged(submission) {
      events.emit('run.changed', submission)
      search.noticed(submission)
    },
    onHold: () => events.emit('queue.changed', null),
  })

  events.on('storage.failed', queue.holdForStorage)
  events.on('run.followed', ({ submissionId, serviceId, kind, sentAt, updatedAt, job }) =>
    pollerOf(serviceId)?.watch({ submissionId, kind, acceptedAt: sentAt ?? updatedAt, job }),
  )
  events.on('run.ended', queue.sendNext)
  events.on('poll.requested', (submissionId) =>
    every((one) => (submissionId === null ? one.pollAllNow() : one.pollNow(submissionId))),
  )

  /** Follows the jobs under way of each account that can be asked, the connected one's by its own poller. */
  function follow(): void {
    const running = Map.groupBy(journal.running(), ({ serviceId }) => serviceId)
    const connected = deps.connection()?.serviceId
    for (const [serviceId, one] of others) {
      if (serviceId !== connected && running.has(serviceId) && deps.clientOf(serviceId)) continue
      others.delete(serviceId)
      void one.close()
    }
    for (const [serviceId, runs] of running) {
      const own = pollerOf(serviceId)
      for (const run of runs) if (own?.current(run.submissionId) === null) intake.accept(run)
    }
  }

  return {
    queue,
    poller,
    follow,
    resume() {
      const serviceId = deps.connection()?.serviceId
      const ours = journal.running().filter((submission) => submission.serviceId === serviceId)
      poller.retain(new Set(ours.map(({ submissionId }) => submissionId)))
      follow()
      every((one) => one.pollAllNow())
      search.resume()
      queue.sendNext()
    },
    liveJob: (submissionId) => firstOf((one) => one.current(submissionId)),
    liveProblem: (submissionId) => firstOf((one) => one.problem(submissionId)),
    resumeAfterSleep: () => every((one) => one.resumeAfterSleep()),
    async close() {
      await Promise.all([
        queue.close(),
        poller.close(),
        search.close(),
        ...[...others.values()].map((one) => one.close()),
      ])
    },
  }
}
