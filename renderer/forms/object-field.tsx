import { useWords } from '../words/words-context.tsx'
import styles from './field-list.module.css'
import type { FieldOf, FieldProps } from './field-props.ts'

/** Fields within a field. */
export function ObjectField(props: FieldProps<FieldOf<'object'>>) {
  const { field, value, onChange, onVisit, problems, nest: Fields } = props
  const { fields } = useWords()
  const values = isRecord(value) ? value : {}
  return (
    <fieldset className={styles.nested}>
      <legend className={styles.legend}>{fields.label(field.name, field.title)}</legend>
      <Fields
        fields={field.fields}
        values={values}
        problems={problems}
        onVisit={onVisit}
        onChange={(name, next) => {
          const { [name]: _, ...rest } = values
          const changed = next === undefined ? rest : { ...values, [name]: next }
          onChange(Object.keys(changed).length === 0 ? undefined : changed)
        }}
      />
    </fieldset>
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
