import { memo } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { cssOfColor565, layoutFlag } from '../../../shared/library/layout-slice.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { GridCell } from './grid-cell.tsx'
import type { LayoutIndex } from './layout-index.ts'
import { type GridRows, widthsOf } from './layout-rows.ts'
import type { LaidOut } from './layouter.ts'
import styles from './library-view.module.css'
import { isSelected, type Selection } from './selection.ts'
import type { GridDrop } from './use-grid-drag.ts'

interface GridRowProps {
  readonly laidOut: LaidOut
  readonly row: number
  /** What its top on the canvas is less than in the list. */
  readonly base: number
  readonly entries: ReadonlyMap<number, LibraryItem>
  readonly current: number
  readonly selected: Selection
  readonly drop: GridDrop | null
  /** The list moves too fast to be read. */
  readonly isFlinging: boolean
}

export const GridRowView = memo(GridRow)

/** One row of files, or the line that names their day, at its place in the grid. */
function GridRow({ laidOut, row, base, entries, current, selected, drop, isFlinging }: GridRowProps) {
  const { index, rows } = laidOut
  const transform = `translateY(${(rows.tops[row] ?? 0) - base}px)`
  const run = rows.days[row] ?? -1
  if (run >= 0)
    return (
      <div role="presentation" className={styles.row} style={{ height: rows.heights[row], transform }}>
        <DayLine day={index.days[run]?.day ?? ''} />
      </div>
    )
  const start = rows.starts[row] ?? 0
  if (isFlinging)
    return (
      <div
        role="presentation"
        className={styles.row}
        style={{ height: rows.heights[row], transform, backgroundImage: colorsOf(index, rows, row) }}
      />
    )
  return (
    <div role="presentation" className={styles.row} style={{ height: rows.heights[row], transform }}>
      {widthsOf(index, rows, row).map((width, at) => {
        const place = start + at
        const key = index.keys[place] ?? 0
        return (
          <GridCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile’s elements are used again for another file.
            key={at}
            item={entries.get(key)}
            place={place}
            total={index.total}
            width={width}
            color={colorOf(index, place)}
            reachable={place === current}
            selected={isSelected(selected, key)}
            drop={drop?.index === place ? drop.side : null}
          />
        )
      })}
    </div>
  )
}

function colorOf({ flags, colors }: LayoutIndex, place: number): string | undefined {
  const hasColor = (flags[place] ?? 0) & layoutFlag.color
  return hasColor ? cssOfColor565(colors[place] ?? 0) : undefined
}

/** The tiles of a row as one background: a list that flies by has no time for elements of their own. */
function colorsOf(index: LayoutIndex, rows: GridRows, row: number): string {
  const start = rows.starts[row] ?? 0
  let left = 0
  const stops = widthsOf(index, rows, row).map((width, at) => {
    const [from, to] = [left, left + width]
    left = to + rows.measures.gap
    const color = colorOf(index, start + at) ?? 'var(--tile)'
    return `${color} ${from}px ${to}px, transparent ${to}px ${left}px`
  })
  return `linear-gradient(to right, ${stops.join(', ')})`
}

/** The day of the files below it. */
export function DayLine({ day }: { readonly day: string }) {
  const words = useLibraryWords()
  // Each file says its day itself, and a list has no headings.
  return (
    <div aria-hidden="true" className={styles.day}>
      {words.day(day)}
    </div>
  )
}
