import { ArrowUpToLine } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './run-list.module.css'
import type { RunsStore } from './runs-store.ts'

interface SendFirstProps {
  readonly batchId: string
  readonly runs: Pick<RunsStore, 'moveBatch'>
}

/** Sends a waiting run, or a batch, before all others; by keyboard, the key of the action on its row does. */
export const SendFirst = memo(function SendFirst({ batchId, runs }: SendFirstProps) {
  const { actions, failures } = useWords()
  const notify = useNotify()

  async function send() {
    const result = await runs.moveBatch(batchId, 'first')
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  return (
    <span className={styles.sendFirst}>
      <IconButton
        small
        tabIndex={-1}
        label={actions.names.sendFirst}
        shortcut="N"
        icon={<ArrowUpToLine />}
        onClick={() => void send()}
      />
    </span>
  )
})
