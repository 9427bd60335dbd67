import { CircleSlash, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BudgetQuestion } from '../../../../shared/bridge/budget.ts'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ModelChanges } from '../../../../shared/changes/compare-models.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { ChangeList } from '../../../changes/change-list.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { useElsewhere } from '../../../shell/use-elsewhere.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useLastOpen } from '../../../ui/use-last-open.ts'
import { asksWordsOf } from '../../../words/asks-words.ts'
import { reasonWords } from '../../../words/reason-words.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { RunPhase } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import type { RetryOffer, RetryStore } from './retry-store.ts'
import { SwitchAccount } from './switch-account.tsx'
import styles from './trouble-card.module.css'
import { isAbsent, isSearched, readTrouble, type TroubleAction } from './trouble-rows.ts'
import { useIsRefused, useOffers, useRetry } from './use-retry.ts'

interface TroubleCardProps {
  readonly run: SubmissionView
  readonly phase: RunPhase
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** Why there is no result, whether it costs anything, and what can be done. */
export function TroubleCard({ run, phase, runs, retries }: TroubleCardProps) {
  const words = useWords()
  const labelOf = useAccountLabel()
  const { confirmAgain, confirmClose, madeElsewhere, refused } = stageWordsOf(words)
  const ceiling = asksWordsOf(words)
  const { catalog, recipes, router } = useAtelier()
  const notify = useNotify()
  const [asks, setAsks] = useState<'sendAgain' | 'close' | null>(null)
  const [over, setOver] = useState<OverBudget | null>(null)
  const trouble = readTrouble(run, phase, words, labelOf)
  const paid = paidActions.find((action) => trouble?.actions.includes(action)) ?? null
  const [priced = null] = useOffers(retries, paid ? [run] : [])
  const retry = useRetry(retries)
  const elsewhere = useElsewhere()(run.account)
  const offer = elsewhere ? null : priced
  const isRefused = useIsRefused(retries, run)
  const asked = useLastOpen(asks === 'sendAgain' ? offer : null)
  const exceeded = useLastOpen(over)
  // It must not open again by itself once there is an offer.
  if (asks === 'sendAgain' && offer === null) setAsks(null)
  if (!trouble) return null

  async function report(requested: Promise<BridgeResult<unknown>>) {
    const result = await requested
    if (!result.ok) notify(words.failures.sentence(result.error), 'danger')
  }

  /** Asks once more for each budget that it exceeds. */
  async function sendAgain({ estimate, agreed, seenChanges }: Omit<OverBudget, 'body' | 'changed'>) {
    const { submissionId, account } = run
    const result = await runs.sendAgain({
      submissionId,
      estimate,
      account,
      agreed,
      ...(seenChanges !== undefined && { seenChanges }),
    })
    if (result.ok) return
    const { error } = result
    if (error.code === 'asks_first' && error.objection) {
      const { question, changed } = error.objection
      setOver({
        body: reasonWords(error, words),
        estimate,
        agreed: [...agreed, question],
        seenChanges: changed?.digest ?? seenChanges,
        changed: changed?.models ?? [],
      })
      return
    }
    notify(words.failures.sentence(error), 'danger')
    // The question then shows the price of today.
    if (error.code === 'price_changed') void catalog.refresh()
  }

  const priceOf = ({ estimate }: { readonly estimate: Estimate }) => words.pricing.atMost(estimate)

  function againWords(price: string | null): string {
    if (isAbsent(run)) return confirmAgain.bodyAbsent(price, priceOf(run))
    return confirmAgain.body(price, priceOf(run), isSearched(run) ? (run.problem?.listing?.at ?? null) : null)
  }

  function fetchAgain(files: readonly FileView[]) {
    for (const file of files) void report(runs.fetchAgain(file.fileId))
  }

  const acts: Record<TroubleAction, () => void> = {
    sendAgain: () => setAsks('sendAgain'),
    close: () => setAsks('close'),
    remix: () => recipes.offer({ modelId: run.modelId, values: run.values }),
    retry: () => offer && void retry([offer]),
    sendNow: () => offer && void retry([offer]),
    fetchAgain: () => fetchAgain(run.files.filter((file) => file.state === 'failed')),
    askAddress: () => fetchAgain(run.files.filter((file) => file.isRefused)),
    openSettings: () => router.go('settings', 'key'),
    fetchNow: () => fetchAgain(run.files.filter((file) => file.missingBytes !== null)),
  }
  const awayAt = run.absentAccount ?? (elsewhere && paid ? run.account : null)
  const Icon = trouble.tone === 'danger' ? TriangleAlert : CircleSlash
  return (
    <div className={styles.card} data-tone={trouble.tone}>
      <Icon className={styles.icon} aria-hidden="true" />
      <h2 className={styles.title}>{trouble.title}</h2>
      <p data-verbatim className={styles.body}>
        {trouble.body}
      </p>
      {trouble.facts.length > 0 && (
        <ul data-verbatim className={styles.facts}>
          {trouble.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {elsewhere && paid && <p className={styles.body}>{madeElsewhere[paid](elsewhere)}</p>}
      {!elsewhere && paid && isRefused && <p className={styles.body}>{refused[paid]}</p>}
      {(trouble.actions.length > 0 || awayAt !== null) && (
        <div className={styles.actions}>
          {awayAt !== null && <SwitchAccount accountId={awayAt} />}
          {trouble.actions.map((action) => (
            <ActionButton key={action} action={action} run={run} offer={offer} onClick={acts[action]} />
          ))}
        </div>
      )}
      <Question
        open={asks === 'sendAgain'}
        title={confirmAgain.title}
        body={asked ? againWords(priceOf(asked)) : ''}
        action={confirmAgain.action}
        look={isAbsent(run) ? 'primary' : 'danger'}
        onClose={() => setAsks(null)}
        onYes={() =>
          offer && void sendAgain({ estimate: offer.estimate, agreed: [], seenChanges: undefined })
        }
      />
      <Question
        open={over !== null}
        title={ceiling.title}
        body={exceeded?.body ?? ''}
        action={ceiling.yes(totalOf(exceeded ? [exceeded.estimate] : []))}
        onClose={() => setOver(null)}
        onYes={() => over && void sendAgain(over)}
      >
        {exceeded?.changed.map((model) => (
          <ChangeList key={model.modelId} model={model} />
        ))}
      </Question>
      <Question
        open={asks === 'close'}
        {...confirmClose}
        onClose={() => setAsks(null)}
        onYes={() => void report(runs.closeUnknown(run.submissionId))}
      />
    </div>
  )
}

/** Why the budgets ask, and what the person agrees to by saying yes. */
interface OverBudget {
  readonly body: string
  /** The price that was shown. */
  readonly estimate: Estimate
  readonly agreed: readonly BudgetQuestion[]
  /** The digest of what they were shown of changes. */
  readonly seenChanges: string | undefined
  readonly changed: readonly ModelChanges[]
}

/** What costs money: offered at today's price, and only for runs of the active account. */
const paidActions = ['retry', 'sendNow', 'sendAgain'] as const satisfies readonly TroubleAction[]

interface QuestionProps {
  readonly open: boolean
  readonly title: string
  readonly body: string
  readonly action: string
  readonly look?: 'primary' | 'danger'
  readonly onClose: () => void
  readonly onYes: () => void
  readonly children?: ReactNode
}

/** Asks before something that can't be undone. */
function Question({ open, title, body, action, look = 'danger', onClose, onYes, children }: QuestionProps) {
  const { shell } = useWords()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={body}
      actions={
        <>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button
            look={look}
            isPaid
            onClick={() => {
              onClose()
              onYes()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface ActionButtonProps {
  readonly action: TroubleAction
  readonly run: SubmissionView
  /** The run as it would be sent now, with its price; null where it can't be sent unchanged. */
  readonly offer: RetryOffer | null
  readonly onClick: () => void
}

function ActionButton({ action, run, offer, onClick }: ActionButtonProps) {
  const words = useWords()
  const { actions, pricing } = words
  if (action === 'retry') {
    return (
      offer && (
        <Button look="primary" isPaid onClick={onClick}>
          {stageWordsOf(words).actions.retryFor(pricing.short(offer.estimate))}
        </Button>
      )
    )
  }
  if (action === 'sendNow') {
    return (
      offer && (
        <Button look="primary" isPaid onClick={onClick}>
          {stageWordsOf(words).sendNow(pricing.short(offer.estimate))}
        </Button>
      )
    )
  }
  if (action === 'sendAgain') {
    return (
      offer && (
        <Button look={isSearched(run) ? 'quiet' : isAbsent(run) ? 'plain' : 'danger'} onClick={onClick}>
          {stageWordsOf(words).actions[isAbsent(run) ? 'sendAbsent' : 'sendAgain']}
        </Button>
      )
    )
  }
  return (
    <Button onClick={onClick}>
      {action === 'remix' ? actions.names.remix : stageWordsOf(words).actions[action]}
    </Button>
  )
}
