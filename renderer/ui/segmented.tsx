import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { CSSProperties, ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import styles from './segmented.module.css'

export interface SegmentedOption<Value> {
  readonly value: Value
  readonly label: string
  /** Shown instead of the label, which is still the option's name. */
  readonly content?: ReactNode
}

interface SegmentedProps<Value> {
  readonly label: string
  readonly options: readonly SegmentedOption<Value>[]
  /** Undefined where nothing is chosen. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly look?: 'bar' | 'tiles'
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

/** A choice of a few, all visible; arrow keys change it. */
export function Segmented<Value>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, look = 'bar', invalid = false } = props
  const chosen = value === undefined ? -1 : options.findIndex((option) => option.value === value)
  return (
    <RadioGroup
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={props.describedBy}
      className={styles[look]}
      data-single={options.length === 1 || undefined}
      style={{ '--columns': columnsOf(options.length) } as CSSProperties}
      value={chosen < 0 ? null : chosen}
      onValueChange={(next) => {
        const option = options[Number(next)]
        if (option) onChange(option.value)
      }}
    >
      {options.map((option, index) => (
        <Radio.Root
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may read the same, 1 and '1'.
          key={index}
          value={index}
          aria-label={option.label}
          className={joinClasses(styles.option)}
        >
          {option.content ?? option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

const mostColumns = 8

/** Tiles are laid out in rows of equal length. */
function columnsOf(count: number): number {
  return Math.ceil(count / Math.ceil(count / mostColumns))
}
