import type { StudioStatus, SubmissionView } from '../../../../shared/bridge/views.ts'
import { priceOf } from '../../../../shared/pricing/settle.ts'
import type { Words } from '../../../words/words-context.tsx'
import { isUnsent, type SheetStanding, type Standing, sentIn, standingOf } from './batch-standing.ts'
import {
  elapsedSeconds,
  isAtRest,
  isBilled,
  isKeyForbidden,
  isRetrying,
  isSlow,
  type RunPhase,
} from './run-phase.ts'
import { createTimeLeft, type TimeLeft } from './time-left.ts'

/** A run's status in a word or two, in the service's own term while it runs. */
export function statusWords(run: SubmissionView, phase: RunPhase, { create }: Words): string {
  if (phase === 'running') return create.status.running(run.job?.status ?? '')
  if (phase === 'rejected' && isKeyForbidden(run)) return create.status.keyForbidden
  if (phase !== 'downloading') return create.status[phase]
  return create.status[isRetrying(run) ? 'retrying' : isSlow(run) ? 'slowly' : phase]
}

/** The same in a row of the list, with its place in the queue. */
export function rowStatusWords(
  run: SubmissionView,
  phase: RunPhase,
  place: number | null,
  waiting: number,
  words: Words,
): string {
  const status = statusWords(run, phase, words)
  if (place === null || !isUnsent(phase)) return status
  const { queue } = words.create
  return queue.status(phase === 'waiting' ? queue.waiting : status, queue.place(place, waiting))
}

export interface Away {
  readonly state: 'unreachable' | 'refused'
  readonly lastSeenAt: string | null
}

/**
 * Why nothing is known of a running job now, because its service is away; null where it is not. A refused key says nothing
 * of a request that is being sent: its own response will.
 */
export function readAway(
  { absentAccount }: Pick<SubmissionView, 'absentAccount'>,
  phase: RunPhase,
  { state, lastSeenAt }: Pick<StudioStatus['service']['health'], 'state' | 'lastSeenAt'>,
): Away | null {
  const isThere = phase === 'running' || phase === 'accepted'
  if ((!isThere && phase !== 'sending') || absentAccount !== null) return null
  return state === 'unreachable' || (state === 'refused' && isThere) ? { state, lastSeenAt } : null
}

/** Further facts about a run: that its job turned up after the person closed it, that its record is damaged. */
export function noteWords({ state, problem }: SubmissionView, { create }: Words): string | null {
  if (state !== 'accepted') return null
  if (problem?.code === 'reported_after_close') return create.detail.reportedAfterClose
  if (problem?.code === 'record_unreadable') return create.detail.recordUnreadable
  return problem?.code === 'reported_after_repeat' ? create.detail.reportedAfterRepeat : null
}

/** Our clock says nothing about these. */
const untimed: ReadonlySet<RunPhase> = new Set(['unknown', 'unsent', 'elsewhere'])

/**
 * How long it has taken, compared with the usual duration of such jobs, or took; null where it was not sent, or nobody
 * can tell. `now` in ms.
 */
export function timeWords(
  run: SubmissionView,
  phase: RunPhase,
  now: number,
  { create }: Words,
): string | null {
  const seconds = elapsedSeconds(run, now)
  if (seconds === null || untimed.has(phase)) return null
  if (run.job?.completedAt || isAtRest(phase)) return endWords(run, seconds, create)
  if (seconds < 1) return null
  const expected = run.expectedSeconds
  const since = sinceOf(run, phase)
  if (expected === null) return create.elapsed(seconds, since)
  return isOverdue(seconds, expected)
    ? create.elapsedOver(seconds, expected, since)
    : create.elapsedOf(seconds, expected, since)
}

/** Statuses of a job that the service has not begun. */
const unbegun: ReadonlySet<string> = new Set(['backlogged', 'queued', 'scheduled'])

function sinceOf({ job }: SubmissionView, phase: RunPhase): 'sending' | 'waiting' | 'running' {
  if (phase === 'sending') return 'sending'
  return job === null || unbegun.has(job.status) ? 'waiting' : 'running'
}

function endWords({ job }: SubmissionView, seconds: number, create: Words['create']): string | null {
  if (!job?.completedAt) return null
  return job.status === 'completed' ? create.madeIn(seconds) : create.endedAfter(seconds)
}

export interface StandingPart {
  readonly standing: Standing
  readonly text: string
}

/** How many runs of a sheet are in which state; empty states are omitted. */
export function standingWords(
  counts: Partial<SheetStanding['counts']>,
  { create }: Words,
): readonly StandingPart[] {
  const known = Object.entries(counts) as [Standing, number][]
  return known
    .filter(([, count]) => count > 0)
    .map(([standing, count]) => ({ standing, text: create.sheet.standing[standing](count) }))
}

/** Why Cancel doesn't reach the sent runs of a batch; null where nothing or all of it is sent. */
export function cancelWords(batch: readonly SubmissionView[], { create }: Words): string | null {
  const { counts } = standingOf(batch)
  const sent = sentIn(counts)
  return counts.waiting > 0 && sent > 0 ? create.actions.cancelsUnsent(counts.waiting, sent) : null
}

/** The total cost of a sheet. */
export function sheetPriceWords({ total }: SheetStanding, { create, pricing }: Words): string {
  return total.runs === 0 ? create.notBilled : pricing.shortTotal(total)
}

/** How much longer than usual a job may take before that is shown. */
const patience = 1.25

function isOverdue(seconds: number, expected: number): boolean {
  return seconds > expected * patience
}

/** The list and the stage show the same. */
const timeLeft = createTimeLeft()

/** How much time a running job probably needs yet; null where that is not known or it is overdue. `now` in ms. */
export function leftWords(
  run: SubmissionView,
  phase: RunPhase,
  now: number,
  { create }: Words,
  readLeft: TimeLeft = timeLeft,
): string | null {
  const left = readLeft(run, phase, now)
  return left === null ? null : create.left(left)
}

/** The same in a few characters, for a list. */
export function shortTimeWords(
  run: SubmissionView,
  phase: RunPhase,
  now: number,
  words: Words,
): string | null {
  const seconds = elapsedSeconds(run, now)
  if (seconds === null || run.job?.completedAt || isAtRest(phase)) return timeWords(run, phase, now, words)
  return seconds < 1 ? null : words.create.elapsedShort(seconds, run.expectedSeconds, sinceOf(run, phase))
}

/** The same for a small cell, whose status says what it does. */
export function cellTimeWords(
  run: SubmissionView,
  phase: RunPhase,
  now: number,
  words: Words,
): string | null {
  const seconds = elapsedSeconds(run, now)
  const isRunning =
    seconds !== null && seconds >= 1 && !run.job?.completedAt && sinceOf(run, phase) === 'running'
  if (!isRunning) return shortTimeWords(run, phase, now, words)
  return words.create.elapsedCell(seconds, run.expectedSeconds)
}

/** The price of a run, or that it costs nothing, or may; null where no price is listed, until its end says so. */
export function priceWords(run: SubmissionView, phase: RunPhase, words: Words): string | null {
  const { actions, create, pricing } = words
  if (!isBilled(phase)) return create.notBilled
  if (run.settled?.kind === 'unlisted') return actions.priceNotListed
  const price = pricing.short(priceOf(run))
  return phase === 'closed' && price !== null ? create.ifAccepted(price) : price
}

/** The arithmetic of a run's settled price, else how it came about; null where there is nothing to add. */
export function shortPriceWorking({ settled }: SubmissionView, { pricing }: Words): string | null {
  return settled && (pricing.settledSum(settled) ?? pricing.settledWorking(settled))
}

/** How a run's settled price came about, or why it is still open; null where there is nothing to add. */
export function priceWorking({ settled }: SubmissionView, { pricing }: Words): string | null {
  return settled && pricing.settledWorking(settled)
}
