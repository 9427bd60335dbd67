import type { MouseEvent } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { GridCell } from './grid-cell.tsx'
import { addressOf } from './item-address.ts'
import type { GridRow } from './layout-rows.ts'
import styles from './library-view.module.css'
import type { GridDrop } from './use-grid-drag.ts'

interface GridRowProps {
  readonly row: GridRow
  readonly items: readonly LibraryItem[]
  /** Pixels from the grid's top. */
  readonly top: number
  readonly current: number
  readonly selected: ReadonlySet<string>
  readonly drop: GridDrop | null
  readonly onFocus: (index: number) => void
  /** Called with its id for the address, unless the click was for the selection. */
  readonly onOpen: (address: string) => void
  readonly onChoose: (index: number, event: MouseEvent) => boolean
}

/** One row of files, at its place in the grid. */
export function GridRowView(props: GridRowProps) {
  const { row, items, top, current, selected, drop, onFocus, onOpen, onChoose } = props
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
              selected={selected.has(item.fileId)}
              drop={drop?.index === index ? drop.side : null}
              onFocus={() => onFocus(index)}
              onOpen={(event) => onChoose(index, event) || onOpen(addressOf(item))}
            />
          )
        )
      })}
    </div>
  )
}
