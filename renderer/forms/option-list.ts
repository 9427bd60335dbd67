import type { EnumerationValue } from '../../shared/form/field.ts'
import { optionsInOrder } from '../../shared/form/option-order.ts'
import type { Words } from '../words/words-context.tsx'
import type { FieldOf } from './field-props.ts'

interface ShownOption {
  /** Undefined leaves the field to the service. */
  readonly value: unknown
  readonly label: string
}

/** The options of a field in the order of speech; last, where it is optional, the one that leaves it unset. */
export function shownOptions(
  field: FieldOf<'enumeration' | 'aspect-ratio'>,
  { fields }: Pick<Words, 'fields'>,
): readonly ShownOption[] {
  const withUnit = (value: EnumerationValue) =>
    fields.measured(field.name, value, field.unit) ?? fields.option(value)
  const titled = (title: string | null | undefined) => (title == null ? null : fields.option(title))
  const named = field.options.map((value, index) => ({
    value,
    label: titled(field.optionTitles[index]) ?? withUnit(value),
  }))
  const options = optionsInOrder(named)
  if (field.required) return options
  const hasOwnAuto = options.some(({ label }) => label === fields.auto)
  return [...options, { value: undefined, label: hasOwnAuto ? fields.serviceDefault : fields.auto }]
}

/** The chosen one of these options; null where the value is none of them. */
export function chosenOption<Option extends ShownOption>(
  options: readonly Option[],
  value: unknown,
): Option | null {
  return options.find((option) => option.value === value) ?? null
}
