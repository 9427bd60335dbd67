import { useStore } from 'zustand'
import type { BudgetObjection } from '../../../../shared/bridge/budget.ts'
import { type Total, totalOf } from '../../../../shared/pricing/total.ts'
import { ChangeList } from '../../../changes/change-list.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLastOpen } from '../../../ui/use-last-open.ts'
import { asksWordsOf } from '../../../words/asks-words.ts'
import { useChangesWords } from '../../../words/changes-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { RunConfirmation } from '../composer/run-confirmation.ts'
import styles from './ceiling-dialog.module.css'

type Changed = NonNullable<BudgetObjection['changed']>

interface CeilingDialogProps {
  readonly confirmation: RunConfirmation
  /** What gets the focus afterwards where nothing had it, as after a press by mouse. */
  readonly nextFocus: () => HTMLElement | null
}

/** Asks, once, before a run exceeds the person's budgets. */
export function CeilingDialog({ confirmation, nextFocus }: CeilingDialogProps) {
  const asks = asksWordsOf(useWords())
  const { question, sending } = useStore(confirmation.store)
  const labelOf = useAccountLabel()
  const shown = useLastOpen(question)
  const present = useActiveAccount()
  const account = labelOf(shown?.account ?? present ?? '')
  const total = totalOf(shown?.request.runs.map((run) => run.estimate) ?? [])
  return (
    <Dialog
      open={question !== null}
      onClose={confirmation.decline}
      whenNowhere={nextFocus}
      title={asks.title}
      description={shown && <span className={styles.most}>{asks.most(total, account)}</span>}
      actions={
        <>
          <Button onClick={confirmation.decline}>{asks.no}</Button>
          <Button look="primary" isPaid disabled={sending} focusableWhenDisabled onClick={confirmation.agree}>
            {asks.yes(total)}
          </Button>
        </>
      }
    >
      <div className={styles.reasons}>
        {shown?.objections.map((objection) =>
          objection.changed ? (
            <ChangedPart key={objection.question} changed={objection.changed} total={total} />
          ) : (
            <p key={objection.question}>{asks.objection(objection)}</p>
          ),
        )}
        {total.rates.map(({ runs, seconds, microUsdPerSecond }) => (
          <p key={`${seconds}-${microUsdPerSecond}`}>{asks.rated(runs, seconds, microUsdPerSecond)}</p>
        ))}
        {total.unlisted > 0 && total.unlisted < total.runs && (
          <p>{asks.unlisted(total.unlisted, total.runs)}</p>
        )}
        <p>{asks.nothingSent}</p>
      </div>
    </Dialog>
  )
}

/** What changed of the models of these runs, and what these cost before (CAT64). */
function ChangedPart({ changed, total }: { readonly changed: Changed; readonly total: Total }) {
  const words = useChangesWords()
  const { pricing } = useWords()
  const before = totalOf(changed.before)
  return (
    <>
      <p>{words.changed(pricing.total(before), pricing.total(total))}</p>
      {changed.models.map((model) => (
        <section key={model.modelId} className={styles.changed} aria-label={model.label}>
          <h3 data-verbatim>{model.label}</h3>
          <ChangeList model={model} />
        </section>
      ))}
    </>
  )
}
