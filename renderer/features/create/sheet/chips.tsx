import type { ReactNode } from 'react'
import styles from './chips.module.css'

interface Chip<Value> {
  readonly value: Value
  readonly label: ReactNode
  /** Why it can't be picked; null where it can. One that is picked already can still be left out. */
  readonly reason: string | null
}

interface ChipsProps<Value> {
  readonly label: string
  readonly chips: readonly Chip<Value>[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** A choice of any of these. */
export function Chips<Value>({ label, chips, chosen, onChange }: ChipsProps<Value>) {
  return (
    <fieldset aria-label={label} className={styles.chips}>
      {chips.map((chip) => {
        const isOn = chosen.includes(chip.value)
        return (
          <button
            key={String(chip.value)}
            type="button"
            aria-pressed={isOn}
            aria-disabled={(chip.reason !== null && !isOn) || undefined}
            data-wrong={(chip.reason !== null && isOn) || undefined}
            className={styles.chip}
            onClick={() => {
              if (chip.reason !== null && !isOn) return
              onChange(isOn ? chosen.filter((value) => value !== chip.value) : [...chosen, chip.value])
            }}
          >
            {chip.label}
            {chip.reason && <span className={styles.reason}>{chip.reason}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
