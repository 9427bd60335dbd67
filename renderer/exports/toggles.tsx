import styles from './toggles.module.css'

interface TogglesProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Any number of a few, each on or off. */
export function Toggles<Value extends string>({ label, options, chosen, onChange }: TogglesProps<Value>) {
  return (
    <fieldset className={styles.toggles} aria-label={label}>
      {options.map(({ value, label: name }) => {
        const others = chosen.filter((one) => one !== value)
        const isOn = others.length < chosen.length
        return (
          <button
            key={value}
            type="button"
            className={styles.toggle}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? others : [...others, value])}
          >
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}
