import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './ceiling-dialog.module.css'
import type { FormModel } from './form-store.ts'

interface CeilingDialogProps {
  readonly form: FormModel
  readonly onSent: (runs: readonly SubmissionView[]) => void
}

/** Asks, once, before anything goes beyond what the person set. */
export function CeilingDialog({ form, onSent }: CeilingDialogProps) {
  const { pricing } = useWords()
  const question = useStore(form.store, (state) => state.question)
  const sending = useStore(form.store, (state) => state.sending)
  const total = totalOf(question?.request.runs.map((run) => run.estimate) ?? [])
  const uncounted = total.unlisted + total.rated
  return (
    <Dialog
      open={question !== null}
      onClose={form.decline}
      title={pricing.asks.title}
      actions={
        <>
          <Button onClick={form.decline}>{pricing.asks.no}</Button>
          <Button
            look="primary"
            disabled={sending}
            focusableWhenDisabled
            onClick={() => void form.agree().then(onSent)}
          >
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
