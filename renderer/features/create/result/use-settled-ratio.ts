import { useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { commonRatio, ratiosOf, trueRatio } from '../../../sheets/shape-of-runs.ts'

/**
 * The one proportion of a sheet's cells. It is expected first, read anew once the first result shows the true one, and
 * then left as it is: cells under the pointer don't move because others have ended.
 */
export function useSettledRatio(batch: readonly SubmissionView[], known: readonly SubmissionView[]): number {
  const stage = `${batch.length} ${batch.some((run) => trueRatio(run) !== null)}`
  const [settled, setSettled] = useState<{ readonly stage: string; readonly ratio: number } | null>(null)
  if (settled?.stage === stage) return settled.ratio
  const ratio = commonRatio(ratiosOf(batch, known))
  setSettled({ stage, ratio })
  return ratio
}
