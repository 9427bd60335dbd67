import { TextArea } from '../ui/text-area.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'

/** The prompt: it grows as it is written, and counts once its limit is near. */
export function PromptField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'prompt'>>) {
  const { fields } = useWords()
  const text = typeof value === 'string' ? value : ''
  return (
    <FieldFrame
      field={field}
      touched={text !== ''}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<CharacterCount length={text.length} maximum={field.maxLength} />}
    >
      {({ controlId, problemId }) => (
        <TextArea
          id={controlId}
          value={text}
          rows={4}
          placeholder={fields.promptPlaceholder}
          aria-keyshortcuts="/"
          aria-describedby={problemId}
          aria-required={field.required}
          invalid={problems.length > 0}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          onBlur={onVisit}
        />
      )}
    </FieldFrame>
  )
}

function CharacterCount({ length, maximum }: { readonly length: number; readonly maximum: number | null }) {
  const { fields } = useWords()
  if (maximum === null || length === 0) return null
  return (
    <span className={styles.count} data-over={length > maximum || undefined}>
      {fields.count(length, maximum)}
    </span>
  )
}
