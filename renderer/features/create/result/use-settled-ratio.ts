import { useEffect, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { commonRatio, ratiosOf, trueRatio } from '../../../sheets/shape-of-runs.ts'
import { useStartRatio } from '../../../sheets/start-image.ts'
import type { SettledRatios } from '../runs/settled-ratios.ts'

/**
 * The one proportion of a sheet's cells. It is expected first, read anew once the first result shows the true one, and
 * then left as it is, also while the sheet isn't shown: cells don't move because others have ended.
 */
export function useSettledRatio(
  batchId: string,
  batch: readonly SubmissionView[],
  known: readonly SubmissionView[],
  ratios: SettledRatios,
): number {
  const ofStart = useStartRatio(batch)
  const hasResult = batch.some((run) => trueRatio(run) !== null)
  const key = `${batchId} ${batch.length} ${hasResult} ${ofStart}`
  const [settled, setSettled] = useState({ key: '', ratio: 1 })
  const isSettled = settled.key === key
  const ratio = isSettled ? settled.ratio : (ratios.read(key) ?? commonRatio(ratiosOf(batch, known, ofStart)))
  if (!isSettled) setSettled({ key, ratio })
  useEffect(() => ratios.keep(key, ratio), [ratios, key, ratio])
  return ratio
}
