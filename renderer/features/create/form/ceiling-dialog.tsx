import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { BudgetObjection } from '../../../../shared/bridge/budget.ts'
import { type Total, totalOf } from '../../../../shared/pricing/total.ts'
import { ChangeList } from '../../../changes/change-list.tsx'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLastOpen } from '../../../ui/use-last-open.ts'
import { asksWordsOf } from '../../../words/asks-words.ts'
import { useChangesWords } from '../../../words/changes-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { Question, RunConfirmation } from '../composer/run-confirmation.ts'
import styles from './ceiling-dialog.module.css'
import { presentObjections } from './present-objections.ts'

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
  const objections = useObjections(shown, { isOpen: question !== null && !sending, present })
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
        {objections.map((objection) =>
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

interface Asking {
  /** Whether it waits for the answer: what is sent is counted with what is spent. */
  readonly isOpen: boolean
  /** The id of the active account. */
  readonly present: string | null
}

/** What is objected to the runs of a question, at the amounts of now while it is open (SPEND74). */
function useObjections(question: Question | null, { isOpen, present }: Asking): readonly BudgetObjection[] {
  const budget = useStudio(({ status }) => status?.budget ?? null)
  const isHere = question !== null && (question.account === null || question.account === present)
  const known = isHere ? budget : null
  const live = useMemo(
    () => (isOpen && question ? { question, objections: presentObjections(question, known) } : null),
    [isOpen, question, known],
  )
  const last = useLastOpen(live)
  return (last?.question === question ? last?.objections : question?.objections) ?? []
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
