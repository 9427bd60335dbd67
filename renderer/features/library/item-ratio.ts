import type { LibraryItem } from '../../../shared/bridge/views.ts'

const audioRatio = 2
const narrowest = 0.4
const widest = 3

/** Width over height of an item's tile; a square while it has not been measured. */
export function itemRatio(item: LibraryItem): number {
  if (item.sheet) return 1
  if (item.kind === 'audio') return audioRatio
  if (!item.width || !item.height) return 1
  return Math.min(widest, Math.max(narrowest, item.width / item.height))
}
