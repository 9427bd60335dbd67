import { type KeyboardEvent, useState } from 'react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { ActionItem } from '../../actions/use-actions.ts'
import { matches } from '../../shell/keys.ts'
import { type GridRow, verticalNeighbour } from './layout-rows.ts'

interface GridKeysInput {
  readonly items: readonly LibraryItem[]
  readonly rows: readonly GridRow[]
  readonly gap: number
  /** Scrolls to an item and focuses it. */
  readonly show: (index: number) => void
  /** The actions on an item. */
  readonly actionsOf: (item: LibraryItem) => readonly ActionItem[]
}

/** The current item of the keyboard, and the keys: arrows move, others are those of the actions. */
export function useGridKeys({ items, rows, gap, show, actionsOf }: GridKeysInput) {
  const [chosen, setCurrent] = useState(0)
  const current = Math.min(chosen, items.length - 1)

  function moveTo(index: number) {
    const next = Math.min(items.length - 1, Math.max(0, index))
    setCurrent(next)
    show(next)
  }

  const moves: Record<string, () => number> = {
    arrowleft: () => current - 1,
    arrowright: () => current + 1,
    arrowup: () => verticalNeighbour(rows, current, -1, gap),
    arrowdown: () => verticalNeighbour(rows, current, 1, gap),
    home: () => 0,
    end: () => items.length - 1,
  }
  function press(event: KeyboardEvent) {
    const item = items[current]
    if (!item) return
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    const move = isPlain ? moves[event.key.toLowerCase()] : undefined
    const action = actionsOf(item).find(
      ({ binding, isAvailable }) => isAvailable && matches(binding, event.nativeEvent),
    )
    if (!move && !action) return
    event.preventDefault()
    if (move) moveTo(move())
    else if (!event.repeat) action?.run()
  }

  return { current, setCurrent, moveTo, press }
}
