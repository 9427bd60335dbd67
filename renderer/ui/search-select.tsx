import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import popup from './popup.module.css'
import styles from './search-select.module.css'

interface SearchSelectProps<Value> {
  readonly label: string
  readonly placeholder: string
  /** How the line is called in which one looks for an option. */
  readonly searchLabel: string
  /** Shown where nothing fits what was written. */
  readonly none: string
  readonly options: readonly SearchOption<Value>[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

interface SearchOption<Value> {
  readonly value: Value
  readonly label: string
}

/** A choice of many, found as one writes. */
export function SearchSelect<Value>(props: SearchSelectProps<Value>) {
  const { label, placeholder, searchLabel, none, options, value, onChange, invalid = false } = props
  const chosen = options.find((option) => value !== undefined && option.value === value) ?? null
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      itemToStringLabel={(option: SearchOption<Value>) => option.label}
      onValueChange={(option) => option && onChange(option.value)}
      autoHighlight
    >
      <Combobox.Trigger
        className={styles.trigger}
        aria-label={chosen ? `${label}: ${chosen.label}` : label}
        aria-invalid={invalid || undefined}
        aria-describedby={props.describedBy}
      >
        <span className={styles.value} data-placeholder={chosen === null || undefined}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown className={styles.icon} aria-hidden="true" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={popup.positioner} sideOffset={4} align="start">
          <Combobox.Popup className={styles.popup} aria-label={label}>
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <Combobox.Input className={styles.input} aria-label={searchLabel} placeholder={searchLabel} />
            </div>
            <Combobox.Empty className={styles.none}>{none}</Combobox.Empty>
            <Combobox.List className={popup.list}>
              {(option: SearchOption<Value>) => (
                <Combobox.Item key={String(option.value)} value={option} className={popup.item}>
                  <span className={popup.grow}>{option.label}</span>
                  <Combobox.ItemIndicator className={popup.check}>
                    <Check />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
