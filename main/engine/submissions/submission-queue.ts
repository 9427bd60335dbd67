import type { QueueHold, SubmissionProblem } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { notifySafely } from '../notify-safely.ts'
import type { Clock, Log, ReadStorageFailure } from '../ports.ts'
import { reasonMembers, reasonOfError } from '../reason-error.ts'
import type { JobService } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'
import { silenceMs } from '../service/service-gate.ts'
import type { ModelGuard, RequestBodies, SubmissionJournal } from './ports.ts'
import { postAttempt, readSafely } from './post-attempt.ts'
import type { Reading } from './read-post-response.ts'
import { advance, canHappen, isHeldByModel, type Submission, type SubmissionEvent } from './submission.ts'

const firstPauseMs = 2_000
const longestPauseMs = 120_000
const firstStoragePauseMs = 10_000
/** How long a response is awaited once the studio is closing, in milliseconds. */
const graceMs = 4_000

const paused: QueueHold = { reason: 'paused', until: null }

/** What the responses of an account have led to; they hold no other account's runs. */
interface AccountState {
  /** The hold that its responses ask for; null where there is none. */
  wait: QueueHold | null
  /** Resumed after an empty balance: one run at a time until one is accepted (JOB63). */
  emptied: QueueHold | null
  /** The last run that says anything of it was refused because its key may not generate (CONN30). */
  isKeyForbidden: boolean
  failures: number
}

export interface SubmissionQueueDeps {
  readonly journal: SubmissionJournal
  readonly bodies: Pick<RequestBodies, 'build'>
  readonly clock: Clock
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  readonly models: ModelGuard
  /** The current service and its id; null while there is none or no key for it. */
  connection(): { readonly serviceId: string; readonly service: JobService } | null
  /** How many jobs may be under way at once. */
  jobsInFlight(): number
  /** How many of this service's are under way. */
  jobsRunning(): number
  /** The person's pause; it survives a restart. */
  isPaused(): boolean
  setPaused(isPaused: boolean): void
  /** The URL to which the service is to report this run's end; null where it can't. */
  webhookUrl(submissionId: string): string | null
  /**
   * Whether the service can be reached, by what was last heard of it; where that says no, by a test without cost. Never
   * throws.
   */
  isThere(): Promise<boolean>
  /** A paid request has had no response for long; it goes on. */
  onSilence(): void
  onChanged(submission: Submission): void
  onAccepted(submission: Submission): void
  onHold(hold: QueueHold | null): void
}

export interface SubmissionQueue {
  hold(): QueueHold | null
  /** Whether the last run that says anything of it was refused because its key may not generate (CONN30). */
  forbidsKey(): boolean
  /** Whether nothing is tried any more although no run has shown that an empty balance was filled (JOB91). */
  isBalanceUntested(): boolean
  /** Checks whether something can be sent now. */
  sendNext(): void
  /** The person paused the queue. */
  pause(): void
  /** The person resumed the queue. */
  resume(): void
  /** The cause of a hold may have changed: the queue retries, unless the person paused it. */
  retry(): void
  /**
   * Another account is connected: what its service asked for stands, a time to wait for or an empty balance; any other
   * cause may have changed since.
   */
  accountChanged(): void
  /** The service can be reached again: a hold for that ends at once. */
  networkReturned(): void
  /** What is known of models' ends may have changed: what waits for one that has ended is held (JOB96, JOB97). */
  reviewEnds(): void
  /** The journal can't be written, with the error: nothing more is sent until the person resumes. */
  holdForStorage(error: unknown): void
  /** Applies a person's action; returns the submission after it. */
  apply(submission: Submission, event: SubmissionEvent): Submission
  /** The same for several, all or none; returns those that changed, in their new state. */
  applyAll(submissions: readonly Submission[], event: SubmissionEvent): readonly Submission[]
  /** Resolves when nothing is on the wire; a response that takes too long is given up, its run unknown. */
  close(): Promise<void>
}

/** Sends confirmed runs, one attempt at a time each, as the life of a submission allows (JOB1–JOB11). */
export function createSubmissionQueue(deps: SubmissionQueueDeps): SubmissionQueue {
  const { journal, bodies, clock, log, models } = deps
  const sending = new Set<Promise<void>>()
  const underWay = new Set<string>()
  /** Outcomes of attempts that could not be written yet. */
  const unsettled = new Map<string, { readonly attempt: Submission; readonly reading: Reading }>()
  const hangUp = new AbortController()
  const accounts = new Map<string | null, AccountState>()
  /** The person's pause, also where it could not be stored. */
  let isPaused = deps.isPaused()
  /** What failures of the library hold, whatever the account. */
  let storage: QueueHold | null = null
  let storageFailures = 0
  let cancelTimer: (() => void) | null = null
  let cancelSettling: (() => void) | null = null
  let closed = false

  for (const interrupted of journal.inState('sending')) {
    const said = reasonMembers(reasonOf('closed_while_sending'))
    const problem = { code: 'interrupted', ...said, status: null, retryAt: null } as const
    journal.save(advance(interrupted, { type: 'answer_lost', problem }, clock.now()))
  }

  function apply(submission: Submission, event: SubmissionEvent): Submission {
    return applyAll([submission], event)[0] ?? submission
  }

  function applyAll(submissions: readonly Submission[], event: SubmissionEvent): readonly Submission[] {
    const moved = submissions.flatMap((submission) => {
      const after = advance(submission, event, clock.now())
      return after === submission ? [] : [after]
    })
    if (moved.length > 0) journal.saveAll(moved)
    for (const one of moved) notifySafely(log, () => deps.onChanged(one))
    return moved
  }

  function stateOf(serviceId: string | null): AccountState {
    const known = accounts.get(serviceId)
    if (known) return known
    const fresh = { wait: null, emptied: null, isKeyForbidden: false, failures: 0 }
    accounts.set(serviceId, fresh)
    return fresh
  }

  /** Of the connected account; what would be sent is its own. */
  function present(): AccountState {
    return stateOf(deps.connection()?.serviceId ?? null)
  }

  function isDamaged(): boolean {
    return storage?.reason === 'library_damaged'
  }

  function holdOf({ wait }: AccountState): QueueHold | null {
    if (isDamaged()) return storage
    if (isPaused) return paused
    return storage ? laterHold(wait, storage) : wait
  }

  /** What the queue shows of itself: while one run tries the balance, the others are held as before. */
  function shownHold(): QueueHold | null {
    const account = present()
    const { emptied } = account
    return holdOf(account) ?? (emptied && underWay.size > 0 ? { ...emptied, isTrying: true } : null)
  }

  function announceHold(): void {
    notifySafely(log, () => deps.onHold(shownHold()))
    const { until = null } = holdOf(present()) ?? {}
    if (until !== null) sendNextAt(Date.parse(until))
  }

  /** Ends what holds the connected account, but for a pause and a damaged library. */
  function lift(): void {
    if (isDamaged()) return
    const account = present()
    account.failures = 0
    tryOneAfter(account)
    account.wait = null
    storage = null
    announceHold()
    sendNext()
  }

  function tryOneAfter(account: AccountState): void {
    if (account.wait?.reason === 'insufficient_balance') account.emptied = account.wait
  }

  function sendNextAt(time: number): void {
    cancelTimer?.()
    if (closed) return
    cancelTimer = clock.setTimer(Math.max(0, time - clock.now()), sendNext)
  }

  function sendNext(): void {
    if (closed) return
    const account = present()
    endPassed(account)
    const hold = holdOf(account)
    if (hold?.until) {
      sendNextAt(Date.parse(hold.until))
      return
    }
    if (!hold) settleRest()
    const connection = deps.connection()
    // A response that was just written may hold the queue again.
    if (holdOf(account) || !connection) return
    try {
      startNext(connection)
    } catch (error) {
      holdForStorage(error)
    }
  }

  /** A timer may fire a moment before the wall clock: only the clock tells whether a wait is over. */
  function endPassed(account: AccountState): void {
    const isPast = (hold: QueueHold | null) => hold?.until != null && Date.parse(hold.until) <= clock.now()
    const [isWaitOver, isStorageBack] = [isPast(account.wait), isPast(storage)]
    if (isWaitOver) account.wait = null
    if (isStorageBack) storage = null
    if (isWaitOver || isStorageBack) announceHold()
  }

  function startNext(connection: { readonly serviceId: string; readonly service: JobService }): void {
    const free = deps.jobsInFlight() - deps.jobsRunning() - underWay.size
    const { emptied } = stateOf(connection.serviceId)
    const room = emptied ? Math.min(free, 1 - underWay.size) : free
    if (room <= 0) return
    const candidates = journal.waiting(connection.serviceId, room + underWay.size)
    const next = candidates.filter(({ submissionId }) => !underWay.has(submissionId)).slice(0, room)
    for (const submission of next) start(submission, connection.service)
    if (emptied && next.length > 0) announceHold()
  }

  function start(submission: Submission, service: JobService): void {
    underWay.add(submission.submissionId)
    const attempt = send(submission, service)
      .catch(holdForStorage)
      .finally(() => {
        underWay.delete(submission.submissionId)
        sending.delete(attempt)
        sendNext()
        // The trial has ended without a word of the balance, such as by a withdrawal, and no other run waits.
        if (present().emptied && underWay.size === 0 && shownHold() === null) announceHold()
      })
    sending.add(attempt)
  }

  async function send(submission: Submission, service: JobService): Promise<void> {
    if (isObjectedTo(submission)) return
    if (!(await deps.isThere())) return holdOutOfReach(stateOf(submission.serviceId))
    const body = await bodies.build(submission.values, submission.bodySha256)
    if (!body) {
      const said = reasonMembers(reasonOf('input_gone'))
      return rejectUnsent(submission, { code: 'input_missing', ...said, status: null, retryAt: null })
    }
    // The person may have withdrawn it while the body was being read.
    const current = journal.get(submission.submissionId)
    if (closed || !current || current.isUnreadable) return
    // Its model may have ended meanwhile; and what is on the wire is never sent beside itself.
    if (!canHappen(current.state, 'attempt_started') || isHeldByModel(current)) return
    if (isObjectedTo(current)) return
    // The queue may have been held since: the run waits as the rest does.
    const account = stateOf(submission.serviceId)
    if (holdOf(account)) return
    const attempt = apply(current, { type: 'attempt_started' })
    storageFailures = 0
    const cancelSilence = clock.setTimer(silenceMs, deps.onSilence)
    const outcome = await postAttempt({
      submission,
      body,
      service,
      signal: hangUp.signal,
      webhookUrl: () => deps.webhookUrl(submission.submissionId),
    })
    cancelSilence()
    const pauseMs = growingPause(nextFailure(account), firstPauseMs, longestPauseMs)
    settleOrKeep(attempt, readSafely(outcome, { now: clock.now(), pauseMs }))
  }

  /** Nothing was sent: the run waits until the service is there again, or for its next test (JOB300). */
  function holdOutOfReach(account: AccountState): void {
    if (closed || holdOf(account)) return
    account.failures = nextFailure(account)
    holdAccount(account, {
      reason: 'unreachable',
      ...reasonMembers(reasonOf('answer_timeout')),
      forMs: growingPause(account.failures, firstPauseMs, longestPauseMs),
    })
  }

  function holdAccount(account: AccountState, { forMs, ...rest }: NonNullable<Reading['hold']>): void {
    const until = forMs === null ? null : new Date(clock.now() + forMs).toISOString()
    account.wait = laterHold(account.wait, { ...rest, until })
    announceHold()
  }

  /** Whether it can't be sent by what is known of its model: then it is held or rejected. */
  function isObjectedTo(submission: Submission): boolean {
    const problem = models.objection(submission)
    if (problem?.code === 'model_sunset' || problem?.code === 'price_changed')
      apply(submission, { type: 'model_ended', problem })
    else if (problem) rejectUnsent(submission, problem)
    return problem !== null
  }

  function rejectUnsent(submission: Submission, problem: SubmissionProblem): void {
    apply(submission, { type: 'rejected', problem })
  }

  /** Responses that arrive while the account is held were requested before: together they count as one failure. */
  function nextFailure({ wait, failures }: AccountState): number {
    return wait?.until && failures > 0 ? failures : failures + 1
  }

  /** An outcome that can't be written stays `sending` in the journal, and is written as soon as that works. */
  function holdForStorage(error: unknown): void {
    const kind = deps.storageFailureOf(error)
    const said = reasonMembers(kind ? { code: 'storage', kind } : reasonOfError(error))
    if (isDamaged()) return
    if (kind === 'damaged') {
      storage = { reason: 'library_damaged', ...said, until: null }
      announceHold()
      return
    }
    // A failure that is not the disk's doesn't end by itself.
    storageFailures = kind ? storageFailures + 1 : 0
    const pauseMs = growingPause(storageFailures, firstStoragePauseMs, longestPauseMs)
    const until = kind ? new Date(clock.now() + pauseMs).toISOString() : null
    storage = laterHold(storage, { reason: 'storage_failed', ...said, until })
    announceHold()
  }

  /** A response being settled is no longer kept: its consequences may trigger a search for the rest. */
  function settleOrKeep(attempt: Submission, reading: Reading): void {
    unsettled.delete(attempt.submissionId)
    try {
      settle(attempt, reading)
    } catch (error) {
      unsettled.set(attempt.submissionId, { attempt, reading })
      holdForStorage(error)
      if (storageFailures > 0) settleLater()
    }
  }

  function settleRest(): void {
    if (isDamaged()) return
    for (const { attempt, reading } of [...unsettled.values()])
      if (unsettled.has(attempt.submissionId)) settleOrKeep(attempt, reading)
  }

  /** A hold that outlasts the disk's failure doesn't keep a response from being written. */
  function settleLater(): void {
    cancelSettling?.()
    if (closed) return
    const pauseMs = growingPause(storageFailures, firstStoragePauseMs, longestPauseMs)
    cancelSettling = clock.setTimer(pauseMs, settleRest)
  }

  function settle(attempt: Submission, reading: Reading): void {
    const settled = apply(attempt, reading.event)
    const account = stateOf(attempt.serviceId)
    if (settled.state === 'accepted') {
      const wasTried = account.emptied !== null
      account.emptied = null
      if (wasTried) announceHold()
      notifySafely(log, () => deps.onAccepted(settled))
    }
    if (settled.state === 'accepted' || settled.problem?.code === 'not_allowed')
      setKeyForbidden(account, settled.state !== 'accepted')
    account.failures = reading.hold ? nextFailure(account) : 0
    if (reading.hold) holdAccount(account, reading.hold)
    const { sunset } = reading
    // Only a success without the headers says that no end is announced any more (CAT14).
    if (settled.state === 'accepted' || (reading.deprecation && !sunset))
      notifySafely(log, () => models.recordNotice(attempt, reading.deprecation))
    if (sunset) {
      notifySafely(log, () => models.sunset(attempt, sunset))
      reviewEnds()
    }
  }

  function setKeyForbidden(account: AccountState, isForbidden: boolean): void {
    if (isForbidden === account.isKeyForbidden) return
    account.isKeyForbidden = isForbidden
    announceHold()
  }

  /**
   * Holds the waiting runs of models that have ended, and releases those whose model's end was withdrawn or put off
   * (JOB97), and likewise those that would cost something else than they were confirmed for (CAT65). Runs that wait for
   * the same endpoint have the same end, and are written together.
   */
  function reviewEnds(): void {
    const waiting = [...journal.inState('confirmed'), ...journal.inState('unsent')]
    const byPlace = Map.groupBy(
      waiting.filter(({ submissionId, isUnreadable }) => !isUnreadable && !underWay.has(submissionId)),
      ({ serviceId, path }) => JSON.stringify([serviceId, path]),
    )
    const repriced = models.reprice()
    let isReturned = false
    for (const runs of byPlace.values()) {
      const [first] = runs
      const problem = first ? models.end(first) : null
      const free = runs.filter((run) => !isHeldByModel(run) || run.problem?.code !== 'model_sunset')
      if (problem) {
        applyAll(free, { type: 'model_ended', problem })
        continue
      }
      const byProblem = Map.groupBy(runs, (run) => JSON.stringify(repriced(run)))
      for (const [text, some] of byProblem) {
        const found = JSON.parse(text) as SubmissionProblem | null
        const isNew = (run: Submission) => !isHeldByModel(run) || run.problem?.code !== found?.code
        if (found) applyAll(some.filter(isNew), { type: 'model_ended', problem: found })
        else
          isReturned =
            applyAll(some.filter(isHeldByModel), { type: 'model_returned' }).length > 0 || isReturned
      }
    }
    if (isReturned) sendNext()
  }

  return {
    hold: shownHold,
    forbidsKey: () => present().isKeyForbidden,
    isBalanceUntested: () => present().emptied !== null && shownHold() === null,
    sendNext,
    pause() {
      try {
        deps.setPaused(true)
      } finally {
        // Also where it can't be stored: nothing more is sent until Atelier is started again.
        isPaused = true
        if (!isDamaged()) announceHold()
      }
    },
    resume() {
      if (!deps.isPaused()) {
        isPaused = false
        return lift()
      }
      deps.setPaused(false)
      isPaused = false
      if (isDamaged()) return
      // The end of a pause doesn't end a wait that the service requested; any other hold is lifted by the
      // person.
      const account = present()
      tryOneAfter(account)
      if (!account.wait?.until) account.wait = null
      if (!storage?.until) storage = null
      announceHold()
      sendNext()
    },
    retry() {
      present().isKeyForbidden = false
      if (!isPaused) return lift()
      present().wait = null
      if (!isDamaged()) storage = null
    },
    accountChanged() {
      const account = present()
      const { wait } = account
      account.isKeyForbidden = false
      if (wait?.until === null && wait.reason !== 'insufficient_balance') account.wait = null
      announceHold()
      sendNext()
    },
    networkReturned() {
      const account = present()
      if (account.wait?.reason !== 'unreachable') return sendNext()
      if (!isPaused) return lift()
      account.wait = null
    },
    reviewEnds() {
      if (closed || isDamaged()) return
      try {
        reviewEnds()
      } catch (error) {
        holdForStorage(error)
      }
    },
    holdForStorage,
    apply,
    applyAll,
    async close() {
      closed = true
      cancelTimer?.()
      cancelSettling?.()
      const cancelGrace = clock.setTimer(graceMs, () => hangUp.abort())
      await Promise.all(sending)
      cancelGrace()
      settleRest()
    },
  }
}

/** Of two holds the one that lasts longer; one that only the person lifts lasts longest. */
function laterHold(known: QueueHold | null, next: QueueHold): QueueHold {
  if (!known || next.until === null) return next
  return known.until === null || known.until > next.until ? known : next
}
