import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { LedgerLine } from '../../../shared/bridge/spend-views.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureWords, reasonWords } from '../../words/reason-words.ts'
import { useSpendWords } from '../../words/spend-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { costWords } from './ledger-row.tsx'
import type { LedgerStore } from './ledger-store.ts'
import styles from './line-dialog.module.css'

/** What is known of a run that has no result to open: its state, its price and how it came about, and what went wrong. */
export function LineDialog({ ledger }: { readonly ledger: LedgerStore }) {
  const { ledger: words } = useSpendWords()
  const { shell } = useWords()
  const details = useStore(ledger.store, (state) => state.details)
  if (details === null) return null
  return (
    <Dialog
      open
      wide
      onClose={ledger.closeDetails}
      title={words.details.title}
      actions={<Button onClick={ledger.closeDetails}>{shell.close}</Button>}
    >
      <Facts line={details.line} run={details.run} />
      <Unread ledger={ledger} />
    </Dialog>
  )
}

interface FactsProps {
  readonly line: LedgerLine
  /** Null until it is read. */
  readonly run: SubmissionView | null
}

function Facts({ line, run }: FactsProps) {
  const spend = useSpendWords()
  const { pricing } = useWords()
  const labelOf = useAccountLabel()
  const label = useCatalog(({ models }) => models?.find(({ id }) => id === line.modelId)?.label)
  const { details, local, utc } = spend.ledger
  const cost = costWords(line, spend, pricing)
  const when = (iso: string) => `${local(iso)} (${utc(iso)})`
  const prompt = run?.values.prompt
  return (
    <dl className={styles.facts}>
      <Fact label={details.prompt}>
        {typeof prompt === 'string' && prompt !== '' ? prompt : line.prompt || spend.ledger.noPrompt}
      </Fact>
      <Fact label={spend.model}>{label ?? line.modelId}</Fact>
      <Fact label={spend.account}>{spend.accountName(labelOf(line.account))}</Fact>
      <Fact label={spend.ledger.columns.state}>
        {spend.ledger.states[line.state]}. {details.states[line.state]}
      </Fact>
      <Fact label={spend.whenConfirmed}>{pricing.atMost(line.estimate) ?? spend.onlyUnlisted}</Fact>
      <Fact label={details.price}>{[cost.amount, cost.working].filter(Boolean).join(', ')}</Fact>
      {run?.agent !== undefined && <Fact label={details.agent}>{run.agent}</Fact>}
      {run && <Fact label={details.confirmed}>{when(run.confirmedAt)}</Fact>}
      {run && <Fact label={details.sent}>{run.sentAt === null ? details.neverSent : when(run.sentAt)}</Fact>}
      {line.hasEnded && <Fact label={details.ended}>{when(line.at)}</Fact>}
      {run && <Troubles run={run} />}
      {run?.job && (
        <Fact label={details.job}>
          <code>{run.job.jobId}</code>
        </Fact>
      )}
    </dl>
  )
}

/** What went wrong, in the service’s words and in ours, and what became of each file. */
function Troubles({ run: { job, problem, files } }: { readonly run: SubmissionView }) {
  const { details } = useSpendWords().ledger
  const words = useWords()
  const why = problem ? reasonWords(problem, words) : ''
  return (
    <>
      {job?.error && <Fact label={details.error}>{details.errorOf(job.error.code, job.error.message)}</Fact>}
      {problem && why !== '' && (
        <Fact label={details.problem}>
          {why}
          {problem.status === null ? '' : ` (${problem.status})`}
        </Fact>
      )}
      <Fact label={details.files}>
        {files.length === 0
          ? details.noFile
          : files.map(({ fileId, name, state, failure }) => (
              <p key={fileId}>
                {details.file(name, state)} {failureWords(failure, words)}
              </p>
            ))}
      </Fact>
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** That the rest could not be read, with a retry. */
function Unread({ ledger }: { readonly ledger: LedgerStore }) {
  const { details: words } = useSpendWords().ledger
  const { shell, failures } = useWords()
  const details = useStore(ledger.store, (state) => state.details)
  if (!details?.failure) return null
  return (
    <p role="alert" className={styles.unread}>
      {words.unread} {failures.sentence(details.failure)}{' '}
      <Button onClick={() => ledger.openDetails(details.line)}>{shell.retry}</Button>
    </p>
  )
}
