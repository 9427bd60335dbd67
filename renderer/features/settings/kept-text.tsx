import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './settings-view.module.css'

interface KeptTextProps {
  readonly id: string
  readonly value: string
  readonly placeholder?: string
  /** Several lines; Enter is one more then. */
  readonly long?: boolean
  readonly isValid: (text: string) => boolean
  /** Said under the field while what is written can't be kept. */
  readonly problem: string | ((text: string) => string)
  /** Stands before a text of one line. */
  readonly icon?: string
  readonly onKeep: (text: string) => void
}

/** A text that is kept when the person leaves it, and only where it is sound. */
export function KeptText(props: KeptTextProps) {
  const { id, value, placeholder, long = false, icon, isValid, problem, onKeep } = props
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value
  const invalid = !isValid(text)

  function keep() {
    if (draft === null || invalid) return
    if (draft !== value) onKeep(draft)
    setDraft(null)
  }

  const common = {
    id,
    value: text,
    invalid,
    'aria-describedby': `${id}-problem`,
    onChange: setDraft,
    onBlur: keep,
    ...(placeholder === undefined ? {} : { placeholder }),
  }
  return (
    <>
      {long ? (
        <TextArea {...common} mono rows={3} />
      ) : (
        <TextInput {...common} icon={icon} onKeyDown={(event) => event.key === 'Enter' && keep()} />
      )}
      {invalid && (
        <p id={`${id}-problem`} className={styles.problem}>
          {typeof problem === 'string' ? problem : problem(text)}
        </p>
      )}
    </>
  )
}
