import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** Numbers with their labels, side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}

interface FigureProps {
  readonly label: string
  readonly value: string
  /** In full, where the value is rounded. */
  readonly exact?: string
  readonly note: string
  readonly isWarning?: boolean
}

export function Figure({ label, value, exact, note, isWarning = false }: FigureProps) {
  return (
    <div className={styles.figure} data-warning={isWarning || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value} title={exact === value ? undefined : exact}>
          {value}
        </span>
        <span className={styles.note}>{note}</span>
      </dd>
    </div>
  )
}
