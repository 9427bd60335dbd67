import { Slider } from '../ui/controls-on-demand.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import type { FieldOf } from './field-props.ts'
import styles from './style-rows.module.css'

interface StrengthControlProps {
  readonly label: string
  readonly strength: FieldOf<'styles'>['strength']
  readonly value: number | undefined
  readonly onChange: (value: number) => void
}

const strengthStep = 0.1

/** The strength of a style: a slider where its bounds are known. */
export function StrengthControl({ label, strength, value, onChange }: StrengthControlProps) {
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const { minimum, maximum, rest } = strength
  return (
    <div className={styles.strength}>
      <span className={styles.caption}>{parts.styles.strengthLabel}</span>
      {minimum !== null && maximum !== null && (
        <Slider
          label={fields.amountOf(label)}
          minimum={minimum}
          maximum={maximum}
          step={strengthStep}
          value={value}
          rest={rest}
          unset={fields.serviceDefault}
          onChange={onChange}
        />
      )}
      <div className={styles.number}>
        <NumberInput
          label={label}
          value={value}
          step={strengthStep}
          placeholder={fields.serviceDefault}
          onChange={(next) => next !== undefined && onChange(next)}
        />
      </div>
    </div>
  )
}
