import { createStore, type StoreApi } from 'zustand/vanilla'
import { canvasHeight, isNearEnd, placeAt } from './grid-place.ts'
import { type LayoutIndex, placeOf } from './layout-index.ts'
import { endOf, type GridMeasures, rowAt, rowOf, wholeHeight } from './layout-rows.ts'
import { createLayouter, type LaidOut } from './layouter.ts'

/** Where one is in a list: its entry at the top, and how far of its row is above that, from 0 to 1. */
export interface Anchor {
  readonly key: number
  /** Its place in the list when it was noted. */
  readonly place: number
  readonly into: number
}

export interface GridViewState {
  readonly laidOut: LaidOut | null
  /** Of all of the list; the canvas may be lower. */
  readonly whole: number
  readonly canvas: number
  /** What a row’s top on the canvas is less than in the list. */
  readonly base: number
  /** The rows that are drawn, the last one included. */
  readonly first: number
  readonly last: number
  /** The list moves too fast to be read: nothing is loaded. */
  readonly isFlinging: boolean
  /** Where the scroller is to be put; it is, whenever `moves` grows. */
  readonly scrollTop: number
  readonly moves: number
  /** The height of the list at the top. */
  readonly top: number
  /** The run of days at the top; −1 where there is none. */
  readonly run: number
  /** An anchor that is not read yet is waited for, and nothing else is shown. */
  readonly isSettling: boolean
}

export interface GridViewDeps {
  readonly later: (task: () => void) => () => void
  /** Calls back once the next frame is drawn; returns a cancel function. */
  readonly afterFrame: (task: () => void) => () => void
  /** Returns a cancel function. */
  readonly after: (ms: number, task: () => void) => () => void
  readonly now: () => number
  /** Where to begin. */
  readonly anchor: Anchor | null
  /** These entries are seen, and slowly enough to be read. */
  onSee(first: number, end: number, ahead: number): void
  /** The list stands still. */
  onRest(anchor: Anchor | null): void
}

/** Which rows of a list are drawn, and where, while it is scrolled, changed and resized. */
export interface GridView {
  readonly store: StoreApi<GridViewState>
  show(index: LayoutIndex, measures: GridMeasures): void
  /** The next list is another one, and shown from its start: what is seen of it first, the rest once that is drawn. */
  restart(): void
  resize(viewport: number): void
  scrolled(scrollTop: number): void
  /** Brings an entry into view; at the top where it is far. */
  reveal(place: number): void
  /** Puts this height of the list at the top. */
  goTo(top: number): void
  /** The height at the top. */
  top(): number
  viewport(): number
  close(): void
}

/** Pixels a second; 3,000 is as fast as anybody reads. Frames come unevenly, so a fling ends at half its speed. */
const flingSpeed = 7_000
const restMs = 140
/** The list stood still before a longer pause. */
const lateMs = 300
/** Rows are drawn this share of the viewport beyond it. */
const overdraw = 0.6
/** A fling draws as many viewports ahead, and draws anew once one of them is left. */
const flingAhead = 3

export function createGridView(deps: GridViewDeps): GridView {
  const store = createStore<GridViewState>(() => ({
    laidOut: null,
    whole: 0,
    canvas: 0,
    base: 0,
    first: 0,
    last: -1,
    isFlinging: false,
    scrollTop: 0,
    moves: 0,
    top: 0,
    run: -1,
    isSettling: deps.anchor !== null,
  }))
  let pending = deps.anchor
  let viewport = 0
  let scrollTop = 0
  let lastAt = 0
  let lastTook = 0
  let lastTop = 0
  let direction: 1 | -1 = 1
  /** The heights between which rows are drawn. */
  let drawn = { from: 0, to: 0 }
  let restAt = 0
  let stopRest: (() => void) | null = null
  let stopDraw = () => {}
  let isNew = false

  const layouter = createLayouter({ later: deps.later, onLaidOut: take })
  const top = () => scrollTop + store.getState().base

  /** Keeps what is seen in its place. */
  function take(laidOut: LaidOut): void {
    const before = store.getState()
    const anchor = pending ?? (top() > 4 ? anchorNow() : null)
    const whole = wholeHeight(laidOut.rows, laidOut.index)
    const isSameHeight = before.laidOut?.rows === laidOut.rows && before.whole === whole
    store.setState({ laidOut, whole, canvas: canvasHeight(whole) })
    if (isSameHeight) {
      draw()
      return
    }
    if (pending) {
      const place = placeOf(laidOut.index, pending.key)
      const isLaidOut = place >= 0 && place < laidOut.rows.laidOut
      if (!isLaidOut && laidOut.rows.laidOut < laidOut.index.total) return
      pending = null
      store.setState({ isSettling: false })
    }
    if (isNew) {
      isNew = false
      draw(0)
      stopDraw()
      stopDraw = deps.afterFrame(() => draw())
      return
    }
    if (anchor) goTo(heightOf(anchor, laidOut))
    else if (top() > Math.max(0, whole - viewport)) goTo(whole - viewport)
    else draw()
  }

  function heightOf({ key, place, into }: Anchor, { index, rows }: LaidOut): number {
    const found = placeOf(index, key)
    const row = rowOf(rows, found >= 0 ? found : Math.min(place, Math.max(0, rows.laidOut - 1)))
    return (rows.tops[row] ?? 0) + into * (rows.heights[row] ?? 0)
  }

  function anchorNow(): Anchor | null {
    const { laidOut } = store.getState()
    if (!laidOut || laidOut.rows.count === 0) return null
    const { index, rows } = laidOut
    let row = rowAt(rows, top())
    // Of a day’s line, the row below it.
    const isLine = (rows.days[row] ?? -1) >= 0
    if (isLine) row += 1
    const place = rows.starts[row] ?? 0
    const into = (top() - (rows.tops[row] ?? 0)) / Math.max(1, rows.heights[row] ?? 1)
    return { key: index.keys[place] ?? 0, place, into }
  }

  /** Whether what is drawn will do for the next frames of a fling. */
  function isCovered(): boolean {
    const [above, below] = direction === 1 ? [0, viewport] : [viewport, 0]
    return drawn.from <= top() - above && top() + viewport + below <= drawn.to
  }

  /** Moves the scroll bar of a fling, where that can be seen. */
  function pass(): void {
    const { top: shown, whole } = store.getState()
    if ((Math.abs(top() - shown) / Math.max(1, whole)) * viewport >= 1) store.setState({ top: top() })
  }

  function draw(share = overdraw): void {
    const { laidOut, isFlinging } = store.getState()
    if (!laidOut) return
    const { rows } = laidOut
    const over = share * Math.max(333, viewport)
    const ahead = isFlinging ? viewport * flingAhead : over
    drawn = {
      from: top() - (direction === 1 ? over : ahead),
      to: top() + viewport + (direction === 1 ? ahead : over),
    }
    const first = rowAt(rows, drawn.from)
    const last = rows.count === 0 ? -1 : rowAt(rows, drawn.to)
    const run = runAt(laidOut, top())
    store.setState({ first, last, top: top(), run })
    see()
  }

  function see(): void {
    const { laidOut, isFlinging, isSettling } = store.getState()
    if (!laidOut || isFlinging || isSettling || laidOut.rows.count === 0) return
    const { rows } = laidOut
    const first = rows.starts[rowAt(rows, top())] ?? 0
    const end = endOf(rows, rowAt(rows, top() + viewport))
    deps.onSee(first, end, Math.max(40, (end - first) * 3))
  }

  function goTo(wanted: number): void {
    const { whole, moves } = store.getState()
    const place = placeAt(wanted, whole, viewport)
    scrollTop = place.scrollTop
    lastTop = top()
    store.setState({ base: place.base, scrollTop: place.scrollTop, moves: moves + 1 })
    draw()
    rest()
  }

  /** One timer for all that moves the list until it ends: a new one for each frame would cost more than the frame. */
  function rest(now = deps.now()): void {
    restAt = now + restMs
    stopRest ??= deps.after(restMs, end)
  }

  function end(): void {
    const left = restAt - deps.now()
    stopRest = left > 0 ? deps.after(left, end) : null
    if (left > 0) return
    if (store.getState().isFlinging) {
      store.setState({ isFlinging: false })
      // What is seen first, the rest in a task of its own.
      draw(0)
      stopDraw()
      stopDraw = deps.later(() => draw())
    } else see()
    if (!store.getState().isSettling) deps.onRest(top() > 4 ? anchorNow() : null)
  }

  return {
    store,
    show: layouter.layOut,
    restart() {
      stopRest?.()
      stopRest = null
      stopDraw()
      pending = null
      isNew = true
      const { moves } = store.getState()
      // To put the scroller where it is would have the page laid out at once.
      const isThere = scrollTop === 0
      scrollTop = 0
      lastTop = 0
      store.setState({
        ...{ base: 0, scrollTop: 0, isFlinging: false, isSettling: false },
        moves: isThere ? moves : moves + 1,
      })
    },
    top,
    viewport: () => viewport,
    goTo,
    resize(next) {
      if (next === viewport) return
      viewport = next
      draw()
    },
    scrolled(next) {
      if (Math.abs(next - scrollTop) < 0.5) return
      scrollTop = next
      const now = deps.now()
      const took = now - lastAt
      // After a late frame comes an early one, with all that the late one missed.
      const speed = (Math.abs(top() - lastTop) / Math.max(1, took, lastTook < lateMs ? lastTook : 0)) * 1000
      direction = top() < lastTop ? -1 : 1
      lastAt = now
      lastTook = took
      lastTop = top()
      const { base, whole, isFlinging: was } = store.getState()
      const isFlinging = speed > (was ? flingSpeed / 2 : flingSpeed)
      if (isFlinging !== was) store.setState({ isFlinging })
      if (isNearEnd({ scrollTop, base }, whole, viewport)) goTo(top())
      else if (isFlinging && was && isCovered()) pass()
      else draw()
      rest(now)
    },
    reveal(place) {
      const { laidOut, whole } = store.getState()
      if (!laidOut) return
      const { rows } = laidOut
      const row = rowOf(rows, place)
      const from = rows.tops[row] ?? 0
      const to = from + (rows.heights[row] ?? 0)
      // Below the line of the day that stays at the top.
      const line = rows.measures.headerHeight
      if (from - line < top()) goTo(Math.max(0, from - line))
      else if (to > top() + viewport) goTo(Math.min(whole, to) - viewport + rows.measures.gap)
    },
    close() {
      stopRest?.()
      stopDraw()
      layouter.close()
    },
  }
}

/** The run of days of the row at a height. */
function runAt({ index: { days }, rows }: LaidOut, top: number): number {
  const place = rows.starts[rowAt(rows, top)] ?? 0
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle]?.start ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}
