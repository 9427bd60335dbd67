import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { isAtRest, readRunPhase } from './run-phase.ts'

/** Runs that rest because the person said so are no news to them. */
const ownWord: ReadonlySet<SubmissionView['state']> = new Set(['withdrawn', 'closed'])

/**
 * The batches whose last run has come to rest between two readings, each in the order it was confirmed. What was
 * first read at rest had ended before.
 */
export function endedBatches(
  before: readonly SubmissionView[],
  now: readonly SubmissionView[],
): readonly (readonly SubmissionView[])[] {
  const moved = new Set<string>()
  const known = new Map(before.map((run) => [run.submissionId, run]))
  for (const run of now) {
    const old = known.get(run.submissionId)
    if (old && old !== run && !isResting(old) && isResting(run) && !ownWord.has(run.state))
      moved.add(run.batchId)
  }
  return [...moved].flatMap((batchId) => {
    const batch = presentRuns(now.filter((run) => run.batchId === batchId).toReversed())
    return batch.every(isResting) ? [batch] : []
  })
}

function isResting(run: SubmissionView): boolean {
  return isAtRest(readRunPhase(run))
}
