import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { joinClasses } from './join-classes.ts'
import styles from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly checked: boolean
  /** Nothing is set: the thumb is hollow. */
  readonly unset?: boolean
  /** Neither on nor off: the thumb stands between. */
  readonly isOpen?: boolean
  readonly onChange: (checked: boolean) => void
  readonly id?: string
  readonly describedBy?: string
}

export function Switch({
  label,
  checked,
  unset = false,
  isOpen = false,
  onChange,
  id,
  describedBy,
}: SwitchProps) {
  return (
    <BaseSwitch.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      onCheckedChange={onChange}
      className={joinClasses(styles.root, unset && styles.unset, isOpen && styles.open)}
    >
      <BaseSwitch.Thumb className={styles.thumb} />
    </BaseSwitch.Root>
  )
}
