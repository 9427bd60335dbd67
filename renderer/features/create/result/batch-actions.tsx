import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { useBatchAct } from '../../../actions/use-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { failedOf, unsentOf } from '../runs/batch-standing.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { useCancel } from '../runs/use-cancel.ts'
import type { RetryStore } from './retry-store.ts'
import { useOffers, useRetry } from './use-retry.ts'

interface BatchActionsProps {
  readonly batch: readonly SubmissionView[]
  /** The one run that is shown, which has actions of its own; null where the batch is shown as a whole. */
  readonly shown: SubmissionView | null
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** The actions on all runs of a batch. */
export function BatchActions({ batch, shown, runs, retries }: BatchActionsProps) {
  const words = useWords()
  const { pricing } = words
  const { actions } = stageWordsOf(words)
  const cancel = useCancel(runs)
  const retry = useRetry(retries)
  const notify = useNotify()
  const unsent = unsentOf(batch)
  const offers = useOffers(retries, failedOf(batch))
  const total = totalOf(offers.map((offer) => offer.estimate))
  const isOther = (run: SubmissionView) => run.submissionId !== shown?.submissionId
  const cancelName = unsent.some(isOther) ? actions.cancelAll(unsent.length) : null
  const cancelAll = () => void cancel(unsent[0]?.batchId ?? '')
  useBatchAct(cancelName, cancelAll)
  const missing = batch
    .filter(isOther)
    .flatMap(({ files }) => files.filter(({ state }) => state === 'failed'))
  async function fetchMissing() {
    const results = await Promise.all(missing.map(({ fileId }) => runs.fetchAgain(fileId)))
    const failed = results.find((result) => !result.ok)
    if (failed && !failed.ok) notify(words.failures.sentence(failed.error), 'danger')
  }
  return (
    <>
      {cancelName && <Button onClick={cancelAll}>{cancelName}</Button>}
      {missing.length > 0 && (
        <Button onClick={() => void fetchMissing()}>{actions.fetchMissing(missing.length)}</Button>
      )}
      {offers.some(({ run }) => isOther(run)) && (
        <Button isPaid onClick={() => void retry(offers)}>
          {actions.retryFailed(offers.length, pricing.totalWithin(total))}
        </Button>
      )}
    </>
  )
}
