import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useAtelier, useRoute } from '../../shell/atelier-context.tsx'
import type { SettingId } from '../../shell/setting-list.ts'
import styles from './settings-view.module.css'

interface SettingRowProps {
  /** Its id in the address; null where it is there only with another row’s content. */
  readonly setting: SettingId | null
  readonly label: string
  readonly note?: string | null
  readonly children: ReactNode
  /** The id of the control, where the label is one's. */
  readonly htmlFor?: string
}

/** One setting: its description, and beside it the control. An address that names it moves the focus there. */
export function SettingRow({ setting, label, note, children, htmlFor }: SettingRowProps) {
  const Label = htmlFor ? 'label' : 'span'
  const row = useRef<HTMLDivElement>(null)
  useFocusFromAddress(setting, row)
  return (
    <div ref={row} className={styles.row}>
      <div>
        <Label data-verbatim className={styles.label} htmlFor={htmlFor}>
          {label}
        </Label>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

const controls =
  '[role="switch"], [role="radio"][tabindex="0"], input:not([aria-hidden="true"]), textarea, button'

/** Where the address names this item, its first control gets the focus, or the element where it has none. */
export function useFocusFromAddress(own: string | null, place: RefObject<HTMLElement | null>): void {
  const { router } = useAtelier()
  const { item } = useRoute()
  useEffect(() => {
    if (own === null || item !== own) return
    const row = place.current
    const control = row?.querySelector<HTMLElement>(controls)
    if (row && !control) row.tabIndex = -1
    ;(control ?? row)?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'center' })
    router.replace('settings', null)
  }, [own, item, router, place])
}
