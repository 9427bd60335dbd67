import { useState } from 'react'
import { keysFor, moveItem, removeItem, replaceItem } from './reorder.ts'

/** The ways to change a list by one item. */
export interface ListEdits {
  /** Distinguishes the items: a key stays with its item where it is moved or others are removed. */
  readonly keys: readonly number[]
  readonly add: (item: unknown) => void
  readonly replace: (index: number, item: unknown) => void
  readonly move: (from: number, to: number) => void
  readonly remove: (index: number) => void
}

/** Edits a list and tracks its items, so that a field's state stays with its item. */
export function useListEdits(items: readonly unknown[], set: (items: readonly unknown[]) => void): ListEdits {
  const [known, setKnown] = useState<readonly number[]>([])
  const keys = keysFor(known, items.length)

  function rearrange(change: <Item>(list: readonly Item[]) => readonly Item[]) {
    setKnown(change(keys))
    set(change(items))
  }

  return {
    keys,
    add: (item) => set([...items, item]),
    replace: (index, item) => set(replaceItem(items, index, item)),
    move: (from, to) => rearrange((list) => moveItem(list, from, to)),
    remove: (index) => rearrange((list) => removeItem(list, index)),
  }
}

interface ListTraits {
  readonly required: boolean
  readonly minItems: number
}

/** The value of a list's field: without items an empty list, unless the field requires items and is optional. */
export function listValue(
  { required, minItems }: ListTraits,
  items: readonly unknown[],
): readonly unknown[] | undefined {
  return items.length === 0 && !required && minItems > 0 ? undefined : items
}

/**
 * The value of a list of media or styles. Removing the last item leaves the field to the service, as clearing a
 * text does, unless the field is required or the service would use a non-empty default.
 */
export function broughtValue(
  field: ListTraits & { readonly defaultValue: unknown },
  items: readonly unknown[],
): readonly unknown[] | undefined {
  const { required, defaultValue } = field
  const saysMore = required || (Array.isArray(defaultValue) && defaultValue.length > 0)
  return items.length === 0 && !saysMore ? undefined : listValue(field, items)
}
