import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { useContentWidth } from '../../ui/use-content-width.ts'
import { useHeldFocus } from '../../ui/use-held-focus.ts'
import { useReadOn } from '../../ui/use-read-on.ts'
import { useStyleWords } from '../../words/style-words.ts'
import { layoutCards } from './layout-cards.ts'
import { StyleCard } from './style-card.tsx'
import type { StylesStore } from './styles-store.ts'
import styles from './styles-view.module.css'
import type { StyleActions } from './use-style-actions.ts'

interface StyleGridProps {
  readonly styles: StylesStore
  readonly shown: readonly StyleView[]
  readonly actions: StyleActions
}

const rowsAhead = 2
const far = Number.MAX_SAFE_INTEGER

/** The styles as cards; only visible rows are rendered, and one card is a tab stop. */
export function StyleGrid({ styles: stylesStore, shown, actions }: StyleGridProps) {
  const words = useStyleWords()
  const hasMore = useStore(stylesStore.store, (state) => state.hasMore)
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, cardWidth, rowHeight } = layoutCards(useContentWidth(scroller))
  const rowCount = Math.ceil(shown.length / columns)
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer stays; its rows change.
  useLayoutEffect(() => virtual.measure(), [rowHeight, columns])
  const rows = virtual.getVirtualItems()
  const lastRow = rows.at(-1)?.index ?? 0
  useReadOn({ last: lastRow, count: rowCount, ahead: rowsAhead, list: shown, readOn: stylesStore.loadMore })

  const [chosen, setCurrent] = useState(0)
  const current = Math.min(chosen, shown.length - 1)
  const held = useHeldFocus(shown, idOf, current, moveTo)

  function moveTo(index: number) {
    const next = Math.min(shown.length - 1, Math.max(0, index))
    setCurrent(next)
    virtual.scrollToIndex(Math.floor(next / columns), { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] [data-main]`)?.focus(),
    )
  }

  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -far,
    End: far,
  }

  function press(event: KeyboardEvent) {
    const style = shown[current]
    // A menu is rendered elsewhere, but its keys arrive here.
    if (!style || !event.currentTarget.contains(event.target as Node)) return
    const step = steps[event.key]
    if (step !== undefined) moveTo(current + step)
    else if (event.key === 'Delete') actions.remove(style)
    else if (event.key === 'F2') actions.edit(style)
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
      <div
        role="list"
        aria-label={words.list}
        className={styles.grid}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
        onFocus={held.onFocus}
        onBlur={held.onBlur}
      >
        {rows.flatMap(({ index: row, start }) =>
          shown.slice(row * columns, (row + 1) * columns).map((style, column) => {
            const index = row * columns + column
            return (
              <StyleCard
                key={style.styleId}
                style={style}
                index={index}
                size={hasMore ? -1 : shown.length}
                place={{ top: start, column, width: cardWidth }}
                isCurrent={index === current}
                actions={actions}
                onFocus={() => setCurrent(index)}
              />
            )
          }),
        )}
      </div>
    </div>
  )
}

function idOf({ styleId }: StyleView): string {
  return styleId
}
