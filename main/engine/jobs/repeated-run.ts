import { isDeepStrictEqual } from 'node:util'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import { answer, refuse } from '../bridge-result.ts'
import type { SubmissionJournal } from './ports.ts'
import type { Submission } from './submission.ts'

/** The batch of a run, and the run whose place it takes there. */
export type Belonging = Pick<Submission, 'batchId' | 'repeats'>

/** The places in sheets that are taken, by runs that were confirmed before and by those of one confirmation. */
interface Claims {
  /** Answers whether the place of this run is open, and takes it. */
  take(old: Submission): boolean
}

export function createClaims(journal: Pick<SubmissionJournal, 'batch'>): Claims {
  const takenIn = new Map<string, Set<string>>()
  return {
    take({ submissionId, batchId }) {
      const taken = takenIn.get(batchId) ?? new Set(journal.batch(batchId).flatMap(placeTaken))
      takenIn.set(batchId, taken)
      const isOpen = !taken.has(submissionId)
      taken.add(submissionId)
      return isOpen
    },
  }
}

/** One that was taken back before it left gives its place back. */
function placeTaken({ repeats, state }: Submission): string[] {
  return repeats === null || state === 'withdrawn' ? [] : [repeats]
}

type Wanted = Pick<Submission, 'modelId' | 'values'> & { readonly repeats?: string | undefined }

interface Repeating {
  readonly journal: Pick<SubmissionJournal, 'get'>
  sheetOf(batchId: string): Sheet | null
  readonly claims: Claims
  /** The run that is to be confirmed. */
  readonly run: Wanted
  /** The batch it is confirmed with. */
  readonly batchId: string
  readonly serviceId: string
}

/**
 * Where a run belongs (JOB30): in the place of the run that it tries again where that is in a sheet and the place is the
 * same, else with those it is confirmed with. Refuses to try again what may cost, or was tried again there before.
 */
export function whereRunBelongs({
  journal,
  sheetOf,
  claims,
  run,
  batchId,
  serviceId,
}: Repeating): BridgeResult<Belonging> {
  const apart = answer({ batchId, repeats: null })
  if (run.repeats === undefined) return apart
  const old = journal.get(run.repeats)
  if (!old) return refuse('not_found', 'There is no such run.')
  if (!isFree(old))
    return refuse('not_possible_now', 'The first run may still bring something, or cost. Nothing was sent.')
  const sheet = sheetOf(old.batchId)
  if (!sheet || old.serviceId !== serviceId || !hasSamePlace(sheet, old, run)) return apart
  if (!claims.take(old))
    return refuse('not_possible_now', 'This run was tried again already. Nothing was sent.')
  return answer({ batchId: old.batchId, repeats: old.submissionId })
}

/** Whether a run has ended without a result, and without a charge. */
function isFree({ state, job }: Submission): boolean {
  return state === 'withdrawn' || job?.status === 'failed' || job?.status === 'cancelled'
}

function hasSamePlace({ axes }: Sheet, old: Submission, run: Wanted): boolean {
  return axes.every((axis) =>
    axis.kind === 'model'
      ? old.modelId === run.modelId
      : isDeepStrictEqual(old.values[axis.field] ?? null, run.values[axis.field] ?? null),
  )
}
