import { ChevronLeft, ChevronRight, CircleDollarSign } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useStudio } from '../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/words-context.tsx'
import { DayBars } from './day-bars.tsx'
import { ModelTable } from './model-table.tsx'
import type { SpendState, SpendStore } from './spend-store.ts'
import styles from './spend-view.module.css'
import { summarize } from './summarize.ts'

/** What the month has cost, by day and by model. */
export function SpendView({ spend: spendStore }: { readonly spend: SpendStore }) {
  const { spend } = useWords()
  const state = useStore(spendStore.store)
  useEffect(() => void spendStore.refresh(), [spendStore])
  return (
    <div className={styles.spend}>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 className={styles.title}>{spend.title}</h1>
          <IconButton
            label={spend.previousMonth}
            icon={<ChevronLeft />}
            onClick={() => spendStore.step(-1)}
          />
          <span className={styles.month} aria-live="polite">
            {spend.month(state.month)}
          </span>
          <IconButton
            label={spend.nextMonth}
            icon={<ChevronRight />}
            disabled={state.isPresent}
            onClick={() => spendStore.step(1)}
          />
        </header>
        <SpendContent state={state} onRetry={() => void spendStore.refresh()} />
      </div>
    </div>
  )
}

interface SpendContentProps {
  readonly state: SpendState
  readonly onRetry: () => void
}

function SpendContent({ state, onRetry }: SpendContentProps) {
  const { spend, shell, failures } = useWords()
  const { summary, failure, month, isPresent } = state
  const connected = useStudio(({ status }) => status?.spentThisMonth.account ?? 'sandbox')
  const [chosen, setChosen] = useState<string | null>(null)
  if (failure && !summary) {
    return (
      <EmptyState
        title={spend.failedTitle}
        body={failures.sentence(failure)}
        action={<Button onClick={onRetry}>{shell.retry}</Button>}
      />
    )
  }
  if (!summary) return <LoadingSpend />
  const accounts = accountsIn(summary, connected)
  const account = accounts.find((one) => one === chosen) ?? connected
  const sum = summarize(
    month,
    summary.rows.filter((row) => row.account === account),
  )
  const running = summary.running.find((one) => one.account === account) ?? noneRunning
  return (
    <>
      {accounts.length > 1 && (
        <Segmented
          label={spend.account}
          options={accounts.map((value) => ({ value, label: spend.accountName(value) }))}
          value={account}
          onChange={setChosen}
        />
      )}
      <dl className={styles.figures}>
        <Figure
          label={spend.total}
          value={spend.roundTotal(sum.microUsd)}
          exact={spend.exact(sum.microUsd)}
          note={spend.totalNote(account)}
        />
        {sum.upToMicroUsd > 0 && (
          <Figure
            label={spend.upTo}
            value={spend.roundTotal(sum.upToMicroUsd)}
            exact={spend.exact(sum.upToMicroUsd)}
            note={spend.upToNote}
          />
        )}
        <Figure label={spend.jobs} value={spend.jobCount(sum.jobs)} note={spend.jobsNote(sum.activeDays)} />
        <Figure label={spend.unlisted} value={spend.jobCount(sum.unlistedJobs)} note={spend.unlistedNote} />
        {isPresent && (
          <Figure
            label={spend.running}
            value={spend.roundTotal(running.microUsd)}
            exact={spend.exact(running.microUsd)}
            note={[
              spend.runningNote(running.jobs),
              running.unlistedJobs > 0 ? spend.runningUnlisted(running.unlistedJobs) : '',
            ].join(' ')}
          />
        )}
      </dl>
      {sum.jobs === 0 ? (
        <EmptyState icon={<CircleDollarSign />} title={spend.emptyTitle} body={spend.emptyBody} />
      ) : (
        <>
          <section>
            <h2 className={styles.heading}>{spend.byDay}</h2>
            <DayBars sum={sum} />
            <p className={styles.footnote}>{spend.utc}</p>
          </section>
          <section>
            <h2 className={styles.heading}>{spend.byModel}</h2>
            <ModelTable sum={sum} />
          </section>
        </>
      )}
    </>
  )
}

const noneRunning = { jobs: 0, microUsd: 0, unlistedJobs: 0 }

/** The connected account first, then the others by name. */
function accountsIn(
  { rows, running }: NonNullable<SpendState['summary']>,
  connected: string,
): readonly string[] {
  const others = new Set([...rows, ...running].map(({ account }) => account))
  others.delete(connected)
  return [connected, ...[...others].sort()]
}

interface FigureProps {
  readonly label: string
  readonly value: string
  /** A sum in full, where the value is rounded. */
  readonly exact?: string
  readonly note: string
}

function Figure({ label, value, exact, note }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value} title={exact === value ? undefined : exact}>
          {value}
        </span>
        <span className={styles.note}>{note}</span>
      </dd>
    </div>
  )
}

function LoadingSpend() {
  return (
    <div className={styles.loading}>
      <Skeleton height={84} />
      <Skeleton height={160} />
      <Skeleton height={120} />
    </div>
  )
}
