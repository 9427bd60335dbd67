import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import popup from './popup.module.css'
import { SearchPopup, SearchTrigger } from './search-popup.tsx'
import styles from './search-select.module.css'

export interface SearchSelectProps<Value> {
  readonly label: string
  readonly placeholder: string
  /** The label of the search input. */
  readonly searchLabel: string
  /** Shown where nothing matches the text. */
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

/** A choice of many, searched while typing. */
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
      <SearchTrigger
        className={styles.trigger}
        aria-label={chosen ? `${label}: ${chosen.label}` : label}
        aria-invalid={invalid || undefined}
        aria-describedby={props.describedBy}
      >
        <span className={styles.value} data-placeholder={chosen === null || undefined}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown className={styles.icon} aria-hidden="true" />
      </SearchTrigger>
      <SearchPopup label={label} searchLabel={searchLabel} none={none}>
        <Combobox.List className={popup.list}>
          {(option: SearchOption<Value>) => (
            <Combobox.Item
              key={`${typeof option.value} ${option.value}`}
              value={option}
              className={popup.item}
            >
              <span className={popup.grow}>{option.label}</span>
              <Combobox.ItemIndicator className={popup.check}>
                <Check />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </SearchPopup>
    </Combobox.Root>
  )
}
