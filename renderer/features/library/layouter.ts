import type { LayoutIndex } from './layout-index.ts'
import { type GridMeasures, type GridRows, layoutOn, noRows } from './layout-rows.ts'

/** A list and its rows, which belong together: rows name entries by their places. */
export interface LaidOut {
  readonly index: LayoutIndex
  readonly rows: GridRows
}

export interface LayouterDeps {
  /** Calls back soon, in a task of its own; returns a cancel function. */
  readonly later: (task: () => void) => () => void
  onLaidOut(laidOut: LaidOut): void
}

/** Lays out a list in slices, so that none of them is a long task. */
export interface Layouter {
  /** A longer list of the same shape is continued; another one is shown once all of it is laid out. */
  layOut(index: LayoutIndex, measures: GridMeasures): void
  close(): void
}

/** Some milliseconds of work. */
const slice = 20_000

export function createLayouter({ later, onLaidOut }: LayouterDeps): Layouter {
  let shown: LaidOut | null = null
  let cancel = () => {}

  function publish(laidOut: LaidOut): void {
    shown = laidOut
    onLaidOut(laidOut)
  }

  /** `isShown`: what is laid out so far can be shown, because nothing else is. */
  function go(index: LayoutIndex, before: GridRows, isShown: boolean): void {
    const rows = layoutOn(index, before, slice)
    const isDone = rows.laidOut >= index.length
    if (isDone || isShown) publish({ index, rows })
    if (!isDone) cancel = later(() => go(index, rows, isShown))
  }

  return {
    layOut(index, measures) {
      const known = shown
      if (known?.index === index && known.rows.measures === measures && known.rows.laidOut >= index.length)
        return
      cancel()
      cancel = () => {}
      if (known && known.index.shape === index.shape && known.rows.measures === measures) {
        if (known.rows.laidOut >= index.length) publish({ index, rows: known.rows })
        else go(index, known.rows, true)
      } else go(index, noRows(measures), known === null)
    },
    close: () => cancel(),
  }
}
