import { type KeyboardEvent, useRef, useState } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { ActionItem } from '../../actions/use-actions.ts'
import { matches } from '../../shell/keys.ts'
import { rowAt, rowOf, verticalNeighbour } from './layout-rows.ts'
import type { LaidOut } from './layouter.ts'
import {
  noSelection,
  type Selection,
  selectedCount,
  selectionOf,
  toggled,
  wholeSelection,
} from './selection.ts'

interface GridKeysInput {
  readonly laidOut: LaidOut | null
  readonly itemAt: (place: number) => LibraryItem | undefined
  /** Of what is seen, in pixels. */
  readonly viewport: () => number
  readonly selected: Selection
  readonly select: (selection: Selection) => void
  /** Scrolls to an entry and focuses it. */
  readonly show: (place: number) => void
  /** The actions on an item; `advance` goes on to the next. */
  readonly actionsOf: (item: LibraryItem, advance: () => void) => readonly ActionItem[]
  /** Moves the item at a place to another one of the order; null where the order isn’t the person’s. */
  readonly reorder: ((from: number, to: number) => void) | null
}

/**
 * The current entry of the keyboard, and the keys: arrows, Home, End and the page keys move, with Shift they select, with
 * Ctrl they leave the selection as it is, with Alt they move the item; others are those of the actions.
 */
export function useGridKeys(input: GridKeysInput) {
  const { laidOut, itemAt, viewport, selected, select, show, actionsOf, reorder } = input
  const [chosen, setCurrent] = useState(0)
  /** Where a selection with Shift begins. */
  const anchor = useRef<number | null>(null)
  const count = laidOut?.index.length ?? 0
  const current = Math.max(0, Math.min(chosen, count - 1))

  function moveTo(place: number) {
    const next = clamped(place)
    setCurrent(next)
    show(next)
  }

  function restart() {
    setCurrent(0)
    anchor.current = null
  }

  const clamped = (place: number) => Math.max(0, Math.min(count - 1, place))
  const keyAt = (place: number) => laidOut?.index.keys[place] ?? 0

  function selectTo(place: number) {
    if (!laidOut) return
    const from = anchor.current ?? current
    anchor.current = from
    select(selectionOf(laidOut.index.keys.subarray(Math.min(from, place), Math.max(from, place) + 1)))
  }

  /** A click: with Ctrl or ⌘ it adds to the selection, with Shift it selects up to here. Returns whether it did. */
  function choose(place: number, event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return false
    if (event.shiftKey) selectTo(place)
    else toggle(place)
    setCurrent(place)
    return true
  }

  function toggle(place: number) {
    anchor.current = place
    select(toggled(selected, keyAt(place)))
  }

  function vertical(direction: 1 | -1): number {
    return laidOut ? verticalNeighbour(laidOut.index, laidOut.rows, current, direction) : current
  }

  function page(direction: 1 | -1): number {
    if (!laidOut) return current
    const { rows } = laidOut
    const row = rowOf(rows, current)
    const target = rowAt(rows, (rows.tops[row] ?? 0) + direction * viewport() * 0.9)
    const next = target === row ? row + direction : target
    const line = (rows.days[next] ?? -1) >= 0 ? next + 1 : next
    if (line < 0) return 0
    if (line >= rows.count) return count - 1
    return rows.starts[line] ?? current
  }

  const moves: Record<string, () => number> = {
    arrowleft: () => current - 1,
    arrowright: () => current + 1,
    arrowup: () => vertical(-1),
    arrowdown: () => vertical(1),
    pageup: () => page(-1),
    pagedown: () => page(1),
    home: () => 0,
    end: () => count - 1,
  }

  function pressMove(event: KeyboardEvent, move: () => number) {
    const target = clamped(move())
    if (event.altKey) {
      reorder?.(current, target)
      return reorder !== null && setCurrent(target)
    }
    if (event.shiftKey) selectTo(target)
    else if (!event.ctrlKey && !event.metaKey) {
      anchor.current = null
      if (selectedCount(selected, count) > 0) select(noSelection)
    }
    moveTo(target)
  }

  /** The keys of the selection; returns whether this was one. */
  function pressSelect({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if ((ctrlKey || metaKey) && key === ' ') toggle(current)
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') select(wholeSelection)
    else return false
    return true
  }

  function press(event: KeyboardEvent) {
    const item = itemAt(current)
    const move = moves[event.key.toLowerCase()]
    if (move && count > 0 && (!event.altKey || reorder)) {
      event.preventDefault()
      pressMove(event, move)
    } else if (pressSelect(event)) event.preventDefault()
    else if (item) {
      const action = actionsOf(item, () => moveTo(current + 1)).find(
        ({ binding, isAvailable }) => isAvailable && matches(binding, event.nativeEvent),
      )
      if (!action) return
      event.preventDefault()
      if (!event.repeat) action.binding.run(event.nativeEvent)
    }
  }

  return { current, setCurrent, moveTo, press, choose, restart }
}
