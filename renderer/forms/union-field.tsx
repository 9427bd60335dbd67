import { useState } from 'react'
import type { UnionForm } from '../../shared/form/field.ts'
import { initialValue } from '../../shared/form/initial-value.ts'
import { Segmented } from '../ui/segmented.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { BareField } from './bare-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { SearchSelect } from './fields-on-demand.tsx'
import { SingleField } from './single-field.tsx'

const mostSegments = 4
const longestSegments = 34

/** A value with several alternatives: the alternative is chosen first, then its own fields. */
export function UnionField(props: FieldProps<FieldOf<'union'>>) {
  const { field, value, onChange, problems } = props
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const [chosen, setChosen] = useState<number | null>(null)
  const index = chosen ?? formOf(field.forms, value)
  const form = index === null ? undefined : field.forms[index]
  const label = fields.label(field.name, field.title)
  const shared = {
    label: parts.form.choose(label),
    options: labelsOf(field.forms, fields, parts).map((name, at) => ({ value: at, label: name })),
    value: index ?? undefined,
    invalid: problems.some(({ path }) => path.length === 0),
    onChange(next: number) {
      if (next === index) return
      setChosen(next)
      const begun = field.forms[next]
      if (begun) onChange(begun.takes(value) ? value : initialValue(begun.field))
    },
  }
  const length = shared.options.reduce((sum, option) => sum + option.label.length, 0)
  const asSegments = shared.options.length <= mostSegments && length <= longestSegments
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={form ? [] : problems}
      onReset={() => {
        setChosen(null)
        onChange(undefined)
      }}
    >
      {({ describedBy }) => (
        <>
          {asSegments ? (
            <Segmented {...shared} describedBy={describedBy} />
          ) : (
            <SearchSelect
              {...shared}
              describedBy={describedBy}
              placeholder={fields.unset(field.required)}
              searchLabel={fields.search(shared.label)}
              none={fields.noMatch}
            />
          )}
          {form && (
            <BareField>
              <SingleField
                {...props}
                key={index}
                field={{
                  ...form.field,
                  name: field.name,
                  title: form.field.title ?? field.title,
                  required: true,
                }}
              />
            </BareField>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** The alternative that accepts the value; where none does yet, the one with its type. */
function formOf(forms: readonly UnionForm[], value: unknown): number | null {
  if (value === undefined) return null
  const taking = forms.findIndex((form) => form.takes(value))
  const alike =
    taking >= 0 ? taking : forms.findIndex((form) => typeof initialValue(form.field) === typeof value)
  return Math.max(alike, 0)
}

type FieldWords = ReturnType<typeof useWords>['fields']
type PartWords = ReturnType<typeof useFieldPartWords>

/** The name of each alternative; equal names are numbered. */
function labelsOf(forms: readonly UnionForm[], fields: FieldWords, parts: PartWords): string[] {
  const names = forms.map(({ label, field }) =>
    label === null ? parts.form.of(field.kind) : fields.option(label),
  )
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : parts.form.nth(index + 1),
  )
}
