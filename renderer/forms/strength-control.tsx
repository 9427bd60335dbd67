import { Slider } from '../ui/controls-on-demand.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './style-rows.module.css'

interface StrengthControlProps {
  readonly label: string
  readonly bounds: { readonly minimum: number | null; readonly maximum: number | null }
  readonly value: number | undefined
  readonly onChange: (value: number) => void
}

const restStrength = 1
const strengthStep = 0.1

/** The strength of a style: a slider where its bounds are known. */
export function StrengthControl({ label, bounds, value, onChange }: StrengthControlProps) {
  const { fields } = useWords()
  const { minimum, maximum } = bounds
  return (
    <div className={styles.strength}>
      <span className={styles.caption}>{fields.styles.strengthLabel}</span>
      {minimum !== null && maximum !== null && (
        <Slider
          label={fields.amountOf(label)}
          minimum={minimum}
          maximum={maximum}
          step={strengthStep}
          value={value}
          rest={Math.min(maximum, Math.max(minimum, restStrength))}
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
