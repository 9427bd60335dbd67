import type { ReactNode } from 'react'
import styles from './offer-dialog.module.css'

interface ChoiceProps {
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One of the buttons that the arrows move between. */
export function Choice({ onChoose, children }: ChoiceProps) {
  return (
    <button type="button" data-choice className={styles.choice} onClick={onChoose}>
      {children}
    </button>
  )
}
