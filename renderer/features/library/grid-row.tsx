import { memo } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { cssOfColor565, layoutFlag } from '../../../shared/library/layout-slice.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { GridCell } from './grid-cell.tsx'
import { widthsOf } from './layout-rows.ts'
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
  return (
    <div role="presentation" className={styles.row} style={{ height: rows.heights[row], transform }}>
      {widthsOf(index, rows, row).map((width, at) => {
        const place = start + at
        const key = index.keys[place] ?? 0
        const hasColor = (index.flags[place] ?? 0) & layoutFlag.color
        return (
          <GridCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile’s elements are used again for another file.
            key={at}
            item={entries.get(key)}
            place={place}
            total={index.total}
            width={width}
            color={hasColor ? cssOfColor565(index.colors[place] ?? 0) : undefined}
            reachable={place === current}
            selected={isSelected(selected, key)}
            drop={drop?.index === place ? drop.side : null}
            isFlinging={isFlinging}
          />
        )
      })}
    </div>
  )
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
