import { useState } from 'react'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { useIsBare } from './bare-field.tsx'
import frame from './field-frame.module.css'
import { FieldFrame, OnLabelLine } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { SingleField } from './single-field.tsx'

/**
 * A value, or an explicit null, which is sent and differs from an absent value. In a list nothing can be
 * absent: an unfilled item is null until it is filled.
 */
export function NullableField(props: FieldProps<FieldOf<'nullable'>>) {
  const { field, value, onChange, problems } = props
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const label = fields.label(field.name, field.title)
  const isBare = useIsBare()
  const [isFilling, setFilling] = useState(false)
  function fill() {
    setFilling(true)
    onChange(undefined)
  }
  if (value === null && !isFilling) {
    return (
      <FieldFrame
        field={field}
        touched
        problems={problems}
        onReset={() => onChange(undefined)}
        inline={<span className={frame.stated}>{parts.nothing.sent}</span>}
        aside={
          <button
            type="button"
            className={frame.reset}
            aria-label={parts.nothing.fillNamed(label)}
            onClick={fill}
          >
            {parts.nothing.fill}
          </button>
        }
      />
    )
  }
  const send = (
    <button
      type="button"
      className={frame.reset}
      aria-label={parts.nothing.sendNamed(label)}
      onClick={() => {
        setFilling(false)
        onChange(null)
      }}
    >
      {parts.nothing.send}
    </button>
  )
  const filled = (
    <SingleField
      {...props}
      value={value ?? undefined}
      field={{
        ...field.inner,
        name: field.name,
        title: field.title ?? field.inner.title,
        required: field.required,
      }}
    />
  )
  if (!isBare) return <OnLabelLine value={send}>{filled}</OnLabelLine>
  return (
    <div className={frame.besideChoice}>
      {filled}
      {send}
    </div>
  )
}
