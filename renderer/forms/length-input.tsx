import { type KeyboardEvent, useState } from 'react'
import input from '../ui/input.module.css'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './number-field.module.css'
import { longLength, readLength } from './read-length.ts'

interface LengthInputProps {
  readonly id: string
  readonly label: string
  /** In seconds. */
  readonly value: number | undefined
  /** What was typed and is no length; null where there is none. */
  readonly typed: string | null
  readonly step: number
  readonly placeholder: string
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (seconds: number | undefined) => void
  readonly onTyped: (text: string) => void
  readonly onBlur: () => void
}

/** A length of minutes, typed as 3:00 or in seconds; beside it stands the other. Arrow keys step it. What is no length stays until it is right. */
export function LengthInput(props: LengthInputProps) {
  const { id, label, value, typed, step, placeholder, invalid, describedBy, onChange, onTyped, onBlur } =
    props
  const { fields, format } = useWords()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? typed ?? (value === undefined ? '' : String(value))
  const isUnread = text.trim() !== '' && readLength(text) === null
  const clock = value !== undefined && value >= longLength ? format.clock(value) : null

  // The other way to write it: of what is typed with a colon, its seconds.
  const unit =
    text.includes(':') && !isUnread
      ? [value, fields.unit('seconds')].join(' ')
      : [fields.unit('seconds'), clock].filter(Boolean).join(' · ')

  function write(next: string) {
    setDraft(next)
    const seconds = readLength(next)
    if (seconds !== null || next.trim() === '') onChange(seconds ?? undefined)
    else onTyped(next)
  }

  function stepBy(event: KeyboardEvent) {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by === undefined || value === undefined) return
    event.preventDefault()
    setDraft(null)
    onChange(Math.max(0, value + by))
  }

  return (
    <div className={input.number}>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={invalid || isUnread || undefined}
        aria-describedby={describedBy ?? (clock === null ? undefined : `${id}-unit`)}
        className={joinClasses(input.input, input.numeric, styles.length)}
        value={text}
        placeholder={placeholder}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={stepBy}
        onBlur={() => {
          setDraft(null)
          onBlur()
        }}
      />
      <span id={`${id}-unit`} className={input.unit}>
        {unit}
      </span>
    </div>
  )
}
