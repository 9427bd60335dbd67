import type { ReactNode } from 'react'
import styles from './export-dialog.module.css'

/** A row of a dialog about exports: its label above what is chosen. */
export function DialogField({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  )
}
