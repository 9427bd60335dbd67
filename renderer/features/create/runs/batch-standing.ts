import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { priceOf } from '../../../../shared/pricing/settle.ts'
import { type Total, totalOf } from '../../../../shared/pricing/total.ts'
import { isBilled, isPartlyHere, isTroubled, type RunPhase, readRunPhase } from './run-phase.ts'

/** The state of one of several runs, as it is counted. */
export type Standing =
  | 'done'
  | 'failed'
  | 'unclear'
  | 'canceled'
  | 'empty'
  | 'sending'
  | 'underWay'
  | 'saving'
  | 'waiting'

const standings: Record<RunPhase, Standing> = {
  here: 'done',
  removed: 'done',
  failed: 'failed',
  rejected: 'failed',
  fetchFailed: 'failed',
  addressRefused: 'failed',
  damaged: 'failed',
  unknown: 'unclear',
  missing: 'unclear',
  unreadable: 'unclear',
  cancelled: 'canceled',
  withdrawn: 'canceled',
  closed: 'empty',
  waiting: 'waiting',
  held: 'waiting',
  unsent: 'waiting',
  sending: 'sending',
  accepted: 'underWay',
  running: 'underWay',
  elsewhere: 'underWay',
  downloading: 'saving',
  noRoom: 'saving',
}

/** Of runs that were sent and whose results are not here. */
const sent: readonly Standing[] = ['sending', 'underWay', 'saving']

/** The total price of the runs under way. */
export function goingOn(runs: readonly SubmissionView[]): Total {
  const underWay = runs.filter((run) => sent.includes(standings[readRunPhase(run)]))
  return totalOf(underWay.map(priceOf))
}

/** The summary of a sheet's runs. */
export interface SheetStanding {
  readonly counts: Readonly<Record<Standing, number>>
  /** Where one of them needs attention. */
  readonly troubled: ReadonlySet<Standing>
  /** Of those that cost something, as far as is known. */
  readonly total: Total
}

/** How many were sent and have not ended. */
export function sentIn(counts: SheetStanding['counts']): number {
  return sent.reduce((sum, standing) => sum + counts[standing], 0)
}

/** How many have not ended, sent or not. */
export function openIn(counts: SheetStanding['counts']): number {
  return sentIn(counts) + counts.waiting
}

export function standingOf(runs: readonly SubmissionView[]): SheetStanding {
  const counts = {
    ...{ done: 0, failed: 0, unclear: 0, canceled: 0, empty: 0 },
    ...{ sending: 0, underWay: 0, saving: 0, waiting: 0 },
  }
  const troubled = new Set<Standing>()
  const estimates: Estimate[] = []
  for (const run of runs) {
    const phase = readRunPhase(run)
    const standing = standings[phase]
    counts[standing] += 1
    if (isTroubled(phase) || isPartlyHere(run)) troubled.add(standing)
    if (isBilled(phase)) estimates.push(priceOf(run))
  }
  return { counts, troubled, total: totalOf(estimates) }
}

const unsent: ReadonlySet<RunPhase> = new Set(['waiting', 'held', 'unsent'])

/** Whether it can still be canceled. */
export function isUnsent(phase: RunPhase): boolean {
  return unsent.has(phase)
}

export function unsentOf(batch: readonly SubmissionView[]): readonly SubmissionView[] {
  return batch.filter((run) => isUnsent(readRunPhase(run)))
}

/** Those that the service failed to make, which it does not bill: a lost response is no failure. */
export function failedOf(batch: readonly SubmissionView[]): readonly SubmissionView[] {
  return batch.filter((run) => readRunPhase(run) === 'failed')
}
