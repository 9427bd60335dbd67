import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import styles from './radio-list.module.css'

export interface RadioListOption<Value> {
  readonly value: Value
  readonly label: string
  /** What it means, in sentences. */
  readonly note: string
}

interface RadioListProps<Value extends string> {
  readonly label: string
  readonly options: readonly RadioListOption<Value>[]
  /** Null where nothing is chosen. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
}

/** A choice of one among a few that need a sentence each; arrow keys change it, a click on the words too. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, options, value, onChange } = props
  const id = useId()
  return (
    <RadioGroup
      aria-label={label}
      className={styles.list}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <div key={option.value} className={styles.option}>
          <Radio.Root
            id={`${id}-${option.value}`}
            value={option.value}
            aria-label={option.label}
            aria-describedby={`${id}-${option.value}-note`}
            className={styles.radio}
          >
            <Radio.Indicator className={styles.dot} />
          </Radio.Root>
          <label htmlFor={`${id}-${option.value}`}>
            <span className={styles.name}>{option.label}</span>
            <span id={`${id}-${option.value}-note`} className={styles.note}>
              {option.note}
            </span>
          </label>
        </div>
      ))}
    </RadioGroup>
  )
}
