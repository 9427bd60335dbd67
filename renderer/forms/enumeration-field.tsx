import { Segmented } from '../ui/segmented.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame, RestNote } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { SearchSelect } from './fields-on-demand.tsx'
import { chosenOption, shownOptions } from './option-list.ts'

const mostSegments = 6
/** Segments are equally wide: what fits side by side in a form, in characters, with the space around each label. */
const widestSegments = 50
const spaceAround = 2

/** A few short values are shown side by side; more of them, or longer ones, in a searchable list. */
export function EnumerationField({ field, value, onChange, problems }: FieldProps<FieldOf<'enumeration'>>) {
  const words = useWords()
  const { fields } = words
  const label = fields.label(field.name, field.title)
  const shown = shownOptions(field, words)
  const longest = Math.max(...shown.map((option) => option.label.length))
  const asSegments = shown.length <= mostSegments && shown.length * (longest + spaceAround) <= widestSegments
  const rest = shown.find((option) => option.value !== undefined && option.value === field.defaultValue)
  const shared = {
    label,
    options: shown.map((option) => ({ value: option, label: option.label })),
    value: chosenOption(shown, value) ?? undefined,
    onChange: (option: (typeof shown)[number]) => onChange(option.value),
    invalid: problems.length > 0,
  }
  return (
    <FieldFrame
      field={field}
      touched={false}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={value === undefined && rest && <RestNote words={fields.defaultIs(rest.label)} />}
    >
      {({ describedBy }) =>
        asSegments ? (
          <Segmented {...shared} describedBy={describedBy} />
        ) : (
          <SearchSelect
            {...shared}
            describedBy={describedBy}
            placeholder={fields.unset(field.required)}
            searchLabel={fields.search(label)}
            none={fields.noMatch}
          />
        )
      }
    </FieldFrame>
  )
}
