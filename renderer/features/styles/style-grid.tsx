import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
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
  useEffect(() => {
    if (hasMore && lastRow >= rowCount - 1 - rowsAhead) void stylesStore.loadMore()
  }, [hasMore, lastRow, rowCount, stylesStore])

  const [chosen, setCurrent] = useState(0)
  const current = Math.min(chosen, shown.length - 1)
  const held = useHeldFocus(shown, current, moveTo)

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

/** When cards are reordered the focus follows its style; if that is gone, it stays at its position. */
function useHeldFocus(shown: readonly StyleView[], current: number, moveTo: (index: number) => void) {
  const isWithin = useRef(false)
  const currentId = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has changed gives the focus on.
  useEffect(() => {
    if (!isWithin.current) return
    const index = shown.findIndex(({ styleId }) => styleId === currentId.current)
    if (index === current) return
    currentId.current = shown[current]?.styleId
    moveTo(index >= 0 ? index : current)
  }, [shown])
  return {
    onFocus({ target }: { readonly target: Element }) {
      const card = target.closest<HTMLElement>('[data-index]')
      isWithin.current = card !== null
      currentId.current = shown[Number(card?.dataset.index)]?.styleId
    },
    onBlur({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: Element | null }) {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) isWithin.current = false
    },
  }
}

function useContentWidth(scroller: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [scroller])
  return width
}
