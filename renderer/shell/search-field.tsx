import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useKeys } from './keys.ts'
import styles from './search-field.module.css'

interface SearchFieldProps extends Omit<ComponentProps<typeof TextInput>, 'className' | 'ref' | 'type'> {
  readonly label: string
  readonly clearLabel: string
  readonly value: string
  /** Of the box around the field. */
  readonly className: string | undefined
}

/** A screen's search, which / goes to, and in it, while there is a text, the button that clears it. */
export function SearchField({ label, clearLabel, value, onChange, className, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useKeys([{ key: '/', run: () => input.current?.focus() }])

  /** The button is gone with the text. */
  function clear() {
    onChange('')
    input.current?.focus()
  }

  return (
    <div className={[className, styles.field].join(' ')}>
      <TextInput
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        icon={<Search />}
        value={value}
        onChange={onChange}
      />
      {value !== '' && (
        <span className={styles.clear}>
          <IconButton small label={clearLabel} icon={<X />} onClick={clear} />
        </span>
      )}
    </div>
  )
}
