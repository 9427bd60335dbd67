import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { downloadRoute } from '../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { saveFile } from '../../media/save-file.ts'
import { useWords } from '../../words/words-context.tsx'
import { GridCell } from './grid-cell.tsx'
import { itemRatio } from './item-ratio.ts'
import { type GridRow, layoutRows, verticalNeighbour } from './layout-rows.ts'
import type { LibraryModel } from './library-store.ts'
import styles from './library-view.module.css'
import { useRemix } from './use-remix.ts'

interface LibraryGridProps {
  readonly library: LibraryModel
  readonly items: readonly LibraryItem[]
  readonly returnTo: string | null
  readonly onOpen: (fileId: string) => void
}

const gap = 6
const targetHeight = 208
const rowsAhead = 3

/** The files in rows of one height; only the rows in sight are there. */
export function LibraryGrid({ library, items, returnTo, onOpen }: LibraryGridProps) {
  const { library: words } = useWords()
  const loading = useStore(library.store, (state) => state.loading)
  const scroller = useRef<HTMLDivElement>(null)
  const width = useContentWidth(scroller)
  const [current, setCurrent] = useState(0)
  const remix = useRemix(library)
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

  function focusItem(index: number) {
    const next = Math.min(items.length - 1, Math.max(0, index))
    setCurrent(next)
    const row = rows.findIndex((candidate) => next < candidate.start + candidate.widths.length)
    virtual.scrollToIndex(row, { align: 'auto' })
    requestAnimationFrame(() => cellOf(scroller.current, next)?.focus())
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a closed file gives the focus back.
  useEffect(() => {
    const index = items.findIndex((item) => item.fileId === returnTo)
    if (index >= 0) focusItem(index)
  }, [returnTo])

  const steps: Record<string, () => number> = {
    arrowleft: () => current - 1,
    arrowright: () => current + 1,
    arrowup: () => verticalNeighbour(rows, current, -1, gap),
    arrowdown: () => verticalNeighbour(rows, current, 1, gap),
    home: () => 0,
    end: () => items.length - 1,
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = items[current]
    const key = event.key.toLowerCase()
    const step = steps[key]
    const act = item && itemKeys(item)[key]
    if (!step && !act) return
    event.preventDefault()
    if (step) focusItem(step())
    else act?.()
  }

  function itemKeys(item: LibraryItem): Record<string, () => void> {
    return {
      d: () => saveFile(downloadRoute(item.fileId)),
      r: () => void remix(item.fileId),
    }
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
      <div
        role="list"
        aria-label={words.grid}
        className={styles.grid}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {virtual.getVirtualItems().map((place) => {
          const row = rows[place.index]
          return (
            row && (
              <div
                key={place.key}
                role="presentation"
                className={styles.row}
                style={{ height: row.height, transform: `translateY(${place.start}px)` }}
              >
                {row.widths.map((cellWidth, at) => {
                  const index = row.start + at
                  const item = items[index]
                  return (
                    item && (
                      <GridCell
                        key={item.fileId}
                        item={item}
                        index={index}
                        total={items.length}
                        width={cellWidth}
                        reachable={index === Math.min(current, items.length - 1)}
                        onFocus={() => setCurrent(index)}
                        onOpen={() => onOpen(item.fileId)}
                      />
                    )
                  )
                })}
              </div>
            )
          )
        })}
      </div>
      {loading && <p className={styles.footer}>{words.loadingMore}</p>}
    </div>
  )
}

function cellOf(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

function useContentWidth(scroller: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [scroller])
  return width
}

/** Heights are known beforehand, so that a change of rows only needs to be told. */
function useRemeasure(virtual: { measure(): void }, rows: readonly GridRow[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer stays; its rows change.
  useLayoutEffect(() => virtual.measure(), [rows])
}

function useMore(lastRow: number, rowCount: number, library: LibraryModel) {
  useEffect(() => {
    if (rowCount > 0 && lastRow >= rowCount - 1 - rowsAhead) void library.loadMore()
  }, [lastRow, rowCount, library])
}
