import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { Subject } from '../../actions/action.ts'
import { itemsFor, useActionDeps } from '../../actions/use-actions.ts'
import { useAtelier, useRoute, useStudio } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useContentWidth } from '../../ui/use-content-width.ts'
import { useReadOn } from '../../ui/use-read-on.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { GridRowView } from './grid-row.tsx'
import { addressOf } from './item-address.ts'
import { subjectOfItem } from './item-subject.ts'
import { type GridRow, layoutRows } from './layout-rows.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { useGridDrag } from './use-grid-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useMoveFiles } from './use-move-files.ts'

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
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  useReadOn({ last, count: rows.length, ahead: rowsAhead, list: items, readOn: library.loadMore })

  function show(index: number) {
    const row = rows.findIndex((candidate) => index < candidate.start + candidate.widths.length)
    virtual.scrollToIndex(row, { align: 'auto' })
    requestAnimationFrame(() => cellOf(scroller.current, index)?.focus())
  }

  const selected = useStore(library.store, (state) => state.selected)
  const isOrdered = useStore(library.store, (state) => state.collectionId !== null)
  const isTrash = useStore(library.store, (state) => state.isTrash)
  const move = useMoveFiles(library)

  function subjectOf(item: LibraryItem, advance: () => void) {
    const files = items.filter(({ fileId }) => selected.has(fileId))
    return subjectOfItem({ item, library, canReveal, place: 'grid', view: null, files, advance })
  }

  const actionsOf = (item: LibraryItem, advance: () => void) =>
    itemsFor({ ...subjectOf(item, advance), variation: null, elsewhere: null }, deps)

  /** The file itself, or with it the selection that it is in. */
  function moveFiles(from: number, before: number) {
    const fileId = items[from]?.fileId ?? ''
    const moved = selected.has(fileId)
      ? items.filter((item) => selected.has(item.fileId)).map((item) => item.fileId)
      : [fileId]
    const next = items.slice(before).find((item) => !moved.includes(item.fileId))
    void move(moved, next?.fileId ?? null)
  }

  const keys = useGridKeys({
    items,
    rows,
    gap,
    selected,
    select: library.select,
    show,
    actionsOf,
    reorder: isOrdered
      ? (from, to) => {
          moveFiles(from, to > from ? to + 1 : to)
          show(to)
        }
      : null,
  })
  const drag = useGridDrag(isOrdered, moveFiles)
  const currentItem = items[keys.current] ?? null
  const isInFront = useRoute().item === null
  useKeys([{ key: 'Escape', run: () => library.select([]) }], isInFront && selected.size > 0)
  useShownSubject(isInFront && currentItem ? subjectOf(currentItem, () => {}) : null)
  useReturn(items, returnTo, keys.moveTo)
  const focus = useKeptFocus(items, () => show(keys.current))
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
      <div
        role="list"
        aria-label={isTrash ? words.trash.grid : isOrdered ? words.collections.grid : words.grid}
        className={styles.grid}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={keys.press}
        {...focus}
        {...drag.handlers}
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
                selected={selected}
                drop={drag.drop}
                onChoose={keys.choose}
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

/** What the palette acts on: the current file with the selection. Nothing of it is drawn anew for that. */
function useShownSubject(subject: Subject | null) {
  const { shownResult } = useAtelier()
  const latest = useRef(subject)
  latest.current = subject
  const id =
    subject &&
    [subject.id, ...subject.files.map((file) => file.fileId + JSON.stringify(file.judgement))].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: its id says which files, in which state.
  useEffect(() => {
    const own = latest.current
    shownResult.setState({ subject: own })
    return () => {
      if (shownResult.getState().subject === own) shownResult.setState({ subject: null })
    }
  }, [id, shownResult])
}

/** A closed file returns the focus to its tile. */
function useReturn(items: readonly LibraryItem[], returnTo: string | null, moveTo: (index: number) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a file that is closed gives the focus back.
  useEffect(() => {
    const index = items.findIndex((item) => addressOf(item) === returnTo)
    if (index >= 0) moveTo(index)
  }, [returnTo])
}

/** Where the file that has the focus leaves the list, the one in its place gets it. */
function useKeptFocus(items: readonly LibraryItem[], focusCurrent: () => void) {
  const hasFocus = useRef(false)
  const latest = useRef(focusCurrent)
  latest.current = focusCurrent
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that changed can have lost it.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) latest.current()
  }, [items])
  return {
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasFocus.current = false
    },
  }
}

function cellOf(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

/** Heights are known in advance, so that a change of rows only needs a notification. */
function useRemeasure(virtual: { measure(): void }, rows: readonly GridRow[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer stays; its rows change.
  useLayoutEffect(() => virtual.measure(), [rows])
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
