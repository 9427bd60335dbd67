import { isTerminal, type Job } from '../../shared/api/job.ts'
import { isUnreached, type ProbeVerdict, stateOfProbe } from '../../shared/api/probe.ts'
import type { SubmissionProblem } from '../../shared/bridge/views.ts'
import type { InternalEventHub } from './internal-events.ts'
import type { JobIntake } from './job-intake.ts'
import { createPoller, type Poller } from './polling/poller.ts'
import type { Clock, Log, Random, ReadStorageFailure } from './ports.ts'
import { createJobSearch, type JobSearch } from './recovery/job-search.ts'
import type { Connection } from './service/connection.ts'
import type { JobService } from './service/ports.ts'
import { createReturnProbe } from './service/return-probe.ts'
import { silenceMs, type TestedState } from './service/service-gate.ts'
import type { ModelGuard, RequestBodies, SubmissionJournal } from './submissions/ports.ts'
import { createSubmissionQueue, type SubmissionQueue } from './submissions/submission-queue.ts'

export interface RunPipelineDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly events: InternalEventHub
  readonly journal: SubmissionJournal
  readonly bodies: Pick<RequestBodies, 'build' | 'show'>
  readonly models: ModelGuard
  readonly intake: JobIntake
  readonly storageFailureOf: ReadStorageFailure
  connection(): Connection | null
  /** Reads the connected service's description again. */
  describe(): Promise<void>
  /** Tests the connected service, without cost. Never throws. */
  testService(): Promise<ProbeVerdict>
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
  /** The poller of the connected account. */
  poller(): Poller
  /** The known state of a polled job, of any account. */
  liveJob(submissionId: string): Job | null
  /** Why nothing more is learnt of a polled job; null where nothing prevents it. */
  liveProblem(submissionId: string): SubmissionProblem | null
  /** Follows the jobs of the accounts that can be asked now. */
  follow(): void
  /** Resumes whatever belongs to the current connection. */
  resume(): void
  /** The connected service was tested for another reason. */
  noteTest(state: TestedState): void
  /** Tests the connected service. */
  testNow(): void
  /** Tests the connected service where nothing was heard of it for a while and nothing is polled (CONN350). */
  testIdle(): void
  /** A description was read, which says where jobs are listed. */
  searchAgain(): void
  /** Which jobs of an account may be those of its own runs whose response was lost. */
  reserved: JobSearch['reserved']
  /** No request to the connected service before this time; milliseconds since the epoch. */
  quietUntil(): number
  /** Reads the connected service's description where none was read yet. */
  describeUnread(): Promise<void>
  /** The machine woke up, or its network came back. */
  resumeAfterSleep(): void
  close(): Promise<void>
}

/** A service that was heard within this time is not tested: a minute's visits cost it one request, not sixty. */
const idleMs = 30_000

/** Takes every confirmed run from the queue through its job to its files (JOB1–JOB14, LIB1). */
export function createRunPipeline(deps: RunPipelineDeps): RunPipeline {
  const { clock, random, log, events, journal, bodies, models, intake } = deps

  /** One for each account with jobs, for good: a pause that a service requested outlasts a change of account. */
  const pollers = new Map<string, Poller>()

  function clientOf(serviceId: string): JobService | null {
    const present = deps.connection()
    return present?.serviceId === serviceId ? present.client : deps.clientOf(serviceId)
  }

  function pollerOf(serviceId: string): Poller {
    const known = pollers.get(serviceId)
    if (known) return known
    const isConnected = () => deps.connection()?.serviceId === serviceId
    const own = createPoller({
      clock,
      random,
      service: () => clientOf(serviceId),
      isQuiet: deps.isQuiet,
      onJob(submissionId, job, wasAway) {
        const isWritten = intake.read(submissionId, job, wasAway)
        // A job that the service no longer knows takes no slot among the running ones.
        if (!isTerminal(job.status) && isConnected() && own.problem(submissionId)) queue.sendNext()
        return isWritten
      },
      onReturn() {
        if (!isConnected()) return
        queue.networkReturned()
        search.resume()
      },
      onHealth() {
        if (!isConnected()) return
        events.emit('queue.changed', null)
        if (own.health().state !== 'unreachable') {
          queue.networkReturned()
          void describeUnread()
        }
        returnProbe.check()
      },
    })
    pollers.set(serviceId, own)
    return own
  }

  /** The connected account's; before any is connected, one without jobs. */
  function poller(): Poller {
    return pollerOf(deps.connection()?.serviceId ?? '')
  }

  function every(act: (one: Poller) => void): void {
    for (const one of pollers.values()) act(one)
  }

  function firstOf<Value>(read: (one: Poller) => Value | null): Value | null {
    for (const one of pollers.values()) {
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

  let describing: Promise<void> | null = null

  /** Where no description could be read yet: nobody knows whether the service lists its jobs (JOB100). */
  function describeUnread(): Promise<void> {
    const present = deps.connection()
    if (!present || present.isDescribed) return Promise.resolve()
    describing ??= deps.describe().finally(() => {
      describing = null
    })
    return describing
  }

  const returnProbe = createReturnProbe({
    clock,
    isWanted() {
      const present = deps.connection()
      if (!present || present.key === null || poller().running() > 0) return false
      const { state, seenAt } = poller().health()
      return state === 'unreachable' || (seenAt === null && state === 'fine' && !present.isDescribed)
    },
    async test() {
      await testPresent()
    },
  })

  let testing: {
    readonly of: Connection['client'] | undefined
    readonly verdict: Promise<ProbeVerdict>
  } | null = null

  /** Tests the connected service, once for all who ask at a time, and notes what that shows. */
  function testPresent(): Promise<ProbeVerdict> {
    const of = deps.connection()?.client
    if (testing?.of === of && testing) return testing.verdict
    const verdict = testAndNote(of).finally(() => {
      if (testing?.verdict === verdict) testing = null
    })
    testing = { of, verdict }
    return verdict
  }

  async function testAndNote(of: Connection['client'] | undefined): Promise<ProbeVerdict> {
    const note = (state: TestedState) => {
      if (deps.connection()?.client === of) poller().noteTest(state)
    }
    const cancelSilence = clock.setTimer(silenceMs, () => note('unreachable'))
    const verdict = await deps.testService()
    cancelSilence()
    note(stateOfProbe(verdict))
    return verdict
  }

  let idleTestAt = 0

  function testIdle(): void {
    const present = deps.connection()
    if (!present || present.key === null || poller().running() > 0) return
    const { state, seenAt } = poller().health()
    // The return probe tests it already.
    if (state === 'unreachable') return
    const now = clock.now()
    if (now < quietUntil() || now - Math.max(seenAt ?? 0, idleTestAt) < idleMs) return
    idleTestAt = now
    void testPresent()
  }

  /** What was last heard says that it is out of reach: a paid request would only be lost there (JOB300). */
  async function isThere(): Promise<boolean> {
    return poller().health().state !== 'unreachable' || !isUnreached(await testPresent())
  }

  function quietUntil(): number {
    return Math.max(poller().quietUntil(), Date.parse(queue.hold()?.until ?? '') || 0)
  }

  const search = createJobSearch({
    clock,
    journal,
    bodies,
    connection,
    describe: describeUnread,
    quietUntil,
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
    models,
    connection,
    jobsInFlight: deps.jobsInFlight,
    jobsRunning: () => poller().running(),
    isPaused: deps.isPaused,
    setPaused: deps.setPaused,
    webhookUrl: deps.webhookUrl,
    isThere,
    // Where jobs are polled, these readings tell.
    onSilence: () => void (poller().running() === 0 && testPresent()),
    onAccepted(submission) {
      // First, so that the run itself doesn't count as one that an outage interrupted.
      pollerOf(submission.serviceId).noteAccepted()
      intake.accept(submission)
    },
    onChanged(submission) {
      events.emit('run.changed', submission)
      search.noticed(submission)
      if (submission.state !== 'unknown') return
      void describeUnread()
      const { serviceId, problem } = submission
      if (problem?.code === 'answer_lost' && problem.status === null)
        pollerOf(serviceId).noteTest('unreachable')
    },
    onHold: () => events.emit('queue.changed', null),
  })

  events.on('storage.failed', queue.holdForStorage)
  events.on('run.followed', ({ submissionId, serviceId, kind, sentAt, updatedAt, job }) => {
    if (clientOf(serviceId) === null) return
    pollerOf(serviceId).watch({ submissionId, kind, acceptedAt: sentAt ?? updatedAt, job })
  })
  events.on('run.ended', queue.sendNext)
  events.on('poll.requested', (submissionId) =>
    every((one) => (submissionId === null ? one.pollAllNow() : one.pollNow(submissionId))),
  )

  function follow(): void {
    for (const [serviceId, one] of pollers) if (clientOf(serviceId) === null) one.drop()
    for (const run of journal.running())
      if (clientOf(run.serviceId) && pollerOf(run.serviceId).current(run.submissionId) === null)
        intake.accept(run)
  }

  return {
    queue,
    poller,
    follow,
    resume() {
      idleTestAt = clock.now()
      poller().forgetHealth()
      follow()
      every((one) => one.pollAllNow())
      search.resume()
      queue.sendNext()
      returnProbe.check()
    },
    noteTest: (state) => poller().noteTest(state),
    testNow: () => void testPresent(),
    testIdle,
    searchAgain: search.resume,
    reserved: search.reserved,
    quietUntil,
    describeUnread,
    liveJob: (submissionId) => firstOf((one) => one.current(submissionId)),
    liveProblem: (submissionId) => firstOf((one) => one.problem(submissionId)),
    resumeAfterSleep() {
      every((one) => one.resumeAfterSleep())
      void describeUnread()
    },
    async close() {
      await Promise.all([queue, search, returnProbe, ...pollers.values()].map((one) => one.close()))
    },
  }
}
