import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import styles from './input.module.css'
import { joinClasses } from './join-classes.ts'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'onChange'> {
  readonly onChange: (value: string) => void
  readonly invalid?: boolean
  readonly mono?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** Multi-line text; it grows with its content, up to what its style allows. */
export function TextArea({ onChange, invalid = false, mono = false, ref, value, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    if (area.current) grow(area.current)
  }, [value])
  return (
    <textarea
      {...rest}
      ref={area}
      value={value}
      aria-invalid={invalid || undefined}
      className={joinClasses(styles.input, styles.area, mono && styles.mono)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function grow(area: HTMLTextAreaElement) {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
