import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import popup from './popup.module.css'
import styles from './select.module.css'

interface SelectProps<Value> {
  readonly label: string
  readonly placeholder: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly invalid?: boolean
}

/** A choice of many. */
export function Select<Value>(props: SelectProps<Value>) {
  const { label, placeholder, options, value, onChange, invalid = false } = props
  return (
    <BaseSelect.Root
      items={options}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next as Value)}
    >
      <BaseSelect.Trigger className={styles.trigger} aria-label={label} aria-invalid={invalid || undefined}>
        <BaseSelect.Value placeholder={placeholder} className={styles.value} />
        <BaseSelect.Icon className={styles.icon}>
          <ChevronsUpDown />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={popup.popup}>
            <BaseSelect.List className={popup.list}>
              {options.map((option) => (
                <BaseSelect.Item key={String(option.value)} value={option.value} className={popup.item}>
                  <BaseSelect.ItemText className={popup.grow}>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator className={popup.check}>
                    <Check />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
