import type { Field } from '../../shared/form/field.ts'
import type { FieldProps } from './field-props.ts'

interface SingleFieldProps extends Omit<FieldProps, 'field'> {
  readonly field: Field
}

/** Renders another field in place of this one: the same value, the same problems. */
export function SingleField({ field, value, problems, onChange, onVisit, nest: Fields }: SingleFieldProps) {
  return (
    <Fields
      fields={[field]}
      values={{ [field.name]: value }}
      problems={problems.map((problem) => ({ ...problem, path: [field.name, ...problem.path] }))}
      onChange={(_, next) => onChange(next)}
      onVisit={onVisit}
    />
  )
}
