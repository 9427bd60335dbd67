import { useStore } from 'zustand'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLastOpen } from '../../../ui/use-last-open.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { RunConfirmation } from '../composer/run-confirmation.ts'
import styles from './ceiling-dialog.module.css'

interface CeilingDialogProps {
  readonly confirmation: RunConfirmation
  /** What gets the focus afterwards where nothing had it, as after a press by mouse. */
  readonly nextFocus: () => HTMLElement | null
}

/** Asks, once, before a run exceeds the person's budgets. */
export function CeilingDialog({ confirmation, nextFocus }: CeilingDialogProps) {
  const { pricing } = useWords()
  const { question, sending } = useStore(confirmation.store)
  const labelOf = useAccountLabel()
  const shown = useLastOpen(question)
  const present = useStudio(({ status }) => status?.spentThisMonth.account ?? '')
  const account = labelOf(shown?.account ?? present)
  const total = totalOf(shown?.request.runs.map((run) => run.estimate) ?? [])
  return (
    <Dialog
      open={question !== null}
      onClose={confirmation.decline}
      whenNowhere={nextFocus}
      title={pricing.asks.title}
      description={shown && <span className={styles.most}>{pricing.asks.most(total, account)}</span>}
      actions={
        <>
          <Button onClick={confirmation.decline}>{pricing.asks.no}</Button>
          <Button look="primary" isPaid disabled={sending} focusableWhenDisabled onClick={confirmation.agree}>
            {pricing.asks.yes(total)}
          </Button>
        </>
      }
    >
      <div className={styles.reasons}>
        {shown?.objections.map((objection) => (
          <p key={objection.question}>{pricing.asks.objection(objection)}</p>
        ))}
        {total.rates.map(({ runs, seconds, microUsdPerSecond }) => (
          <p key={`${seconds}-${microUsdPerSecond}`}>
            {pricing.asks.rated(runs, seconds, microUsdPerSecond)}
          </p>
        ))}
        {total.unlisted > 0 && total.unlisted < total.runs && (
          <p>{pricing.asks.unlisted(total.unlisted, total.runs)}</p>
        )}
        <p>{pricing.asks.nothingSent}</p>
      </div>
    </Dialog>
  )
}
