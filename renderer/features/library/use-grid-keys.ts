import { type KeyboardEvent, useState } from 'react'
import { downloadRoute } from '../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { saveFile } from '../../media/save-file.ts'
import { type GridRow, verticalNeighbour } from './layout-rows.ts'

interface GridKeysInput {
  readonly items: readonly LibraryItem[]
  readonly rows: readonly GridRow[]
  readonly gap: number
  /** Scrolls to an item and focuses it. */
  readonly show: (index: number) => void
  readonly remix: (fileId: string) => void
}

/** The current item of the keyboard, and the keys: arrows move, D downloads, R remixes. */
export function useGridKeys({ items, rows, gap, show, remix }: GridKeysInput) {
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
  const acts: Record<string, (fileId: string) => void> = {
    d: (fileId) => saveFile(downloadRoute(fileId)),
    r: remix,
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const item = items[current]
    const move = moves[key]
    const act = acts[key]
    if (!item || (!move && !act)) return
    event.preventDefault()
    if (move) moveTo(move())
    else act?.(item.fileId)
  }

  return { current, setCurrent, moveTo, press }
}
