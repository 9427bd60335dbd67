import { useState } from 'react'
import { readJson, readUnreadableJson, reasonOfUnreadable } from '../../shared/form/unreadable-json.ts'
import { isEqual } from '../../shared/json-schema/equality.ts'
import { TextArea } from '../ui/text-area.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'

/** The fallback: a value that no other field understands, as JSON. Invalid JSON is never sent. */
export function JsonField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'json'>>) {
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft !== null && isEqual(parse(draft), value) ? draft : write(value)
  const unreadable = readUnreadableJson(value)
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={unreadable === null ? problems : [{ path: [], reason: reasonOfUnreadable(unreadable) }]}
      onReset={() => {
        setDraft(null)
        onChange(undefined)
      }}
    >
      {({ controlId, describedBy }) => (
        <TextArea
          id={controlId}
          mono
          rows={3}
          value={text}
          spellCheck={false}
          aria-label={fields.label(field.name, field.title)}
          placeholder={
            field.defaultValue === undefined ? parts.json.placeholder : JSON.stringify(field.defaultValue)
          }
          aria-describedby={describedBy}
          invalid={unreadable !== null || problems.length > 0}
          onChange={(next) => {
            setDraft(next)
            onChange(parse(next))
          }}
          onBlur={onVisit}
        />
      )}
    </FieldFrame>
  )
}

/** A text parsed as JSON: nothing where it is blank. */
function parse(text: string): unknown {
  return text.trim() === '' ? undefined : readJson(text)
}

function write(value: unknown): string {
  return readUnreadableJson(value) ?? (value === undefined ? '' : JSON.stringify(value, null, 2))
}
