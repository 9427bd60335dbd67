import { mediaKinds } from '../../../shared/api/media.ts'
import { longestFilter } from '../../../shared/library/filter/filter-bounds.ts'
import { type ChosenSort, chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import { flags } from '../../../shared/library/judgement.ts'
import type { FilterParts } from './filter-text.ts'
import type { Anchor } from './grid-view.ts'

export const rowHeights = { least: 96, most: 400, usual: 208 } as const

/** What the grid keeps between starts. */
export interface KeptPlace {
  readonly rowHeight: number
  readonly anchor: Anchor | null
  /** Absent: the newest first. */
  readonly sort?: ChosenSort
  /** Absent: all files. */
  readonly filter?: FilterParts
  /** Nothing was ever kept. */
  readonly isFirst?: true
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
        const kept = storage.getItem(name)
        return kept === null ? { ...readKept(null), isFirst: true } : readKept(JSON.parse(kept))
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
  const { rowHeight, anchor, sort, filter } = Object(value) as Record<string, unknown>
  const parts = readParts(filter)
  const chosen = chosenSorts.find((one) => one === sort)
  const { key, place, into } = Object(anchor) as { key?: unknown; place?: unknown; into?: unknown }
  return {
    rowHeight:
      isNumber(rowHeight) && rowHeight >= rowHeights.least && rowHeight <= rowHeights.most
        ? rowHeight
        : rowHeights.usual,
    anchor: isNumber(key) && isNumber(place) && isNumber(into) ? { key, place, into } : null,
    ...(chosen && { sort: chosen }),
    ...(parts && { filter: parts }),
  }
}

/** A part that can’t be read filters nothing. */
function readParts(value: unknown): FilterParts | null {
  if (typeof value !== 'object' || value === null) return null
  const { search, kind, minRating, flag, isFavorite, collectionId } = value as Record<string, unknown>
  return {
    search: typeof search === 'string' ? search.slice(0, longestFilter) : '',
    kind: mediaKinds.find((one) => one === kind) ?? null,
    minRating: [1, 2, 3, 4, 5].find((stars) => stars === minRating) ?? null,
    flag: flags.find((one) => one === flag) ?? null,
    isFavorite: isFavorite === true,
    collectionId:
      typeof collectionId === 'string' && /^[\w-]{1,100}$/.test(collectionId) ? collectionId : null,
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
