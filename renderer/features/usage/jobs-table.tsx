import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { longestUsageSearch } from '../../../shared/bridge/usage-bounds.ts'
import type { UsageSeries, UsageSortColumn } from '../../../shared/bridge/usage-views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { rowsOnPage, stepInList } from '../../ui/step-in-list.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useReadOn } from '../../ui/use-read-on.ts'
import { useUsageWords } from '../../words/usage-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { JobRow, maybeOwnNoteId } from './job-row.tsx'
import styles from './jobs-table.module.css'
import { namedBy } from './named-by.ts'
import { seriesName } from './series-name.ts'
import type { UsageState, UsageStore } from './usage-store.ts'

interface JobsTableProps {
  readonly usage: UsageStore
  /** What scrolls: the page. */
  readonly scroller: RefObject<HTMLDivElement | null>
}

interface PartProps {
  readonly usage: UsageStore
  readonly state: UsageState
}

const rowHeight = 34
const headHeight = 32
const rowsAhead = 12
/** The next page is read so many rows before the end. */
const readAhead = 150

/** Every job, sorted and filtered; only visible rows are rendered, and pages are read as they come near. */
export const JobsTable = memo(function JobsTable({ usage: usageStore, scroller }: JobsTableProps) {
  const usage = useUsageWords()
  const state = useStore(usageStore.store)
  const { shell, failures } = useWords()
  const { rows, total, units, hasMore, workspaces, isSeeking, rowsFailure } = state
  const isJoined = (workspaces?.length ?? 0) > 1
  return (
    <section className={styles.section} aria-labelledby="usage-jobs">
      <div className={styles.head}>
        <h2 id="usage-jobs" className={styles.heading}>
          {usage.table}
        </h2>
        <p className={styles.found} role="status">
          {isSeeking ? usage.loadingMore : rows === null ? '' : usage.found(total, units)}
        </p>
        <Filters usage={usageStore} state={state} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the table's parts are given their roles. */}
      <div
        role="table"
        aria-label={usage.table}
        aria-rowcount={total + 1}
        className={styles.table}
        data-joined={isJoined || undefined}
      >
        <ColumnHeads usage={usageStore} state={state} isJoined={isJoined} />
        <Rows usage={usageStore} state={state} scroller={scroller} isJoined={isJoined} />
      </div>
      <p id={maybeOwnNoteId} hidden>
        {usage.maybeOwnNote}
      </p>
      {rows?.length === 0 && <p className={styles.none}>{usage.noneFound}</p>}
      {rowsFailure && (
        <div role="alert" className={styles.failed}>
          <p>{failures.sentence(rowsFailure)}</p>
          <Button onClick={() => void usageStore.retryRows()}>{shell.retry}</Button>
        </div>
      )}
      {hasMore && !rowsFailure && <p className={styles.none}>{usage.loadingMore}</p>}
    </section>
  )
})

function Filters({ usage: usageStore, state }: PartProps) {
  const usage = useUsageWords()
  const { filter, facets } = state
  const isFiltered = filter.text !== '' || filter.member !== undefined || filter.type !== undefined
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label={usage.search}
          placeholder={usage.search}
          icon={<Search />}
          value={filter.text}
          maxLength={longestUsageSearch}
          onChange={(text) => usageStore.filter({ text, named: namedBy(text, usage) })}
        />
      </div>
      <KeySelect
        by="member"
        all={usage.allMembers}
        label={usage.member}
        series={facets.members}
        value={filter.member}
        onChange={(member) => usageStore.filter({ member })}
      />
      <KeySelect
        by="type"
        all={usage.allTypes}
        label={usage.type}
        series={facets.types}
        value={filter.type}
        onChange={(type) => usageStore.filter({ type })}
      />
      {isFiltered && (
        <IconButton
          label={usage.clear}
          icon={<X />}
          onClick={() => usageStore.filter({ text: '', named: [], member: undefined, type: undefined })}
        />
      )}
      <DayField usage={usageStore} state={state} />
    </div>
  )
}

/** A day whose first job is gone to; another date than one of those shown goes nowhere. */
function DayField({ usage: usageStore, state: { range } }: PartProps) {
  const usage = useUsageWords()
  const [date, setDate] = useState('')
  const isShown = date >= range.from && date <= range.to
  return (
    <form
      className={styles.day}
      onSubmit={(event) => {
        event.preventDefault()
        if (isShown) void usageStore.goToDay(date)
      }}
    >
      <TextInput
        type="date"
        aria-label={usage.dayToGoTo}
        min={range.from}
        max={range.to}
        value={date}
        onChange={setDate}
      />
      <Button type="submit" disabled={!isShown} focusableWhenDisabled>
        {usage.goToDay}
      </Button>
    </form>
  )
}

interface KeySelectProps {
  readonly by: 'member' | 'type'
  readonly all: string
  readonly label: string
  readonly series: readonly UsageSeries[]
  readonly value: string | null | undefined
  readonly onChange: (key: string | null | undefined) => void
}

/** A select's values are texts: a key, which may be null, as JSON, so that it is the same where the order changes. */
function KeySelect({ by, all, label, series, value, onChange }: KeySelectProps) {
  const usage = useUsageWords()
  const options = [
    { value: 'all', label: all },
    ...series.map((one) => ({ value: JSON.stringify(one.key), label: seriesName(one, by, usage) })),
  ]
  const isKnown = value !== undefined && series.some(({ key }) => key === value)
  return (
    <div className={styles.select}>
      <Select
        label={label}
        options={options}
        value={isKnown ? JSON.stringify(value) : 'all'}
        onChange={(next) => onChange(series.find(({ key }) => JSON.stringify(key) === next)?.key)}
      />
    </div>
  )
}

const sortable: readonly UsageSortColumn[] = ['time', 'member', 'type', 'units']

interface ColumnHeadsProps extends PartProps {
  readonly isJoined: boolean
}

function ColumnHeads({ usage: usageStore, state, isJoined }: ColumnHeadsProps) {
  const usage = useUsageWords()
  const { sort, isDescending } = state
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    // biome-ignore lint/a11y/useFocusableInteractive: a row of heads is no control.
    <div role="row" aria-rowindex={1} className={styles.heads}>
      {sortable.map((column) => {
        const isSorted = column === sort
        const direction = isDescending ? 'descending' : 'ascending'
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the table.
          // biome-ignore lint/a11y/useFocusableInteractive: its button is the control.
          <div
            key={column}
            role="columnheader"
            aria-sort={isSorted ? direction : 'none'}
            className={styles.cell}
            data-column={column}
          >
            <button type="button" className={styles.sort} onClick={() => usageStore.sortBy(column)}>
              {usage.columns[column]}
              {isSorted && (isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
            </button>
          </div>
        )
      })}
      {/* biome-ignore lint/a11y/useSemanticElements: see the table. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing is sorted by it. */}
      <div role="columnheader" className={styles.cell} data-column="run">
        {usage.columns.run}
      </div>
      {isJoined && (
        // biome-ignore lint/a11y/useSemanticElements: see the table.
        // biome-ignore lint/a11y/useFocusableInteractive: nothing is sorted by it.
        <div role="columnheader" className={styles.cell} data-column="workspace">
          {usage.workspaceColumn}
        </div>
      )}
    </div>
  )
}

interface RowsProps extends JobsTableProps, PartProps {
  readonly isJoined: boolean
}

function Rows({ usage: usageStore, state, scroller, isJoined }: RowsProps) {
  const { router } = useAtelier()
  const { rows, workspaces, total, sought } = state
  const [current, setCurrent] = useState(0)
  const [isMoving, setIsMoving] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const margin = useOffset(list, scroller)
  const count = rows?.length ?? 0
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    scrollMargin: margin,
    // The heads stay at the top.
    scrollPaddingStart: headHeight + rowHeight,
    scrollPaddingEnd: rowHeight,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useReadOn({ last, count, ahead: readAhead, list: rows, readOn: usageStore.loadMore })

  useEffect(() => {
    if (sought === null) return
    usageStore.found()
    setCurrent(sought)
    setIsMoving(true)
    virtual.scrollToIndex(sought, { align: 'auto' })
  }, [sought, usageStore, virtual])

  // The row that was gone to takes the focus as soon as it is there.
  useEffect(() => {
    const row = isMoving ? list.current?.querySelector<HTMLElement>(`[data-row="${current}"]`) : null
    if (!row) return
    row.focus({ preventScroll: true })
    setIsMoving(false)
  })

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const row = event.target instanceof HTMLButtonElement ? null : rows?.[current]
    if (event.key === 'Enter' && row?.run?.fileId) return router.go('library', row.run.fileId)
    if (event.key === 'Enter' && row?.maybeUnknownRun) return router.go('spend', 'unknown')
    const page = rowsOnPage(scroller.current, rowHeight, 3)
    const next = stepInList(event, { current, count: total, page })
    if (next === null) return
    event.preventDefault()
    void usageStore.goTo(next)
  }

  const tabStop = Math.min(current, count - 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    <div
      ref={list}
      role="rowgroup"
      className={styles.rows}
      onKeyDown={press}
      style={{ height: virtual.getTotalSize() }}
    >
      {shown.map(({ key, index, start }) => {
        const row = rows?.[index]
        return (
          row && (
            <JobRow
              key={key}
              row={row}
              index={index}
              top={start - margin}
              isTabStop={index === tabStop}
              onFocus={setCurrent}
              workspace={
                isJoined
                  ? (workspaces?.find(({ accountId }) => accountId === row.accountId)?.name ?? '')
                  : null
              }
            />
          )
        )
      })}
    </div>
  )
}

/** How far below the start of the scrolled page the list begins; it moves with what is above it. */
function useOffset(
  list: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): number {
  const [offset, setOffset] = useState(0)
  // After the page itself is there, which a layout effect of its first showing is not.
  useEffect(() => {
    const page = scroller.current
    if (!page) return
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      setOffset(Math.round(top - page.getBoundingClientRect().top + page.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const child of page.firstElementChild?.children ?? []) observer.observe(child)
    return () => observer.disconnect()
  }, [list, scroller])
  return offset
}
