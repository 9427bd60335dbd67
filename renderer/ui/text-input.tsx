import type { ComponentProps, ReactNode, Ref } from 'react'
import styles from './input.module.css'
import { joinClasses } from './join-classes.ts'

interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  readonly onChange: (value: string) => void
  readonly icon?: ReactNode
  readonly invalid?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function TextInput({ onChange, icon, invalid = false, ...rest }: TextInputProps) {
  return (
    <span className={styles.frame}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        aria-invalid={invalid || undefined}
        className={joinClasses(styles.input, icon ? styles.withIcon : null)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
