import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type Arrangement,
  arrangeCells,
  type CellLayout,
  type CellsShape,
  type Extent,
  extentOf,
  fitCells,
  layCells,
  roomEdge,
} from './fit-cells.ts'

/** The cells of a sheet in the room that they have now. */
export interface Cells extends Arrangement {
  readonly layout: CellLayout
  readonly shape: CellsShape
  /** The room of the cells themselves: that of the grid without its edge. */
  readonly inner: Extent
  /** The smallest and the largest side that the person can choose. */
  readonly sides: readonly [least: number, most: number]
  /** The present side. */
  readonly side: number
}

const scrollbar = 8
const leastSide = 56

/** The room of an element, in CSS pixels; guessed until it is measured, so that its content is there at once. */
export function useRoom(): { readonly place: RefObject<HTMLDivElement | null>; readonly room: Extent } {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Extent>(lastRoom)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    function read() {
      const { clientWidth: width, clientHeight: height } = element as HTMLElement
      if (width === 0 || height === 0) return
      lastRoom = { width, height }
      setRoom((before) => (before.width === width && before.height === height ? before : lastRoom))
    }
    // In the frame in which the room changes: a later one would draw the former cells in the new room.
    const observer = new ResizeObserver(() => flushSync(read))
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [])
  return { place, room }
}

let lastRoom: Extent = { width: 720, height: 640 }

/**
 * Lays out the cells of a sheet in a room. `side`, the square root of a cell's area, is what the person chose; null
 * for the largest cells that fit. `showsLarge`: the chosen one may get a room of its own.
 */
export function cellsIn(room: Extent, shape: CellsShape, side: number | null, showsLarge: boolean): Cells {
  const arranged = showsLarge ? arrangeCells(room, shape) : { grid: room, large: null }
  const inner = { width: arranged.grid.width - 2 * roomEdge, height: arranged.grid.height - 2 * roomEdge }
  const perSide = Math.sqrt(shape.ratio)
  const lay = (space: Extent) =>
    side === null ? fitCells(space, shape) : layCells(space, shape, side * perSide)
  const plain = lay(inner)
  const scrolls = extentOf(plain, shape).height > inner.height
  const layout = scrolls ? lay({ ...inner, width: inner.width - scrollbar }) : plain
  const one = fitCells(inner, { ...shape, count: 1, columns: 1 })
  const most = Math.max(leastSide + 1, Math.floor(one.cell.width / perSide))
  return {
    ...arranged,
    layout,
    shape,
    inner,
    sides: [leastSide, most],
    side: Math.max(leastSide, Math.min(most, Math.round(layout.cell.width / perSide))),
  }
}
