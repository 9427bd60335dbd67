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

/** The actions that lead on as buttons, all others in a menu. In a narrow place the later ones lose their words. */
export function ActionBar({ items, kind, inView = [] }: ActionBarProps) {
  const leading = items.filter(({ id, leads }) => leads.includes(kind) && !inView.includes(id))
  const others = items.filter((item) => !leading.includes(item))
  return (
    <div className={styles.bar}>
      {leading.map((item) => (
        <ActionButton key={item.id} item={item} />
      ))}
      {others.length > 0 && <MoreMenu items={others} />}
    </div>
  )
}

function ActionButton({ item }: { readonly item: ActionItem }) {
  const { id, icon: Icon, name, short, hint, keys, isPaid, isAvailable, run } = item
  return (
    <Tooltip text={`${hint ?? name}  ${keys.join(' ')}`}>
      <Button
        data-action={id}
        icon={<Icon />}
        aria-label={name}
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
