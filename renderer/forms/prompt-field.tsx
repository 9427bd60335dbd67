import { TextArea } from '../ui/text-area.tsx'
import { useWords } from '../words/words-context.tsx'
import { CharacterCount } from './character-count.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { useFormServices } from './form-context.tsx'
import styles from './prompt-field.module.css'

/** The prompt: it grows with its text, and shows a count near its limit. */
export function PromptField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'prompt'>>) {
  const { fields } = useWords()
  const { promptTools, promptNote } = useFormServices()
  const text = typeof value === 'string' ? value : ''
  return (
    <FieldFrame
      field={field}
      touched={text !== ''}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<CharacterCount text={text} maximum={field.maxLength} />}
    >
      {({ controlId, describedBy }) => (
        <>
          <div className={styles.prompt}>
            <TextArea
              id={controlId}
              value={text}
              rows={4}
              placeholder={fields.promptPlaceholder}
              aria-keyshortcuts="/"
              aria-describedby={describedBy}
              aria-required={field.required}
              invalid={problems.length > 0}
              onChange={(next) => onChange(next === '' ? undefined : next)}
              onBlur={onVisit}
            />
            <span className={styles.tools}>{promptTools}</span>
          </div>
          {promptNote}
        </>
      )}
    </FieldFrame>
  )
}
