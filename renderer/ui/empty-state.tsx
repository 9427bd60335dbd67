import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly body?: string | null
  readonly action?: ReactNode
}

/** Says why a view is empty, and what to do. */
export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {body && <p className={styles.body}>{body}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
