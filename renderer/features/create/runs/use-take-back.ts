import { useRef } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords, type Words } from '../../../words/words-context.tsx'
import type { RunsModel } from './runs-store.ts'
import { goingOn } from './sheet-standing.ts'

/** Takes back what has not left of a batch; says how much that was, and what goes on and costs. */
export function useTakeBack(model: RunsModel): (batchId: string) => Promise<void> {
  const words = useWords()
  const notify = useNotify()
  const isBusy = useRef(false)
  return async (batchId) => {
    // A double click is one act: the second would find nothing left and say so.
    if (isBusy.current) return
    isBusy.current = true
    const result = await model.withdrawBatch(batchId)
    isBusy.current = false
    if (!result.ok) return void notify(words.failures.sentence(result.error), 'danger')
    const { withdrawnIds, submissions } = result.value
    notify(takenBackWords(withdrawnIds.length, submissions, words))
  }
}

export function takenBackWords(
  count: number,
  batch: readonly SubmissionView[],
  { create, pricing }: Words,
): string {
  const total = goingOn(batch)
  const said = create.takenBack.runs(count)
  return total.runs === 0 ? said : `${said} ${create.takenBack.goOn(total.runs, pricing.totalWithin(total))}`
}
