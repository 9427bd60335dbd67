import { useRef } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useNotify } from '../../../ui/toaster.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { goingOn } from './batch-standing.ts'
import type { RunsStore } from './runs-store.ts'

/** Cancels the unsent runs of a batch; reports how many, and what continues and costs. */
export function useCancel(runs: RunsStore): (batchId: string) => Promise<void> {
  const words = useWords()
  const notify = useNotify()
  const isBusy = useRef(false)
  return async (batchId) => {
    // A double click is one action: the second would find nothing left and say so.
    if (isBusy.current) return
    isBusy.current = true
    const result = await runs.withdrawBatch(batchId)
    isBusy.current = false
    if (!result.ok) return void notify(words.failures.sentence(result.error), 'danger')
    const { withdrawnIds, submissions } = result.value
    notify(canceledWords(withdrawnIds.length, submissions, words))
  }
}

export function canceledWords(count: number, batch: readonly SubmissionView[], words: Words): string {
  const { canceled } = stageWordsOf(words)
  const total = goingOn(batch)
  const said = canceled.runs(count)
  return total.runs === 0 ? said : `${said} ${canceled.resume(total.runs, words.pricing.totalWithin(total))}`
}
