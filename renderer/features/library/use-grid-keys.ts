import { type KeyboardEvent, useState } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { ActionItem } from '../../actions/use-actions.ts'
import { matches } from '../../shell/keys.ts'
import { type GridRow, verticalNeighbour } from './layout-rows.ts'

interface GridKeysInput {
  readonly items: readonly LibraryItem[]
  readonly rows: readonly GridRow[]
  readonly gap: number
  readonly selected: ReadonlySet<string>
  readonly select: (fileIds: Iterable<string>) => void
  /** Scrolls to an item and focuses it. */
  readonly show: (index: number) => void
  /** The actions on an item; `advance` goes on to the next. */
  readonly actionsOf: (item: LibraryItem, advance: () => void) => readonly ActionItem[]
  /** Moves the item at an index to another place of the order; null where the order isn’t the person’s. */
  readonly reorder: ((from: number, to: number) => void) | null
}

/**
 * The current item of the keyboard, and the keys: arrows move, with Shift they select, with Ctrl they leave the
 * selection as it is, with Alt they move the item; others are those of the actions.
 */
export function useGridKeys(input: GridKeysInput) {
  const { items, rows, gap, selected, select, show, actionsOf, reorder } = input
  const [chosen, setCurrent] = useState(0)
  /** Where a selection with Shift begins. */
  const [anchor, setAnchor] = useState<number | null>(null)
  const current = Math.min(chosen, items.length - 1)

  function moveTo(index: number) {
    const next = Math.min(items.length - 1, Math.max(0, index))
    setCurrent(next)
    show(next)
  }

  function selectTo(index: number) {
    const from = anchor ?? current
    setAnchor(from)
    select(idsIn(items.slice(Math.min(from, index), Math.max(from, index) + 1)))
  }

  /** A click: with Ctrl or ⌘ it adds to the selection, with Shift it selects up to here. Returns whether it did. */
  function choose(index: number, event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
    const item = items[index]
    if (!item || !(event.ctrlKey || event.metaKey || event.shiftKey)) return false
    if (event.shiftKey) selectTo(index)
    else toggle(index)
    setCurrent(index)
    return true
  }

  function toggle(index: number) {
    const [fileId] = idsIn(items.slice(index, index + 1))
    if (fileId === undefined) return
    setAnchor(index)
    select(selected.has(fileId) ? [...selected].filter((one) => one !== fileId) : [...selected, fileId])
  }

  const moves: Record<string, () => number> = {
    arrowleft: () => current - 1,
    arrowright: () => current + 1,
    arrowup: () => verticalNeighbour(rows, current, -1, gap),
    arrowdown: () => verticalNeighbour(rows, current, 1, gap),
    home: () => 0,
    end: () => items.length - 1,
  }

  function pressMove(event: KeyboardEvent, move: () => number) {
    const target = Math.min(items.length - 1, Math.max(0, move()))
    if (event.altKey) {
      reorder?.(current, target)
      return reorder !== null && setCurrent(target)
    }
    if (event.shiftKey) selectTo(target)
    else if (!event.ctrlKey && !event.metaKey) {
      setAnchor(null)
      if (selected.size > 0) select([])
    }
    moveTo(target)
  }

  /** The keys of the selection; returns whether this was one. */
  function pressSelect({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if ((ctrlKey || metaKey) && key === ' ') toggle(current)
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') select(idsIn(items))
    else return false
    return true
  }

  function press(event: KeyboardEvent) {
    const item = items[current]
    if (!item) return
    const move = moves[event.key.toLowerCase()]
    if (move && (!event.altKey || reorder)) {
      event.preventDefault()
      pressMove(event, move)
    } else if (pressSelect(event)) event.preventDefault()
    else {
      const action = actionsOf(item, () => moveTo(current + 1)).find(
        ({ binding, isAvailable }) => isAvailable && matches(binding, event.nativeEvent),
      )
      if (!action) return
      event.preventDefault()
      if (!event.repeat) action.binding.run(event.nativeEvent)
    }
  }

  return { current, setCurrent, moveTo, press, choose }
}

/** Contact sheets are not selected: their files are. */
function idsIn(items: readonly LibraryItem[]): string[] {
  return items.filter(({ sheet }) => sheet === null).map(({ fileId }) => fileId)
}
