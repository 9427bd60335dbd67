import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './settings-view.module.css'

interface KeptTextProps {
  readonly id: string
  readonly value: string
  readonly placeholder?: string
  /** Several lines; Enter then adds one. */
  readonly long?: boolean
  readonly isValid: (text: string) => boolean
  /** Shown under the field while the text is invalid. */
  readonly problem: string | ((text: string) => string)
  /** Shown before a single-line text. */
  readonly icon?: string
  readonly onKeep: (text: string) => void
}

/** A text that is saved on blur, and only where it is valid. */
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
