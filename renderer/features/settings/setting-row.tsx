import type { ReactNode } from 'react'
import styles from './settings-view.module.css'

interface SettingRowProps {
  readonly label: string
  readonly note?: string | null
  readonly children: ReactNode
  /** The id of the control, where the label is one's. */
  readonly htmlFor?: string
}

/** One setting: its description, and beside it the control. */
export function SettingRow({ label, note, children, htmlFor }: SettingRowProps) {
  const Label = htmlFor ? 'label' : 'span'
  return (
    <div className={styles.row}>
      <div>
        <Label className={styles.label} htmlFor={htmlFor}>
          {label}
        </Label>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}
