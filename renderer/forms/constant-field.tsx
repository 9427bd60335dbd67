import { useEffect } from 'react'
import { isEqual } from '../../shared/json-schema/equality.ts'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import styles from './switch-field.module.css'

/** A value that the model requires and that has no alternative: it is sent without input. */
export function ConstantField({ field, value, onChange, problems }: FieldProps<FieldOf<'constant'>>) {
  const { fields } = useWords()
  const isSet = isEqual(value, field.value)
  useEffect(() => {
    if (!isSet) onChange(field.value)
  }, [isSet, onChange, field.value])
  return (
    <FieldFrame
      field={field}
      touched={false}
      problems={problems}
      onReset={() => onChange(undefined)}
      inline={<span className={styles.state}>{fields.constant(field.value)}</span>}
    />
  )
}
