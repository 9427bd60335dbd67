import { useStore } from 'zustand'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { RunConfirmation } from '../composer/run-confirmation.ts'
import styles from './ceiling-dialog.module.css'

/** Asks, once, before a run exceeds the person's budgets. */
export function CeilingDialog({ confirmation }: { readonly confirmation: RunConfirmation }) {
  const { pricing } = useWords()
  const { question, sending } = useStore(confirmation.store)
  const total = totalOf(question?.request.runs.map((run) => run.estimate) ?? [])
  const uncounted = total.unlisted + total.rated
  return (
    <Dialog
      open={question !== null}
      onClose={confirmation.decline}
      title={pricing.asks.title}
      actions={
        <>
          <Button onClick={confirmation.decline}>{pricing.asks.no}</Button>
          <Button look="primary" disabled={sending} focusableWhenDisabled onClick={confirmation.agree}>
            {pricing.asks.yes(total)}
          </Button>
        </>
      }
    >
      <div className={styles.reasons}>
        {question?.objections.map((objection) => (
          <p key={objection.question}>{pricing.asks.objection(objection)}</p>
        ))}
        {uncounted > 0 && <p>{pricing.asks.unlisted(uncounted, total.runs)}</p>}
        <p>{pricing.asks.nothingSent}</p>
      </div>
    </Dialog>
  )
}
