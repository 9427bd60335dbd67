import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { SingleField } from './single-field.tsx'

/** A value, or the word that there is none: that is sent as null and is not the same as saying nothing. */
export function NullableField(props: FieldProps<FieldOf<'nullable'>>) {
  const { field, value, onChange, problems } = props
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  if (value === null) {
    return (
      <FieldFrame
        field={field}
        touched
        problems={problems}
        onReset={() => onChange(undefined)}
        inline={<span className={frame.stated}>{fields.nothing.sent}</span>}
        aside={
          <button
            type="button"
            className={frame.reset}
            aria-label={fields.nothing.fillNamed(label)}
            onClick={() => onChange(undefined)}
          >
            {fields.nothing.fill}
          </button>
        }
      />
    )
  }
  return (
    <div className={frame.withChoice}>
      <SingleField {...props} field={{ ...field.inner, name: field.name, required: false }} />
      <button
        type="button"
        className={frame.choice}
        aria-label={fields.nothing.sendNamed(label)}
        onClick={() => onChange(null)}
      >
        {fields.nothing.send}
      </button>
    </div>
  )
}
