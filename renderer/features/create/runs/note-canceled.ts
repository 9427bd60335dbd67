import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { goingOn } from './batch-standing.ts'
import type { RunsStore } from './runs-store.ts'
import { whenNoneIsCanceled } from './when-gone.ts'

interface NoteDeps {
  readonly runs: Pick<RunsStore, 'store' | 'restoreBatch'>
  readonly words: Words
  readonly notify: ReturnType<typeof useNotify>
  readonly undoNotes: ReturnType<typeof useFormUndo>
}

/** Says how many runs of a batch were canceled, and what continues and costs, with an undo (RUN100). */
export function noteCanceled(
  batchId: string,
  { withdrawnIds, submissions }: ProcedureOutput<'jobs.withdrawBatch'>,
  { runs, words, notify, undoNotes }: NoteDeps,
): void {
  const said = canceledWords(withdrawnIds.length, submissions, words)
  if (withdrawnIds.length === 0) return void notify(said)
  const withdraw = undoNotes.add({
    text: said,
    label: words.inputs.undo,
    isWhole: true,
    outlastsSending: true,
    async run() {
      const result = await runs.restoreBatch(batchId)
      if (!result.ok) return void notify(words.failures.sentence(result.error), 'danger')
      notify(stageWordsOf(words).restoredRuns(result.value.restoredIds.length))
    },
  })
  whenNoneIsCanceled(runs.store, batchId, withdrawnIds, withdraw)
}

export function canceledWords(count: number, batch: readonly SubmissionView[], words: Words): string {
  const { canceled } = stageWordsOf(words)
  const total = goingOn(batch)
  const said = canceled.runs(count)
  return total.runs === 0 ? said : `${said} ${canceled.resume(total.runs, words.pricing.totalWithin(total))}`
}
