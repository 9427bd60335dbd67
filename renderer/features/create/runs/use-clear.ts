import { useRef } from 'react'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { RunsStore } from './runs-store.ts'

/** Clears an ended batch from the list, or all that have ended, and offers to undo that. */
export function useClear(runs: RunsStore): (batchId: string | 'ended') => Promise<void> {
  const { create, failures, shell } = useWords()
  const notify = useNotify()
  const isBusy = useRef(false)
  return async function clear(batchId) {
    if (isBusy.current) return
    isBusy.current = true
    // Its code comes with the first clear.
    const result = await runs.clear(batchId).catch(() => null)
    isBusy.current = false
    if (!result)
      return void notify(shell.partFailed, 'danger', { label: shell.retry, run: () => void clear(batchId) })
    if (!result.ok) return void notify(failures.sentence(result.error), 'danger')
    const undoClear = result.value
    if (!undoClear) return
    const undo = async () => {
      const undone = await undoClear()
      if (!undone.ok) notify(failures.sentence(undone.error), 'danger')
    }
    notify(create.clear.done, 'calm', { label: create.clear.undo, run: () => void undo() })
  }
}
