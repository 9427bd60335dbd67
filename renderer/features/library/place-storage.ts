import { type ChosenSort, chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import type { Anchor } from './grid-view.ts'

export const rowHeights = { least: 96, most: 400, usual: 208 } as const

/** What the grid keeps between starts. */
export interface KeptPlace {
  readonly rowHeight: number
  readonly anchor: Anchor | null
  /** Absent: the newest first. */
  readonly sort?: ChosenSort
}

export interface PlaceStorage {
  read(): KeptPlace
  write(kept: KeptPlace): void
}

const name = 'atelier.library-place'

/** In the browser’s storage; what can’t be read or kept is as if nothing was. */
export function createPlaceStorage(storage: Pick<Storage, 'getItem' | 'setItem'>): PlaceStorage {
  return {
    read() {
      try {
        return readKept(JSON.parse(storage.getItem(name) ?? 'null'))
      } catch {
        return readKept(null)
      }
    },
    write(kept) {
      try {
        storage.setItem(name, JSON.stringify(kept))
      } catch {
        // A full storage costs only this.
      }
    },
  }
}

function readKept(value: unknown): KeptPlace {
  const { rowHeight, anchor, sort } = Object(value) as {
    rowHeight?: unknown
    anchor?: unknown
    sort?: unknown
  }
  const chosen = chosenSorts.find((one) => one === sort)
  const { key, place, into } = Object(anchor) as { key?: unknown; place?: unknown; into?: unknown }
  return {
    rowHeight:
      isNumber(rowHeight) && rowHeight >= rowHeights.least && rowHeight <= rowHeights.most
        ? rowHeight
        : rowHeights.usual,
    anchor: isNumber(key) && isNumber(place) && isNumber(into) ? { key, place, into } : null,
    ...(chosen && { sort: chosen }),
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
