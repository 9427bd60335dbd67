import { Menu } from '@base-ui/react/menu'
import { ChevronDown, ChevronUp, Ellipsis, Star } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { fullScreenElement } from '../media/full-screen.ts'
import { IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import popup from '../ui/popup.module.css'
import { useWords } from '../words/words-context.tsx'
import type { Subject } from './action.ts'
import styles from './action-menu.module.css'
import { titleOf } from './subject-title.ts'
import { type ActionItem, useActions } from './use-actions.ts'
import type { AskedMenu } from './use-context-menu.ts'

/** The actions that have no button of their own, behind one. */
export function MoreMenu({ items }: { readonly items: readonly ActionItem[] }) {
  const { actions } = useWords()
  return (
    <Menu.Root>
      <Menu.Trigger data-more render={<IconButton label={actions.more} icon={<Ellipsis />} />} />
      <Menu.Portal container={placeOfMenus()}>
        <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Menu.Popup className={popup.popup}>
            <Items items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ContextMenuProps {
  readonly subject: Subject
  readonly asked: AskedMenu
  readonly onClose: () => void
}

/** All actions on a result, where it was clicked. */
export function ContextMenu({ subject, asked, onClose }: ContextMenuProps) {
  const { actions } = useWords()
  const [isOpen, setOpen] = useState(true)
  const items = useActions(subject)
  useEffect(() => {
    // What it was opened on has moved away from it (ACT366).
    const leave = () => setOpen(false)
    window.addEventListener('resize', leave)
    return () => window.removeEventListener('resize', leave)
  }, [])
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <Menu.Portal container={placeOfMenus()}>
        <Menu.Positioner
          className={popup.positioner}
          anchor={asked.anchor}
          side="bottom"
          align="start"
          // Moved up as far as its items need, not cut at the window’s edge.
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
        >
          <Menu.Popup className={popup.popup} aria-label={titleOf(subject, actions)} finalFocus={false}>
            <Items items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** In the page’s main landmark; on a filled screen only what is within the filling element is seen. */
function placeOfMenus(): HTMLElement {
  return fullScreenElement() ?? document.getElementById('content') ?? document.body
}

function Items({ items }: { readonly items: readonly ActionItem[] }) {
  return (
    <div className={joinClasses(popup.list, styles.list)}>
      {items.map((item, index) => {
        const isFirst = items[index - 1]?.section !== item.section
        if (item.section === 'judge' && !isFirst) return null
        return (
          <Fragment key={item.id}>
            {index > 0 && isFirst && <Menu.Separator className={styles.separator} />}
            {item.section === 'judge' ? (
              <Marks items={items.filter(({ section }) => section === 'judge')} />
            ) : (
              <Item item={item} />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

/** The marks behind one entry: there are many, and they have keys. */
function Marks({ items }: { readonly items: readonly ActionItem[] }) {
  const { actions } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu.Item
        className={joinClasses(popup.item, styles.item)}
        closeOnClick={false}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Star aria-hidden="true" />
        <span className={popup.grow}>{actions.judge}</span>
        {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
      </Menu.Item>
      {isOpen && items.map((item) => <Item key={item.id} item={item} />)}
    </>
  )
}

function Item({ item: { icon: Icon, name, hint, keys, isAvailable, run } }: { readonly item: ActionItem }) {
  return (
    <Menu.Item
      className={joinClasses(popup.item, styles.item)}
      disabled={!isAvailable}
      aria-keyshortcuts={keys.join('+')}
      title={hint ?? undefined}
      onClick={run}
    >
      <Icon aria-hidden="true" />
      <span className={popup.grow}>{name}</span>
      <span className={styles.keys} aria-hidden="true">
        {keys.join(' ')}
      </span>
    </Menu.Item>
  )
}
