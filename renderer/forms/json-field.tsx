import { useState } from 'react'
import { TextArea } from '../ui/text-area.tsx'
import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'

/** The last resort: a value that no other field understands, as JSON. */
export function JsonField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'json'>>) {
  const { fields } = useWords()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2))

  function write(next: string) {
    setDraft(next)
    const parsed = parseJson(next)
    if (next.trim() === '') onChange(undefined)
    else if (parsed.ok) onChange(parsed.value)
  }

  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => {
        setDraft(null)
        onChange(undefined)
      }}
    >
      {({ controlId, problemId }) => (
        <>
          <TextArea
            id={controlId}
            mono
            rows={3}
            value={text}
            spellCheck={false}
            placeholder={fields.json.placeholder}
            aria-describedby={problemId}
            invalid={problems.length > 0}
            onChange={write}
            onBlur={onVisit}
          />
          {text.trim() !== '' && !parseJson(text).ok && (
            <p className={frame.problem}>{fields.json.invalid}</p>
          )}
        </>
      )}
    </FieldFrame>
  )
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
