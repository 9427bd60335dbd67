import { ChartColumnStacked, KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useUsageWords } from '../../words/usage-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { JobsTable } from './jobs-table.tsx'
import { PullStates } from './pull-states.tsx'
import { shownWorkspaces } from './shown-workspaces.ts'
import { UsageBar } from './usage-bar.tsx'
import { UsageByDay } from './usage-by-day.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { UsageNotes } from './usage-notes.tsx'
import type { UsageState, UsageStore } from './usage-store.ts'
import styles from './usage-view.module.css'

/** The usage reports of the workspaces: units by day, and every job. */
export function UsageView({ usage: usageStore }: { readonly usage: UsageStore }) {
  const usage = useUsageWords()
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => void usageStore.open(), [usageStore])
  return (
    <div ref={scroller} className={styles.usage}>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 className={styles.title}>{usage.title}</h1>
          <p className={styles.intro}>{usage.intro}</p>
        </header>
        <UsageContent usage={usageStore} scroller={scroller} />
      </div>
    </div>
  )
}

interface ContentProps {
  readonly usage: UsageStore
  readonly scroller: React.RefObject<HTMLDivElement | null>
}

function UsageContent({ usage: usageStore, scroller }: ContentProps) {
  const usage = useUsageWords()
  const { shell, failures } = useWords()
  const workspaces = useStore(usageStore.store, (state) => state.workspaces)
  const failure = useStore(usageStore.store, (state) => state.failure)
  const isRead = useStore(usageStore.store, ({ summary }) => summary !== null)
  if (failure && (workspaces === null || !isRead)) {
    return (
      <EmptyState
        title={usage.failedTitle}
        body={failures.sentence(failure)}
        action={<Button onClick={() => void usageStore.open()}>{shell.retry}</Button>}
      />
    )
  }
  if (workspaces === null) return <LoadingUsage />
  if (workspaces.every(({ hasKey }) => !hasKey)) return <Keyless />
  return (
    <>
      <UsageBar usage={usageStore} />
      <PullStates usage={usageStore} />
      <Report usage={usageStore} scroller={scroller} />
    </>
  )
}

function Report({ usage: usageStore, scroller }: ContentProps) {
  const usage = useUsageWords()
  const summary = useStore(usageStore.store, (state) => state.summary)
  const reading = useStore(usageStore.store, readingOf)
  if (summary === null) return <LoadingUsage />
  if (summary.jobs === 0) {
    const wasRead = summary.coverage.some(({ effective }) => effective !== null)
    const { title, body } = usage.empty[reading === 'ended' && !wasRead ? 'notRead' : reading]
    return (
      <>
        <div className={styles.nothing}>
          <EmptyState icon={<ChartColumnStacked />} title={title} body={body} />
        </div>
        <UsageNotes />
      </>
    )
  }
  return (
    <>
      <UsageFigures summary={summary} />
      <UsageByDay usage={usageStore} summary={summary} />
      <UsageNotes />
      <JobsTable usage={usageStore} scroller={scroller} />
    </>
  )
}

/** How far the reading of what is shown has come; a trouble goes before an end. */
function readingOf(state: UsageState): 'pulling' | 'waiting' | 'failed' | 'ended' {
  const pulls = shownWorkspaces(state).map(({ pull }) => pull)
  const phase = (['pulling', 'waiting'] as const).find((one) => pulls.some((pull) => pull.phase === one))
  return phase ?? (pulls.some(({ failure }) => failure !== null) ? 'failed' : 'ended')
}

/** No workspace has a key for its reports yet. */
function Keyless() {
  const usage = useUsageWords()
  const { router } = useAtelier()
  return (
    <>
      <EmptyState
        icon={<KeyRound />}
        title={usage.keylessTitle}
        body={usage.keylessBody}
        action={<Button onClick={() => router.go('settings')}>{usage.settings}</Button>}
      />
      <UsageNotes />
    </>
  )
}

function LoadingUsage() {
  const usage = useUsageWords()
  return (
    <div className={styles.loading} role="status" aria-label={usage.loading}>
      <Skeleton height={64} />
      <Skeleton height={220} />
      <Skeleton height={160} />
    </div>
  )
}
