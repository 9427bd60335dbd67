import { useVirtualizer } from '@tanstack/react-virtual'
import { ReceiptText } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LedgerLine, SpendSummary } from '../../../shared/bridge/spend-views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { rowsOnPage, stepInList } from '../../ui/step-in-list.ts'
import { useReadOn } from '../../ui/use-read-on.ts'
import { useSpendWords } from '../../words/spend-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { HeadCell } from './ledger-cells.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerRow } from './ledger-row.tsx'
import type { LedgerStore } from './ledger-store.ts'
import styles from './ledger-view.module.css'
import { LineDialog } from './line-dialog.tsx'
import { NotRefreshed } from './not-refreshed.tsx'
import type { SpendStore } from './spend-store.ts'

const rowHeight = 46
const rowsAhead = 8

const columns = ['when', 'prompt', 'model', 'kind', 'account', 'state', 'estimate', 'cost'] as const

interface LedgerViewProps {
  readonly spend: SpendStore
  readonly summary: SpendSummary
}

/** The runs of the period, one line each. */
export function LedgerView({ spend: { ledger }, summary }: LedgerViewProps) {
  useEffect(() => ledger.open(), [ledger])
  return (
    <div className={styles.ledger}>
      <LedgerFilters ledger={ledger} summary={summary} />
      <LedgerContent ledger={ledger} hasSeveral={summary.accounts.length > 1} />
    </div>
  )
}

interface ContentProps {
  readonly ledger: LedgerStore
  /** Whether there are several accounts to tell apart. */
  readonly hasSeveral: boolean
}

function LedgerContent({ ledger, hasSeveral }: ContentProps) {
  const spend = useSpendWords()
  const { shell, failures } = useWords()
  const { lines, failure, ...filter } = useStore(ledger.store)
  if (failure && !lines) {
    const retry = <Button onClick={() => void ledger.retry()}>{shell.retry}</Button>
    return <EmptyState title={spend.failedTitle} body={failures.sentence(failure)} action={retry} />
  }
  if (!lines) return <Skeleton height={240} />
  if (lines.length > 0) {
    return (
      <>
        {failure && <NotRefreshed failure={failure} onRetry={() => void ledger.retry()} />}
        <Lines ledger={ledger} lines={lines} hasSeveral={hasSeveral} />
        <LineDialog ledger={ledger} />
      </>
    )
  }
  const { state, modelId, kind, search } = filter
  const isFiltered = state !== null || modelId !== null || kind !== null || search.trim() !== ''
  if (!isFiltered)
    return <EmptyState icon={<ReceiptText />} title={spend.ledger.emptyTitle} body={spend.ledger.emptyBody} />
  const clear = { state: null, modelId: null, kind: null, search: '' }
  return (
    <EmptyState
      title={spend.ledger.nothingFound}
      body={spend.ledger.nothingFoundBody}
      action={<Button onClick={() => ledger.filter(clear)}>{spend.ledger.clearFilters}</Button>}
    />
  )
}

interface LinesProps extends ContentProps {
  readonly lines: readonly LedgerLine[]
}

function Lines({ ledger, lines, hasSeveral }: LinesProps) {
  const spend = useSpendWords()
  const { router } = useAtelier()
  const total = useStore(ledger.store, (state) => state.total)
  const hasAccounts = useStore(ledger.store, (state) => state.allAccounts) && hasSeveral
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    initialOffset: ledger.offset,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useReadOn({ last, count: lines.length, ahead: rowsAhead, list: lines, readOn: ledger.more })

  function open(line: LedgerLine) {
    if (line.fileId === null) ledger.openDetails(line)
    else router.go('library', line.fileId)
  }

  function moveTo(next: number) {
    setCurrent(next)
    virtual.scrollToIndex(next, { align: 'auto' })
    requestAnimationFrame(() => rowOf(scroller.current, next)?.focus())
  }

  function press(event: KeyboardEvent) {
    const page = rowsOnPage(scroller.current, rowHeight, 2)
    const next = stepInList(event, { current, count: lines.length, page })
    const line = lines[current]
    if (next !== null) moveTo(next)
    else if (event.key === 'Enter' && line) open(line)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows come and go, so the table's parts are given their roles.
    <div
      role="grid"
      tabIndex={-1}
      aria-label={spend.ledger.grid}
      aria-rowcount={total + 1}
      className={styles.grid}
      data-accounts={hasAccounts || undefined}
      onKeyDown={press}
    >
      <LedgerHead hasAccounts={hasAccounts} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div
        ref={scroller}
        role="rowgroup"
        className={styles.scroller}
        onScroll={({ currentTarget }) => {
          ledger.offset = currentTarget.scrollTop
        }}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const line = lines[index]
            return (
              line && (
                <LedgerRow
                  key={line.submissionId}
                  line={line}
                  index={index}
                  top={start}
                  isCurrent={index === Math.min(current, lines.length - 1)}
                  hasAccounts={hasAccounts}
                  onFocus={setCurrent}
                  onOpen={open}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function LedgerHead({ hasAccounts }: { readonly hasAccounts: boolean }) {
  const { ledger: words } = useSpendWords()
  return (
    // biome-ignore lint/a11y/useSemanticElements: lines come and go, so the table's parts are given their roles.
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="row" tabIndex={-1} aria-rowindex={1} className={styles.head}>
        {columns
          .filter((column) => hasAccounts || column !== 'account')
          .map((column) => (
            <HeadCell key={column} column={column}>
              {words.columns[column]}
            </HeadCell>
          ))}
      </div>
    </div>
  )
}

function rowOf(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-line="${index}"]`) ?? null
}
