import { Segmented } from '../ui/segmented.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame, RestNote } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { SearchSelect } from './fields-on-demand.tsx'

const mostSegments = 5
/** Longer words than these don't fit side by side. */
const longestSegments = 34

/** A few short values are shown side by side; more of them, or longer ones, in a searchable list. */
export function EnumerationField({ field, value, onChange, problems }: FieldProps<FieldOf<'enumeration'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const options = field.options.map((option, index) => ({
    value: option,
    label: field.optionTitles[index] ?? fields.option(option),
  }))
  const length = options.reduce((sum, option) => sum + option.label.length, 0)
  const asSegments = options.length <= mostSegments && length <= longestSegments
  const chosen = field.options.find((option) => option === value)
  const rest = options.find((option) => option.value === field.defaultValue)
  const shared = { label, options, value: chosen, onChange, invalid: problems.length > 0 }
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={value === undefined && asSegments && rest && <RestNote words={fields.defaultIs(rest.label)} />}
    >
      {({ describedBy }) =>
        asSegments ? (
          <Segmented {...shared} describedBy={describedBy} />
        ) : (
          <SearchSelect
            {...shared}
            describedBy={describedBy}
            placeholder={rest ? fields.defaultIs(rest.label) : fields.unset(field.required)}
            searchLabel={fields.search(label)}
            none={fields.noMatch}
          />
        )
      }
    </FieldFrame>
  )
}
