import { type ReactNode, useId } from 'react'
import type { Field } from '../../shared/form/field.ts'
import type { Problem } from '../../shared/form/problems.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './field-frame.module.css'

interface FieldFrameProps {
  readonly field: Field
  readonly touched: boolean
  readonly problems: readonly Problem[]
  readonly onReset: () => void
  /** Beside the label, such as a count. */
  readonly aside?: ReactNode
  /** The control stands in the label's line. */
  readonly inline?: ReactNode
  /** Given the ids that tie label and problem to the control. */
  readonly children?: (ids: { controlId: string; problemId: string | undefined }) => ReactNode
}

/** A field's label, its way back to the default, its control and what is wrong with it. */
export function FieldFrame(props: FieldFrameProps) {
  const { field, touched, problems, onReset, aside, inline, children } = props
  const { fields } = useWords()
  const id = useId()
  const label = fields.label(field.name, field.title)
  const problemId = problems.length > 0 ? `${id}-problem` : undefined
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside}
        {touched && !field.required && (
          <button
            type="button"
            className={styles.reset}
            aria-label={fields.resetField(label)}
            onClick={onReset}
          >
            {fields.reset}
          </button>
        )}
        {inline && <span className={styles.inline}>{inline}</span>}
      </div>
      {children?.({ controlId: id, problemId })}
      {problems.length > 0 && (
        <p id={problemId} className={styles.problem}>
          {problems.map((problem) => fields.problem(problem.reason)).join(' ')}
        </p>
      )}
      {field.description && problems.length === 0 && (
        <p className={styles.description}>{field.description}</p>
      )}
    </div>
  )
}
