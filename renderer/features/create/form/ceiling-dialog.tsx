import { totalOf } from '../../../../shared/pricing/total.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { Question } from '../composer/form-state.ts'
import styles from './ceiling-dialog.module.css'

interface CeilingDialogProps {
  /** Null while there is nothing to ask. */
  readonly question: Question | null
  readonly sending: boolean
  readonly onNo: () => void
  readonly onYes: () => void
}

/** Asks, once, before anything goes beyond what the person set. */
export function CeilingDialog({ question, sending, onNo, onYes }: CeilingDialogProps) {
  const { pricing } = useWords()
  const total = totalOf(question?.request.runs.map((run) => run.estimate) ?? [])
  const uncounted = total.unlisted + total.rated
  return (
    <Dialog
      open={question !== null}
      onClose={onNo}
      title={pricing.asks.title}
      actions={
        <>
          <Button onClick={onNo}>{pricing.asks.no}</Button>
          <Button look="primary" disabled={sending} focusableWhenDisabled onClick={onYes}>
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
