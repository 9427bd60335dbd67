import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { Subject } from '../../actions/action.ts'
import { itemsFor, useActionDeps } from '../../actions/use-actions.ts'
import { dragFile } from '../../media/drag-file.ts'
import { useAtelier, useRoute, useStudio } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { readTournamentAddress } from '../../shell/together-address.ts'
import { useContentWidth } from '../../ui/use-content-width.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { DateScrubber } from './date-scrubber.tsx'
import { filterStoreOf } from './filter-store.ts'
import { DayLine, GridRowView } from './grid-row.tsx'
import { createGridView, type GridView } from './grid-view.ts'
import { addressOf } from './item-address.ts'
import { readersOf, subjectOfItem } from './item-subject.ts'
import { type LayoutIndex, placeOf } from './layout-index.ts'
import { entriesWithin, type GridMeasures, rowOf } from './layout-rows.ts'
import type { LaidOut } from './layouter.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { isSelected, noSelection, selectedCount, selectedKeys, withAdded } from './selection.ts'
import { useGridDrag } from './use-grid-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { type MarqueeBox, useMarquee } from './use-marquee.ts'
import { useMoveFiles } from './use-move-files.ts'
import { useRowSlots } from './use-row-slots.ts'

interface LibraryGridProps {
  readonly library: LibraryStore
  readonly index: LayoutIndex
  readonly entries: ReadonlyMap<number, LibraryItem>
  /** Another list is read in place of this one. */
  readonly isBusy: boolean
  readonly returnTo: string | null
  readonly onReturned: () => void
  readonly onOpen: (fileId: string) => void
}

const gap = 6
const headerHeight = 40

/** The files in rows of one height by day; only rows near what is seen are drawn, and their elements are used again. */
export function LibraryGrid({
  library,
  index,
  entries,
  isBusy,
  returnTo,
  onReturned,
  onOpen,
}: LibraryGridProps) {
  const words = useLibraryWords()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const width = useContentWidth(scroller)
  const deps = useActionDeps()
  const { unreadable } = useAtelier()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const targetHeight = useStore(library.store, (state) => state.rowHeight)
  const view = useGridView(library)
  // Only what changes rarely: what changes with each frame is for the parts that show it.
  const laidOut = useStore(view.store, (state) => state.laidOut)
  const canvasHeight = useStore(view.store, (state) => state.canvas)
  const isSettling = useStore(view.store, (state) => state.isSettling)
  const measures = useMemo<GridMeasures>(
    () => ({ width, targetHeight, gap, headerHeight }),
    [width, targetHeight],
  )
  useLayoutEffect(() => {
    if (width > 0) view.show(index, measures)
  }, [view, index, measures, width])
  useScroller(view, scroller)

  const selected = useStore(library.store, (all) => all.selected)
  const isOrdered = useStore(library.store, (all) => all.collectionId !== null)
  const isTrash = useStore(library.store, (all) => all.isTrash)
  const sort = useStore(library.store, (all) => all.sort)
  const move = useMoveFiles(library)
  const itemAt = (place: number) => entries.get(laidOut?.index.keys[place] ?? 0)

  function show(place: number) {
    flushSync(() => view.reveal(place))
    const focusCell = () => cellOf(scroller.current, place)?.focus({ preventScroll: true })
    focusCell()
    // A row that is drawn only now has its tile after this render. Who went on within that frame, as to the search, stays there.
    requestAnimationFrame(() => {
      const focused = document.activeElement
      if (focused === document.body || scroller.current?.contains(focused)) focusCell()
    })
  }

  function subjectOf(item: LibraryItem, advance: () => void) {
    const files = library.knownSelected()
    const isMore = files.length < selectedCount(selected, index.total)
    const read = isMore ? readersOf(library) : {}
    return subjectOfItem({ item, library, canReveal, place: 'grid', view: null, files, ...read, advance })
  }

  const actionsOf = (item: LibraryItem, advance: () => void) =>
    itemsFor(
      {
        ...subjectOf(item, advance),
        variation: null,
        elsewhere: null,
        isUnreadable: unreadable.getState().ids.has(item.fileId),
      },
      deps,
    )

  /** What the system takes out of the window with a file; nothing where a drag puts files in the person’s order. */
  function draggedWith(item: LibraryItem): readonly string[] | null {
    if (isOrdered) return null
    const chosen = isSelected(selected, item.key) ? library.knownSelected() : [item]
    return chosen.filter(({ state }) => state === 'saved').map(({ fileId }) => fileId)
  }

  /** The file itself, or with it the selection that it is in. */
  function moveFiles(from: number, before: number) {
    const item = itemAt(from)
    if (!item || !laidOut) return
    const chosen = isSelected(selected, item.key) ? selectedKeys(selected, laidOut.index) : [item.key]
    const moved = new Set(chosen)
    const { keys: all, length } = laidOut.index
    const next = all.subarray(Math.min(before, length), length).find((key) => !moved.has(key))
    void move(chosen, next ?? null)
  }

  const keys = useGridKeys({
    laidOut,
    itemAt,
    viewport: view.viewport,
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
  const marquee = useMarquee({
    scroller,
    canvas,
    top: view.top,
    onBox(box, isAdding) {
      if (!laidOut) return
      const within = entriesWithin(laidOut.index, laidOut.rows, box)
      const touched = within.map((place) => laidOut.index.keys[place] ?? 0)
      library.select(withAdded(isAdding ? marqueeBase.current : noSelection, touched))
    },
    onPress: () => library.select(noSelection),
  })
  /** What was selected before the rectangle. */
  const marqueeBase = useRef(noSelection)

  const currentItem = itemAt(keys.current) ?? null
  const isInFront = useRoute().item === null
  useKeys(
    [{ key: 'Escape', run: () => library.select(noSelection) }],
    isInFront && selectedCount(selected, index.total) > 0,
  )
  useShownSubject(isInFront && currentItem ? subjectOf(currentItem, () => {}) : null)
  const kept = useKeptCurrent(index, keys.current, keys.setCurrent)
  const focusCurrent = () => cellOf(scroller.current, keys.current)?.focus({ preventScroll: true })
  useReturn({ library, index, returnTo, onReturned, moveTo: keys.moveTo, focusCurrent })
  useLeadOn(library, laidOut?.index === index && !isSettling && !isBusy, () => show(keys.current))
  const focus = useKeptFocus({
    index,
    laidOut,
    scroller,
    current: keys.current,
    showCurrent: () => show(keys.current),
  })

  useLists({
    library,
    view,
    measures,
    onOther() {
      keys.restart()
      kept.forget()
      focus.restart()
    },
  })

  const placeUnder = ({ target }: { readonly target: EventTarget }) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    return cell ? Number(cell.dataset.index) : null
  }

  function onClick(event: MouseEvent) {
    const place = placeUnder(event)
    const item = place === null ? undefined : itemAt(place)
    if (place === null || keys.choose(place, event) || !item) return
    onOpen(addressOf(item))
  }

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        id={id}
        className={styles.scroller}
        onPointerDown={(event) => {
          marqueeBase.current = selected
          marquee.onPointerDown(event)
        }}
      >
        <StickyDay view={view} />
        {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
        <div
          ref={canvas}
          role="list"
          aria-label={isTrash ? words.trash.grid : isOrdered ? words.collections.grid : words.grid(sort)}
          aria-busy={isSettling || isBusy || undefined}
          className={styles.grid}
          style={{ height: canvasHeight, visibility: isSettling ? 'hidden' : undefined }}
          onKeyDown={keys.press}
          onClick={onClick}
          onFocus={(event) => {
            const place = placeUnder(event)
            if (place !== null && place !== keys.current) keys.setCurrent(place)
            focus.onFocus()
          }}
          onBlur={focus.onBlur}
          {...drag.handlers}
          onDragStart={(event) => {
            const place = placeUnder(event)
            const item = place === null ? undefined : itemAt(place)
            if (item) dragFile(event, item, draggedWith(item))
            drag.handlers.onDragStart?.(event)
          }}
        >
          {laidOut && (
            <Rows
              view={view}
              laidOut={laidOut}
              entries={entries}
              current={keys.current}
              selected={selected}
              drop={drag.drop}
            />
          )}
          {marquee.box && <Marquee box={marquee.box} base={view.store.getState().base} />}
        </div>
      </div>
      {laidOut && <Scrubber view={view} laidOut={laidOut} controls={id} />}
    </div>
  )
}

interface RowsProps extends Omit<ComponentProps<typeof GridRowView>, 'row' | 'base' | 'isFlinging'> {
  readonly view: GridView
}

/** The rows near what is seen. */
function Rows({ view, laidOut, ...props }: RowsProps) {
  const first = useStore(view.store, (state) => state.first)
  const last = useStore(view.store, (state) => state.last)
  const base = useStore(view.store, (state) => state.base)
  const isFlinging = useStore(view.store, (state) => state.isFlinging)
  const own = rowOf(laidOut.rows, props.current)
  const slots = useRowSlots(drawnRows(laidOut, first, last, own), isFlinging)
  return slots.map(([row, slot]) => (
    <GridRowView
      key={slot}
      laidOut={laidOut}
      row={row}
      base={base}
      isFlinging={isFlinging && row !== own}
      {...props}
    />
  ))
}

/** The day of what is at the top, over it. */
function StickyDay({ view }: { readonly view: GridView }) {
  const day = useStore(view.store, ({ laidOut, run, top }) =>
    laidOut && run >= 0 && top > 8 ? (laidOut.index.days[run]?.day ?? null) : null,
  )
  return <div className={styles.stickyDay}>{day !== null && <DayLine day={day} />}</div>
}

function Scrubber({
  view,
  laidOut,
  controls,
}: {
  readonly view: GridView
  readonly laidOut: LaidOut
  readonly controls: string
}) {
  const top = useStore(view.store, (state) => state.top)
  const whole = useStore(view.store, (state) => state.whole)
  return (
    <DateScrubber
      laidOut={laidOut}
      whole={whole}
      viewport={view.viewport()}
      top={top}
      onGo={view.goTo}
      controls={controls}
    />
  )
}

function Marquee({ box, base }: { readonly box: MarqueeBox; readonly base: number }) {
  const { left, right, top, bottom } = box
  return (
    <div
      aria-hidden="true"
      className={styles.marquee}
      style={{
        transform: `translate(${left}px, ${top - base}px)`,
        width: right - left,
        height: bottom - top,
      }}
    />
  )
}

/** Those in view, and the one with the current file, whose tile may have the focus. */
function drawnRows({ rows }: LaidOut, first: number, last: number, own: number): number[] {
  const drawn: number[] = []
  const end = Math.min(last, rows.count - 1)
  for (let row = Math.max(0, first); row <= end; row += 1) drawn.push(row)
  if (rows.count > 0 && !drawn.includes(own)) drawn.push(own)
  return drawn
}

/** As long as the grid is shown. */
function useGridView(library: LibraryStore): GridView {
  const [view] = useState(() =>
    createGridView({
      later(task) {
        const timer = setTimeout(task)
        return () => clearTimeout(timer)
      },
      afterFrame(task) {
        let timer: ReturnType<typeof setTimeout> | undefined
        const frame = requestAnimationFrame(() => {
          timer = setTimeout(task)
        })
        return () => {
          cancelAnimationFrame(frame)
          clearTimeout(timer)
        }
      },
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
      now: () => performance.now(),
      anchor: library.store.getState().place,
      onSee: library.see,
      onRest: library.keepPlace,
    }),
  )
  return view
}

/** Connects what is scrolled to the view, in both directions. */
function useScroller(view: GridView, scroller: { readonly current: HTMLElement | null }) {
  const moves = useStore(view.store, (state) => state.moves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move puts it anew.
  useLayoutEffect(() => {
    if (scroller.current && moves > 0) scroller.current.scrollTop = view.store.getState().scrollTop
  }, [moves])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => view.resize(element.clientHeight))
    observer.observe(element)
    view.resize(element.clientHeight)
    const onScroll = () => flushSync(() => view.scrolled(element.scrollTop))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [view, scroller])
  useEffect(() => view.close, [view])
}

interface Lists {
  readonly library: LibraryStore
  readonly view: GridView
  readonly measures: GridMeasures
  /** Another list takes the place of what was shown. */
  readonly onOther: () => void
}

/** Lays out each list as it comes, so that its rows and its entries are drawn at once; another one is shown from its start. */
function useLists({ library, view, measures, onOther }: Lists) {
  const latest = useRef({ measures, onOther })
  latest.current = { measures, onOther }
  useLayoutEffect(
    () =>
      library.store.subscribe(({ index }, { index: before }) => {
        const { measures, onOther } = latest.current
        if (index === null || index === before || index.length === 0 || measures.width === 0) return
        if (before === null) {
          onOther()
          view.restart()
        }
        view.show(index, measures)
      }),
    [library, view],
  )
}

/** The current file stays current where others come before it or leave. */
function useKeptCurrent(index: LayoutIndex, current: number, setCurrent: (place: number) => void) {
  const key = useRef<{ key: number; shape: object } | null>(null)
  useLayoutEffect(() => {
    const known = key.current
    if (known && known.shape !== index.shape) {
      const place = placeOf(index, known.key)
      if (place >= 0 && place !== current) setCurrent(place)
    }
    key.current = { key: index.keys[current] ?? 0, shape: index.shape }
  }, [index, current, setCurrent])
  return {
    forget() {
      key.current = null
    },
  }
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

interface Return {
  readonly library: LibraryStore
  readonly index: LayoutIndex
  readonly returnTo: string | null
  readonly onReturned: () => void
  readonly focusCurrent: () => void
  readonly moveTo: (place: number) => void
}

/** A file that is closed returns the focus to its tile, and a tournament to the current one. */
function useReturn({ library, index, returnTo, onReturned, moveTo, focusCurrent }: Return) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a file that is closed gives the focus back.
  useEffect(() => {
    if (returnTo === null) return
    onReturned()
    for (const item of library.store.getState().entries.values())
      if (addressOf(item) === returnTo || item.fileId === returnTo) {
        const place = placeOf(index, item.key)
        if (place >= 0) return moveTo(place)
      }
    if (readTournamentAddress(returnTo) !== null && document.activeElement === document.body) focusCurrent()
  }, [returnTo])
}

/** Enter in the search leads to what it finds, also where that is read only after the key. */
function useLeadOn(library: LibraryStore, isHere: boolean, lead: () => void) {
  const { bridge } = useAtelier()
  const { store } = filterStoreOf(bridge)
  const search = useStore(library.store, (state) => state.search)
  const isAsked = useStore(store, ({ leads }) => leads === search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key.
  useEffect(() => {
    if (!isAsked || !isHere) return
    store.setState({ leads: null })
    lead()
  }, [isAsked, isHere])
}

interface KeptFocus {
  readonly index: LayoutIndex
  readonly laidOut: LaidOut | null
  readonly scroller: { readonly current: HTMLElement | null }
  readonly current: number
  readonly showCurrent: () => void
}

/**
 * The focus stays at the current file. Where that leaves the list, the one in its place gets it; where the rows are laid
 * out anew, its tile may be another element, and the one that had the focus gone or that of another file.
 */
function useKeptFocus({ index, laidOut, scroller, current, showCurrent }: KeptFocus) {
  const hasFocus = useRef(false)
  const latest = useRef(showCurrent)
  latest.current = showCurrent
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that changed can have lost it.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) latest.current()
  }, [index])
  const shown = useRef(laidOut?.index)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only rows that changed can have moved it.
  useLayoutEffect(() => {
    const isSameList = shown.current === laidOut?.index
    shown.current = laidOut?.index
    const focused = document.activeElement
    const isLost = isSameList && focused === document.body
    if (!hasFocus.current || !(isLost || scroller.current?.contains(focused))) return
    const cell = cellOf(scroller.current, current)
    if (cell !== focused) cell?.focus({ preventScroll: true })
  }, [laidOut])
  return {
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasFocus.current = false
    },
    restart() {
      hasFocus.current = scroller.current?.contains(document.activeElement) ?? false
    },
  }
}

function cellOf(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`button[data-index="${index}"]`) ?? null
}
