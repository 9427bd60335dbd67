import { isDeepStrictEqual } from 'node:util'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { SubmissionJournal } from './ports.ts'
import type { Submission } from './submission.ts'

/** The batch of a run, and the run whose place it takes there. */
export type Belonging = Pick<Submission, 'batchId' | 'repeats'>

/** The taken places in batches, by runs confirmed earlier and by those of this confirmation. */
interface Claims {
  /** How many runs a batch had before this confirmation. */
  sizeOf(batchId: string): number
  /** Takes a run's place for another; returns whether it was free, or already held by that one. */
  take(old: Submission, submissionId: string): boolean
}

export function createClaims(journal: Pick<SubmissionJournal, 'batch'>): Claims {
  /** By batch, the replaced run and its replacement. */
  const knownBatches = new Map<string, { readonly size: number; readonly taken: Map<string, string> }>()
  function read(batchId: string) {
    const known = knownBatches.get(batchId)
    if (known) return known
    const runs = journal.batch(batchId)
    const batch = { size: runs.length, taken: new Map(runs.flatMap(placeTaken)) }
    knownBatches.set(batchId, batch)
    return batch
  }
  return {
    sizeOf: (batchId) => read(batchId).size,
    take(old, submissionId) {
      const { taken } = read(old.batchId)
      const holder = taken.get(old.submissionId) ?? submissionId
      taken.set(old.submissionId, holder)
      return holder === submissionId
    },
  }
}

/** A run that was canceled before it was sent frees its place. */
function placeTaken({ submissionId, repeats, state }: Submission): [string, string][] {
  return repeats === null || state === 'withdrawn' ? [] : [[repeats, submissionId]]
}

type Wanted = Pick<Submission, 'submissionId' | 'modelId' | 'values'> & {
  readonly repeats?: string | undefined
}

interface Repeating {
  readonly journal: Pick<SubmissionJournal, 'get'>
  sheetOf(batchId: string): Sheet | null
  readonly claims: Claims
  /** The run to be confirmed. */
  readonly run: Wanted
  /** The batch it is confirmed with. */
  readonly batchId: string
  readonly serviceId: string
}

/**
 * Where a run belongs (JOB30): in the place of the run that it retries, if that is in a batch of several and the place
 * is the same, else with those it is confirmed with. Refuses to retry a run that may cost, or was already retried
 * there.
 */
export function whereRunBelongs({
  journal,
  sheetOf,
  claims,
  run,
  batchId,
  serviceId,
}: Repeating): BridgeResult<Belonging> {
  const apart = respond({ batchId, repeats: null })
  if (run.repeats === undefined) return apart
  const old = journal.get(run.repeats)
  if (!old) return refuse('not_found', reasonOf('run_unknown'))
  if (!isFree(old)) return refuse('not_possible_now', reasonOf('run_may_still_cost'))
  const sheet = sheetOf(old.batchId)
  const hasPlace = sheet
    ? hasSamePlace(sheet, old, run)
    : old.modelId === run.modelId && claims.sizeOf(old.batchId) > 1
  if (old.serviceId !== serviceId || !hasPlace) return apart
  if (!claims.take(old, run.submissionId)) return refuse('not_possible_now', reasonOf('run_repeated_already'))
  return respond({ batchId: old.batchId, repeats: old.submissionId })
}

/** Whether a run has ended without a result and without a charge. */
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
