import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import popup from './popup.module.css'

interface MenuItem {
  readonly label: string
  /** Null: it says something and does nothing. */
  readonly run: (() => void) | null
}

interface MenuProps {
  readonly label: string
  readonly icon: ReactNode
  readonly small?: boolean
  /** The edge of the button that the menu keeps to: `start` for one at the left of its screen. */
  readonly align?: 'start' | 'end'
  readonly items: readonly MenuItem[]
}

/** Rarely used actions, behind one button. */
export function Menu({ label, icon, small = false, align = 'end', items }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={<IconButton small={small} label={label} icon={icon} />} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={popup.positioner} sideOffset={4} align={align}>
          <BaseMenu.Popup className={popup.popup}>
            <div className={popup.list}>
              {items.map((item) => (
                <BaseMenu.Item
                  key={item.label}
                  className={popup.item}
                  disabled={item.run === null}
                  onClick={item.run ?? undefined}
                >
                  {item.label}
                </BaseMenu.Item>
              ))}
            </div>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
