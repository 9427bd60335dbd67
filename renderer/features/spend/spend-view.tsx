import { CircleDollarSign, Download } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { type LedgerLine, otherLedgerStates, type SpendSummary } from '../../../shared/bridge/spend-views.ts'
import { saveText } from '../../media/save-file.ts'
import { useAtelier, useRoute } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { DayChart } from './day-chart.tsx'
import { ProjectionNote, SpendFigures } from './figures.tsx'
import { GroupTables } from './group-tables.tsx'
import { writeLedgerCsv } from './ledger-csv.ts'
import { LedgerView } from './ledger-view.tsx'
import { NotRefreshed } from './not-refreshed.tsx'
import { SpendBar } from './spend-bar.tsx'
import type { SpendState, SpendStore } from './spend-store.ts'
import styles from './spend-view.module.css'

/** The month that they are in leads somewhere. */
const ofNow: ReadonlySet<SpendState['preset']> = new Set(['today', 'thisMonth'])

/** In the address: the ledger's lines instead of the overview. */
const linesItem = 'lines'

/** In the address: those of the ledger's lines whose outcome is unknown. */
const unknownItem = 'unknown'

/** What a period has cost, as sums and as lines. */
export function SpendView({ spend: spendStore }: { readonly spend: SpendStore }) {
  const spend = useSpendWords()
  const { router } = useAtelier()
  const { item } = useRoute()
  const state = useStore(spendStore.store)
  const showsLines = item === linesItem || item === unknownItem
  useEffect(() => {
    if (item !== unknownItem) return void spendStore.refresh()
    spendStore.showUnknown()
    // From here on the filter is the person's.
    router.replace('spend', linesItem)
  }, [spendStore, router, item])
  return (
    <div className={styles.spend}>
      <header className={styles.header}>
        <h1 className={styles.title}>{spend.title}</h1>
        <Segmented
          label={spend.view}
          value={showsLines}
          options={[
            { value: false, label: spend.views.overview },
            { value: true, label: spend.views.lines },
          ]}
          onChange={(lines) => router.go('spend', lines ? linesItem : null)}
        />
        <SpendBar spend={spendStore} showsLines={showsLines} />
        <ExportButton spend={spendStore} showsLines={showsLines} />
      </header>
      <SpendContent state={state} spend={spendStore} showsLines={showsLines} />
    </div>
  )
}

interface ExportButtonProps {
  readonly spend: SpendStore
  readonly showsLines: boolean
}

/** Saves the lines of the period as a file: those of the ledger's filter where it is shown, else all of the account. */
function ExportButton({ spend: { store, ledger }, showsLines }: ExportButtonProps) {
  const spend = useSpendWords()
  const { pricing, failures } = useWords()
  const notify = useNotify()
  const exported = useStore(ledger.store, (state) => state.exported)
  const summary = useStore(store, (state) => state.summary)
  const lines = useStore(ledger.store, (state) => state.lines)
  // While they are read there may be some.
  const isEmpty = showsLines ? lines?.length === 0 : summary !== null && !hasLines(summary)

  async function save() {
    const { from, to } = store.getState().range
    const read = await ledger.readAll({ isFiltered: showsLines })
    if (!read.ok) return notify(failures.sentence(read.error), 'danger')
    const csv = writeLedgerCsv(read.value, ({ settled }) => settled && pricing.settledWorking(settled))
    saveText(`atelier-spend-${from}-${to}.csv`, csv, 'text/csv')
    notify(spend.exportNote(read.value.length, read.value.filter(isCompleted).length))
  }

  return (
    <Button
      icon={<Download />}
      disabled={summary === null || isEmpty || exported !== null}
      focusableWhenDisabled
      title={isEmpty ? spend.exportNothing : undefined}
      aria-description={isEmpty ? spend.exportNothing : undefined}
      onClick={() => void save()}
    >
      {exported === null ? spend.exportCsv : spend.exporting(exported)}
    </Button>
  )
}

/** Whether the period has lines, completed jobs or others. */
export function hasLines({ days, otherLines }: SpendSummary): boolean {
  return days.length > 0 || otherLedgerStates.some((state) => otherLines[state] > 0)
}

/** Whether the line is a completed job, which the sums are of. */
function isCompleted({ state }: LedgerLine): boolean {
  return !otherLedgerStates.some((other) => other === state)
}

interface SpendContentProps {
  readonly state: SpendState
  readonly spend: SpendStore
  readonly showsLines: boolean
}

function SpendContent({ state, spend: spendStore, showsLines }: SpendContentProps) {
  const spend = useSpendWords()
  const { shell, failures } = useWords()
  const { summary, failure } = state
  const retry = <Button onClick={() => void spendStore.refresh()}>{shell.retry}</Button>
  if (failure && !summary)
    return <EmptyState title={spend.failedTitle} body={failures.sentence(failure)} action={retry} />
  if (!summary) return <LoadingSpend />
  if (showsLines) return <LedgerView spend={spendStore} summary={summary} />
  const isEmpty = summary.days.length === 0
  return (
    <section className={styles.scroller} aria-label={shell.screens.spend} tabIndex={isEmpty ? 0 : undefined}>
      <div className={styles.page}>
        {failure && <NotRefreshed failure={failure} onRetry={() => void spendStore.refresh()} />}
        <SpendFigures summary={summary} />
        {ofNow.has(state.preset) && summary.projection.toDate.jobs > 0 && (
          <ProjectionNote projection={summary.projection} />
        )}
        {isEmpty ? (
          <EmptyState icon={<CircleDollarSign />} title={spend.emptyTitle} body={spend.emptyBody} />
        ) : (
          <>
            <DayChart range={state.range} days={summary.days} />
            <GroupTables summary={summary} />
          </>
        )}
      </div>
    </section>
  )
}

function LoadingSpend() {
  const spend = useSpendWords()
  return (
    <div className={styles.scroller}>
      <div className={styles.page}>
        <div className={styles.loading} role="status" aria-label={spend.loading}>
          <Skeleton height={84} />
          <Skeleton height={160} />
          <Skeleton height={120} />
        </div>
      </div>
    </div>
  )
}
