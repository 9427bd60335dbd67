import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'

const mostSegments = 5
/** Longer words than these don't fit beside each other. */
const longestSegments = 34

/** A few short values stand side by side; more of them, or longer ones, in a list. */
export function EnumerationField({ field, value, onChange, problems }: FieldProps<FieldOf<'enumeration'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const options = field.options.map((option) => ({ value: option, label: fields.option(option) }))
  const length = options.reduce((sum, option) => sum + option.label.length, 0)
  const asSegments = options.length <= mostSegments && length <= longestSegments
  const chosen = field.options.find((option) => option === value)
  const shared = { label, options, value: chosen, onChange, invalid: problems.length > 0 }
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
    >
      {() =>
        asSegments ? <Segmented {...shared} /> : <Select {...shared} placeholder={fields.serviceDefault} />
      }
    </FieldFrame>
  )
}
