import { useRef } from 'react'
import { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { RunsStore } from './runs-store.ts'

/** Cancels the unsent runs of a batch; reports how many, and what continues and costs, with an undo (RUN100). */
export function useCancel(runs: RunsStore): (batchId: string) => Promise<void> {
  const words = useWords()
  const notify = useNotify()
  const undoNotes = useFormUndo()
  const isBusy = useRef(false)
  return async (batchId) => {
    // A double click is one action: the second would find nothing left and say so.
    if (isBusy.current) return
    isBusy.current = true
    const result = await runs.withdrawBatch(batchId)
    isBusy.current = false
    if (!result.ok) return void notify(words.failures.sentence(result.error), 'danger')
    const { noteCanceled } = await import('./note-canceled.ts')
    noteCanceled(batchId, result.value, { runs, words, notify, undoNotes })
  }
}
