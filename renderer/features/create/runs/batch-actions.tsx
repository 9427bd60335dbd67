import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { CeilingDialog } from '../form/ceiling-dialog.tsx'
import { failedOf, unsentOf } from './batch-acts.ts'
import type { RunsStore } from './runs-store.ts'
import { useCancel } from './use-cancel-batch.ts'
import { useRunsAgain } from './use-runs-again.ts'
import { useRetry } from './use-try-again.ts'

interface BatchActionsProps {
  readonly batch: readonly SubmissionView[]
  /** The one run that is shown, which has actions of its own; null where the batch is shown as a whole. */
  readonly shown: SubmissionView | null
  readonly model: RunsStore
}

/** What can be done with the runs that were confirmed together, all at once. */
export function BatchActions({ batch, shown, model }: BatchActionsProps) {
  const { create, pricing } = useWords()
  const cancel = useCancel(model)
  const again = useRetry(model)
  const unsent = unsentOf(batch)
  const offers = useRunsAgain(failedOf(batch))
  const total = totalOf(offers.map((offer) => offer.estimate))
  const isOther = (run: SubmissionView) => run.submissionId !== shown?.submissionId
  return (
    <>
      {unsent.some(isOther) && (
        <Button onClick={() => void cancel(unsent[0]?.batchId ?? '')}>
          {create.actions.cancelAll(unsent.length)}
        </Button>
      )}
      {offers.some(({ run }) => isOther(run)) && (
        <Button onClick={() => void again.send(offers)}>
          {create.actions.runFailedAgain(offers.length, pricing.totalWithin(total))}
        </Button>
      )}
      <CeilingDialog
        question={again.question}
        sending={again.sending}
        onNo={again.decline}
        onYes={() => void again.agree()}
      />
    </>
  )
}
