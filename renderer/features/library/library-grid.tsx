import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { itemsFor, useActionDeps } from '../../actions/use-actions.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { useContentWidth } from '../../ui/use-content-width.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { GridRowView } from './grid-row.tsx'
import { addressOf } from './item-address.ts'
import { subjectOfItem } from './item-subject.ts'
import { type GridRow, layoutRows } from './layout-rows.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { useGridKeys } from './use-grid-keys.ts'

interface LibraryGridProps {
  readonly library: LibraryStore
  readonly items: readonly LibraryItem[]
  readonly returnTo: string | null
  readonly onOpen: (fileId: string) => void
}

const gap = 6
const targetHeight = 208
const rowsAhead = 3

/** The files in rows of one height; only visible rows are rendered. */
export function LibraryGrid({ library, items, returnTo, onOpen }: LibraryGridProps) {
  const words = useLibraryWords()
  const loading = useStore(library.store, (state) => state.loading)
  const scroller = useRef<HTMLDivElement>(null)
  const width = useContentWidth(scroller)
  const deps = useActionDeps()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const rows = useMemo(
    () => (width > 0 ? layoutRows(items.map(itemRatio), { width, targetHeight, gap }) : []),
    [items, width],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.height ?? targetHeight) + gap,
    overscan: rowsAhead,
  })
  useRemeasure(virtual, rows)
  useMore(virtual.getVirtualItems().at(-1)?.index ?? 0, rows.length, library)

  function show(index: number) {
    const row = rows.findIndex((candidate) => index < candidate.start + candidate.widths.length)
    virtual.scrollToIndex(row, { align: 'auto' })
    requestAnimationFrame(() => cellOf(scroller.current, index)?.focus())
  }

  function actionsOf(item: LibraryItem) {
    const subject = subjectOfItem({ item, library, canReveal, place: 'grid', view: null })
    return itemsFor({ ...subject, variation: null }, deps)
  }

  const keys = useGridKeys({ items, rows, gap, show, actionsOf })
  useReturn(items, returnTo, keys.moveTo)
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
      <div
        role="list"
        aria-label={words.grid}
        className={styles.grid}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={keys.press}
      >
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <GridRowView
                key={key}
                row={row}
                items={items}
                top={start}
                current={keys.current}
                onFocus={keys.setCurrent}
                onOpen={onOpen}
              />
            )
          )
        })}
      </div>
      {loading && <p className={styles.footer}>{words.loadingMore}</p>}
    </div>
  )
}

/** A closed file returns the focus to its tile. */
function useReturn(items: readonly LibraryItem[], returnTo: string | null, moveTo: (index: number) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a file that is closed gives the focus back.
  useEffect(() => {
    const index = items.findIndex((item) => addressOf(item) === returnTo)
    if (index >= 0) moveTo(index)
  }, [returnTo])
}

function cellOf(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

/** Heights are known in advance, so that a change of rows only needs a notification. */
function useRemeasure(virtual: { measure(): void }, rows: readonly GridRow[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer stays; its rows change.
  useLayoutEffect(() => virtual.measure(), [rows])
}

function useMore(lastRow: number, rowCount: number, library: LibraryStore) {
  useEffect(() => {
    if (rowCount > 0 && lastRow >= rowCount - 1 - rowsAhead) void library.loadMore()
  }, [lastRow, rowCount, library])
}

const audioRatio = 2
const narrowest = 0.4
const widest = 3

/** Width over height of an item's tile; a square while it has not been measured. */
function itemRatio(item: LibraryItem): number {
  if (item.sheet) return 1
  if (item.kind === 'audio') return audioRatio
  if (!item.width || !item.height) return 1
  return Math.min(widest, Math.max(narrowest, item.width / item.height))
}
