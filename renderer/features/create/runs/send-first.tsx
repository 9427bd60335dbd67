import { ArrowUpToLine } from 'lucide-react'
import { memo } from 'react'
import { moveInQueue } from '../../../actions/run-action.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { waitingSheetOf } from './queued-batch.ts'
import styles from './run-list.module.css'
import type { RunsStore } from './runs-store.ts'

interface SendFirstProps {
  readonly batchId: string
  /** What is moved, where it is one run. */
  readonly prompt: string
  /** How many runs wait. */
  readonly count: number
  readonly runs: Pick<RunsStore, 'store' | 'moveBatch'>
}

/** Sends a waiting run, or a batch, before all others; by keyboard, the key of the action on its row does. */
export const SendFirst = memo(function SendFirst({ batchId, prompt, count, runs }: SendFirstProps) {
  const words = useWords()
  const { names, sheetNames } = words.actions
  const notify = useNotify()

  function send() {
    const sheet = () => waitingSheetOf(runs.store.getState(), batchId, words)
    const move = () => runs.moveBatch(batchId, 'first')
    void moveInQueue({ queued: { sheet, move }, prompt }, 'first', { words, notify })
  }

  return (
    <span className={styles.sendFirst}>
      <IconButton
        small
        tabIndex={-1}
        label={count > 1 ? sheetNames.sendFirst(count) : names.sendFirst}
        shortcut="N"
        icon={<ArrowUpToLine />}
        onClick={send}
      />
    </span>
  )
})
