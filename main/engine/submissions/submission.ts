import type { Job } from '../../../shared/api/job.ts'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { arrivalWays, SubmissionProblem, SubmissionState } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { Settled } from '../../../shared/pricing/settle.ts'

/** `webhook`: at the delivery that announced the end; `polling`: at the reading that found it. */
export interface Arrival {
  readonly by: (typeof arrivalWays)[number]
  readonly at: number
}

/** One confirmed run as the journal keeps it. Times in milliseconds since the epoch. */
export interface Submission {
  readonly submissionId: string
  readonly batchId: string
  readonly modelId: string
  readonly kind: MediaKind
  /** The service it is for: its base URL, or `sandbox`. It is never sent to another. */
  readonly serviceId: string
  readonly path: string
  /** The request by wire name, with the person's own media as input references. */
  readonly values: Readonly<Record<string, unknown>>
  /** SHA-256 (hex) of the exact bytes that go over the wire; empty where nothing is sent from here. */
  readonly bodySha256: string
  readonly estimate: Estimate
  /** What it cost; null until its job has ended. */
  readonly settled: Settled | null
  readonly state: SubmissionState
  readonly attempts: number
  readonly confirmedAt: number
  readonly updatedAt: number
  readonly sentAt: number | null
  readonly problem: SubmissionProblem | null
  readonly job: Job | null
  /** How long its job took by the service's own clock; null until its end, and where that isn't known (JOB60). */
  readonly jobMilliseconds: number | null
  readonly repeats: string | null
  /** How its job's end was learnt of, and when (milliseconds since the epoch); absent until then, and for runs of before. */
  readonly arrival?: Arrival
  /** The agent that it belongs to, by the name that its client gives; absent for the person's own. */
  readonly agent?: string
  /** Its stored record can't be read: its values, or its price, are not those that were confirmed. */
  readonly isUnreadable?: true
}

/** What can happen to a submission. */
export type SubmissionEvent =
  | { readonly type: 'attempt_started' }
  | { readonly type: 'accepted'; readonly job: Job }
  | { readonly type: 'held'; readonly problem: SubmissionProblem }
  | { readonly type: 'rejected'; readonly problem: SubmissionProblem }
  | { readonly type: 'not_sent'; readonly problem: SubmissionProblem }
  | { readonly type: 'answer_lost'; readonly problem: SubmissionProblem }
  /** Its model has ended while it waits, or costs something else now: it is held, and not sent (JOB96, CAT65). */
  | { readonly type: 'model_ended'; readonly problem: SubmissionProblem }
  /** That end was withdrawn or put off, or the price is as it was. */
  | { readonly type: 'model_returned' }
  | { readonly type: 'withdrawn' }
  /** The person undid its cancel (RUN100). */
  | { readonly type: 'restored' }
  /** The person closed it; `isRepeated`: because they retry it. */
  | { readonly type: 'closed'; readonly isRepeated: boolean }

type Transitions = Readonly<
  Record<SubmissionState, Readonly<Partial<Record<SubmissionEvent['type'], SubmissionState>>>>
>

/** All transitions between the states; an event without a row in a state changes nothing. */
const transitions: Transitions = {
  confirmed: {
    attempt_started: 'sending',
    rejected: 'rejected',
    model_ended: 'confirmed',
    model_returned: 'confirmed',
    withdrawn: 'withdrawn',
  },
  sending: {
    accepted: 'accepted',
    held: 'confirmed',
    rejected: 'rejected',
    not_sent: 'unsent',
    answer_lost: 'unknown',
  },
  unsent: {
    attempt_started: 'sending',
    rejected: 'rejected',
    model_ended: 'confirmed',
    withdrawn: 'withdrawn',
  },
  unknown: { accepted: 'accepted', closed: 'closed' },
  accepted: {},
  rejected: {},
  withdrawn: { restored: 'confirmed' },
  closed: { accepted: 'accepted' },
}

/** Whether its job may be found by other means than the response to its request, which was lost. */
export function mayBeAdopted({ state }: Submission): boolean {
  return state === 'unknown' || state === 'closed'
}

/** Whether its job was started elsewhere by the same key, and adopted: no request of it was ever sent from here (ADOPT20). */
export function isStartedElsewhere({ state, bodySha256 }: Pick<Submission, 'state' | 'bodySha256'>): boolean {
  return state === 'accepted' && bodySha256 === ''
}

/** Whether it was adopted after its end, so that it never ran here. */
export function isOverBeforeAdoption(
  submission: Pick<Submission, 'state' | 'bodySha256' | 'sentAt'>,
): boolean {
  return isStartedElsewhere(submission) && submission.sentAt === null
}

/**
 * Whether it waits for a model that has ended, or that costs something else now: it keeps its place, and others are sent
 * past it (JOB96, CAT65).
 */
export function isHeldByModel({ state, problem }: Pick<Submission, 'state' | 'problem'>): boolean {
  return state === 'confirmed' && (problem?.code === 'model_sunset' || problem?.code === 'price_changed')
}

export function canHappen(state: SubmissionState, event: SubmissionEvent['type']): boolean {
  return transitions[state][event] !== undefined
}

/** The submission after an event; the same object where the event can't happen to it. */
export function advance(submission: Submission, event: SubmissionEvent, now: number): Submission {
  const state = transitions[submission.state][event.type]
  if (state === undefined) return submission
  const moved = { ...submission, state, updatedAt: now }
  switch (event.type) {
    case 'attempt_started':
      return { ...moved, attempts: submission.attempts + 1, sentAt: submission.sentAt ?? now, problem: null }
    case 'accepted':
      return { ...moved, job: event.job, problem: acceptanceNote(submission) }
    case 'not_sent':
    case 'held':
    case 'model_ended':
      return { ...moved, problem: event.problem, sentAt: null }
    case 'rejected':
    case 'answer_lost':
      return { ...moved, problem: event.problem }
    case 'closed':
      return { ...moved, problem: event.isRepeated ? sentAgain(submission) : submission.problem }
    case 'model_returned':
    case 'restored':
      return { ...moved, problem: null }
    case 'withdrawn':
      return moved
  }
}

function sentAgain({ problem }: Submission): SubmissionProblem {
  return { status: null, retryAt: null, ...problem, code: 'sent_again' }
}

/** What the person has to know of a job that turned up after they closed its run; null for any other. */
function acceptanceNote({ state, problem }: Submission): SubmissionProblem | null {
  if (state !== 'closed') return null
  const code = problem?.code === 'sent_again' ? 'reported_after_repeat' : 'reported_after_close'
  return { code, status: null, retryAt: null }
}
