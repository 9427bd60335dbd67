import { NumberField } from '@base-ui/react/number-field'
import { useWords } from '../words/words-context.tsx'
import styles from './input.module.css'
import { joinClasses } from './join-classes.ts'

interface NumberInputProps {
  readonly label: string
  readonly id?: string
  readonly value: number | undefined
  /** Undefined where the field was cleared. */
  readonly onChange: (value: number | undefined) => void
  readonly onBlur?: () => void
  readonly step?: number
  /** Typed numbers are rounded to an integer, because nothing reports why another is invalid. */
  readonly whole?: boolean
  readonly placeholder?: string
  readonly unit?: string | null
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

/** As many digits as a double holds: the field rounds typed numbers to them. */
const finest = 15

/**
 * A number input; arrow keys step it. It accepts any typed number, even one that the model doesn't, so that the
 * problem is shown at the field instead of a digit silently changing.
 */
export function NumberInput(props: NumberInputProps) {
  const { label, value, onChange, onBlur, step, whole = false, placeholder, unit, invalid = false } = props
  const { shell } = useWords()
  return (
    <NumberField.Root
      value={value ?? null}
      onValueChange={(next) => onChange(next ?? undefined)}
      allowOutOfRange
      {...(step === undefined ? {} : { step })}
      format={{ useGrouping: false, maximumFractionDigits: whole ? 0 : finest }}
      className={styles.number}
    >
      <NumberField.Input
        aria-roledescription={shell.numberField}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={props.describedBy}
        id={props.id}
        placeholder={placeholder}
        className={joinClasses(styles.input, styles.numeric, unit && styles.withUnit)}
        onBlur={onBlur}
      />
      {unit && <span className={styles.unit}>{unit}</span>}
    </NumberField.Root>
  )
}
