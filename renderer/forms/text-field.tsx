import { useRef, useState } from 'react'
import { TextArea } from '../ui/text-area.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { CharacterCount } from './character-count.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import styles from './text-field.module.css'

const mostSuggestions = 8

/** Browser hints for each format; formats without a row are plain text. */
const inputTraits: Readonly<Record<string, { type?: string; inputMode?: 'url' | 'email' }>> = {
  date: { type: 'date' },
  uri: { inputMode: 'url' },
  email: { inputMode: 'email' },
}

/**
 * Text, multi-line where that is likely. When cleared, it is left to the service; where that would use another
 * text, or the field is required, an empty text is sent.
 */
export function TextField(props: FieldProps<FieldOf<'text'>>) {
  const { field, value, onChange, onVisit, problems } = props
  const { fields } = useWords()
  const text = typeof value === 'string' ? value : ''
  const rest =
    field.defaultValue === undefined
      ? fields.unset(field.required)
      : fields.defaultIs(field.defaultValue === '' ? fields.sentEmpty : String(field.defaultValue))
  /** The caret position after a second line was begun or pasted, in a field with room for it. */
  const caret = useRef<number | null>(null)
  // A field that has had several lines stays multi-line: another control would lose the focus.
  const [hasLines, setHasLines] = useState(false)
  if (!hasLines && text.includes('\n')) setHasLines(true)
  const isLong = field.isLong || hasLines
  const canBeEmpty = field.minLength === 0 && (field.required || Boolean(field.defaultValue))

  function grow(event: React.SyntheticEvent<HTMLInputElement>, lines: string) {
    if (field.format !== null || !lines.includes('\n')) return
    event.preventDefault()
    const { value: before, selectionStart, selectionEnd } = event.currentTarget
    const begun = before.slice(0, selectionStart ?? before.length) + lines.replaceAll('\r', '')
    caret.current = begun.length
    onChange(begun + before.slice(selectionEnd ?? before.length))
  }

  function resume(event: React.FocusEvent<HTMLTextAreaElement>) {
    if (caret.current !== null) event.currentTarget.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }

  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<CharacterCount text={text} maximum={field.isLong ? field.maxLength : null} />}
    >
      {({ controlId, describedBy }) => {
        const shared = {
          id: controlId,
          value: text,
          placeholder: value === '' ? fields.sentEmpty : rest,
          'aria-label': fields.label(field.name, field.title),
          'aria-describedby': describedBy,
          'aria-required': field.required,
          invalid: problems.length > 0,
          'data-unset': text === '' || undefined,
          onChange: (next: string) => onChange(next === '' && !canBeEmpty ? undefined : next),
          onBlur: onVisit,
        }
        return (
          <>
            {isLong ? (
              <TextArea {...shared} rows={2} autoFocus={caret.current !== null} onFocus={resume} />
            ) : (
              <TextInput
                {...shared}
                {...(field.format ? inputTraits[field.format] : {})}
                onPaste={(event) => grow(event, event.clipboardData.getData('text/plain'))}
                onKeyDown={(event) => event.key === 'Enter' && event.shiftKey && grow(event, '\n')}
              />
            )}
            {field.suggestions.length > 0 && <Suggestions {...props} />}
          </>
        )
      }}
    </FieldFrame>
  )
}

function Suggestions({ field, value, onChange }: FieldProps<FieldOf<'text'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  return (
    <span className={styles.suggestions}>
      {field.suggestions.slice(0, mostSuggestions).map((suggestion) => (
        <button
          key={suggestion}
          type="button"
          className={styles.suggestion}
          aria-label={fields.suggest(suggestion, label)}
          aria-pressed={value === suggestion}
          onClick={() => onChange(suggestion)}
        >
          {suggestion}
        </button>
      ))}
    </span>
  )
}
