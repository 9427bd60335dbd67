import type { LayoutIndex } from './layout-index.ts'

/** Entries that are chosen together, by key: these, or with `isAll` everything that the list finds but these. */
export interface Selection {
  readonly isAll: boolean
  readonly keys: ReadonlySet<number>
}

export const noSelection: Selection = { isAll: false, keys: new Set() }
export const wholeSelection: Selection = { isAll: true, keys: new Set() }

export function selectionOf(keys: Iterable<number>): Selection {
  return { isAll: false, keys: new Set(keys) }
}

export function isSelected({ isAll, keys }: Selection, key: number): boolean {
  return keys.has(key) !== isAll
}

/** How many entries of the list are selected. */
export function selectedCount({ isAll, keys }: Selection, total: number): number {
  return isAll ? Math.max(0, total - keys.size) : keys.size
}

/** With an entry added, or removed where it is in. */
export function toggled({ isAll, keys }: Selection, key: number): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { isAll, keys: next }
}

/** With entries added. */
export function withAdded({ isAll, keys }: Selection, added: readonly number[]): Selection {
  if (!isAll) return { isAll, keys: new Set([...keys, ...added]) }
  const among = new Set(added)
  return { isAll, keys: new Set([...keys].filter((key) => !among.has(key))) }
}

/** Those that are selected, in the list's order, as far as the list is read. */
export function selectedKeys(selection: Selection, { keys, length }: LayoutIndex): number[] {
  const found: number[] = []
  for (let place = 0; place < length; place += 1) {
    const key = keys[place] ?? 0
    if (isSelected(selection, key)) found.push(key)
  }
  return found
}

/** Without entries that left the list. */
export function withoutSelected(selection: Selection, gone: ReadonlySet<number>): Selection {
  if (![...selection.keys].some((key) => gone.has(key))) return selection
  return { ...selection, keys: new Set([...selection.keys].filter((key) => !gone.has(key))) }
}
