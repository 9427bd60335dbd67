import { Combobox } from '@base-ui/react/combobox'
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { ModelGroup } from './arrange-models.ts'
import { groupHeading } from './group-heading.ts'
import listStyles from './picker-list.module.css'
import styles from './virtual-options.module.css'

interface VirtualOptionsProps {
  readonly groups: readonly ModelGroup[]
  /** What scrolls; null until it is in the page. */
  readonly scroller: HTMLElement | null
  /** Is kept in view; null where the pointer leads. */
  readonly inView: ModelSummary | null
  /** The group that was just unfolded, whose beginning is brought to the top; null where none was. */
  readonly toTop: ModelGroup['name'] | null
  /** `index` counts the options alone. */
  readonly option: (model: ModelSummary, place: OptionPlace) => ReactNode
}

/** The place of an option among all of them, most of which are not in the page. */
export interface OptionPlace {
  readonly index: number
  readonly count: number
}

type Row =
  | { readonly kind: 'heading'; readonly group: ModelGroup }
  | { readonly kind: 'option'; readonly model: ModelSummary; readonly index: number }

const optionHeight = 58
const headingHeight = 28

/** The options of hundreds of models, of which only those in view are rendered (PICK22). */
export function VirtualOptions({ groups, scroller, inView, toTop, option }: VirtualOptionsProps) {
  const { models: words } = useWords()
  const { rows, count } = useMemo(() => rowsOf(groups), [groups])
  const [height, setHeight] = useState(0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (at) => (rows[at]?.kind === 'heading' ? headingHeight : optionHeight),
    getItemKey: (at) => keyOf(rows[at], at),
    overscan: 6,
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => {
        onRect(rect)
        setHeight(rect.height)
      }),
  })
  const wantedRow =
    inView === null ? -1 : rows.findIndex((row) => row.kind === 'option' && row.model.id === inView.id)
  useLayoutEffect(() => {
    // It has its height once the popup is placed, and another when the window or what stands above changes.
    if (scroller === null || wantedRow < 0 || height === 0) return
    // The first option brings its heading with it.
    virtual.scrollToIndex(wantedRow <= 1 ? 0 : wantedRow, { align: 'auto' })
  }, [virtual, scroller, wantedRow, height])
  const topRow =
    toTop === null ? -1 : rows.findIndex((row) => row.kind === 'heading' && row.group.name === toTop)
  const latestTop = useRef(topRow)
  latestTop.current = topRow
  useLayoutEffect(() => {
    if (toTop !== null && latestTop.current >= 0) virtual.scrollToIndex(latestTop.current, { align: 'start' })
  }, [virtual, toTop])
  return (
    <Combobox.List className={listStyles.list}>
      <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: at, key, start }) => {
          const row = rows[at]
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={at}
                role="presentation"
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'heading' ? (
                  <div className={listStyles.kind}>{groupHeading(row.group, words)}</div>
                ) : (
                  option(row.model, { index: row.index, count })
                )}
              </div>
            )
          )
        })}
      </div>
    </Combobox.List>
  )
}

function rowsOf(groups: readonly ModelGroup[]): { readonly rows: readonly Row[]; readonly count: number } {
  const rows: Row[] = []
  let index = 0
  for (const group of groups) {
    rows.push({ kind: 'heading', group })
    for (const model of group.items) {
      rows.push({ kind: 'option', model, index })
      index += 1
    }
  }
  return { rows, count: index }
}

function keyOf(row: Row | undefined, at: number): string | number {
  if (row === undefined) return at
  if (row.kind === 'option') return `model ${row.model.id}`
  return `heading ${row.group.name} ${row.group.title ?? ''}`
}
