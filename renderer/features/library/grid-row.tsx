import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { GridCell } from './grid-cell.tsx'
import { addressOf } from './item-address.ts'
import type { GridRow } from './layout-rows.ts'
import styles from './library-view.module.css'

interface GridRowProps {
  readonly row: GridRow
  readonly items: readonly LibraryItem[]
  /** Pixels from the grid's top. */
  readonly top: number
  readonly current: number
  readonly onFocus: (index: number) => void
  /** Called with its id for the address. */
  readonly onOpen: (address: string) => void
}

/** One row of files, at its place in the grid. */
export function GridRowView({ row, items, top, current, onFocus, onOpen }: GridRowProps) {
  return (
    <div
      role="presentation"
      className={styles.row}
      style={{ height: row.height, transform: `translateY(${top}px)` }}
    >
      {row.widths.map((width, at) => {
        const index = row.start + at
        const item = items[index]
        return (
          item && (
            <GridCell
              key={item.fileId}
              item={item}
              index={index}
              total={items.length}
              width={width}
              reachable={index === current}
              onFocus={() => onFocus(index)}
              onOpen={() => onOpen(addressOf(item))}
            />
          )
        )
      })}
    </div>
  )
}
