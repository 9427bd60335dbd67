import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { Button } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './action-bar.module.css'
import type { ActionId } from './action-id.ts'
import { MoreMenu } from './action-menu.tsx'
import type { ActionItem } from './use-actions.ts'

interface ActionBarProps {
  readonly items: readonly ActionItem[]
  readonly kind: MediaKind
  /** Of these another button is in view: they are in the menu only. */
  readonly inView?: readonly ActionId[]
}

/** In CSS pixels: a place that is no wider has room for the words of two buttons. */
const narrow = 400
const mostInNarrow = 2

/**
 * The actions that lead on as buttons, all others in a menu. In a narrow place those that are known by their icon lose
 * their words; in a very narrow one only the first and what sends a run stay buttons, with their words.
 */
export function ActionBar({ items, kind, inView = [] }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(bar)
  const able = items.filter(({ id, leads }) => leads.includes(kind) && !inView.includes(id))
  const leading = isNarrow ? mostTelling(able) : able
  const others = items.filter((item) => !leading.includes(item))
  return (
    <div ref={bar} className={styles.bar}>
      {leading.map((item) => (
        <ActionButton key={item.id} item={item} />
      ))}
      {others.length > 0 && <MoreMenu items={others} />}
    </div>
  )
}

/** The first, and that which says its price. */
function mostTelling(items: readonly ActionItem[]): readonly ActionItem[] {
  if (items.length <= mostInNarrow) return items
  return items.filter((item, at) => at === 0 || item.isPaid).slice(0, mostInNarrow)
}

/** Whether the container of the actions, by which their styles go as well, is narrow. */
function useIsNarrow(bar: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const place = containerOf(bar.current)
    if (!place) return
    const read = () => setNarrow(place.clientWidth <= narrow)
    const observer = new ResizeObserver(read)
    observer.observe(place)
    read()
    return () => observer.disconnect()
  }, [bar])
  return isNarrow
}

function containerOf(bar: HTMLElement | null): HTMLElement | null {
  let place = bar?.parentElement ?? null
  while (place && getComputedStyle(place).containerName !== 'actions') place = place.parentElement
  return place
}

function ActionButton({ item }: { readonly item: ActionItem }) {
  const { id, icon: Icon, name, short, hint, keys, isPaid, isAvailable, run } = item
  return (
    <Tooltip text={`${hint ?? name}  ${keys.join(' ')}`}>
      <Button
        data-action={id}
        icon={<Icon />}
        aria-label={name}
        aria-description={hint ?? undefined}
        aria-keyshortcuts={keys.join('+')}
        isPaid={isPaid}
        disabled={!isAvailable}
        focusableWhenDisabled
        onClick={run}
      >
        {short}
      </Button>
    </Tooltip>
  )
}
