import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { ignoreSecondClick } from './double-click.ts'
import { joinClasses } from './join-classes.ts'
import { Tooltip } from './tooltip.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look
  readonly size?: 'control' | 'large'
  readonly icon?: ReactNode
  /** Keeps the focus on a temporarily disabled button. */
  readonly focusableWhenDisabled?: boolean
  /**
   * What it does costs money: neither the second click of a double click nor a later space bar or Enter, meant for
   * something else, must press it again.
   */
  readonly isPaid?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A press by mouse leaves the focus where it is. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

/** A held Enter presses a button once, as a held space bar does: what a button does may cost money. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

export function Button({
  look = 'plain',
  size = 'control',
  icon,
  isPaid = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      onKeyDown={pressOnce}
      onMouseDown={isPaid ? keepFocus : undefined}
      onClickCapture={isPaid ? ignoreSecondClick : undefined}
      {...rest}
      className={joinClasses(styles.button, styles[look], styles[size])}
    >
      {icon}
      {children !== undefined && <span className={styles.text}>{children}</span>}
    </BaseButton>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly label: string
  readonly icon: ReactNode
  readonly look?: 'quiet' | 'plain' | 'over-media'
  readonly small?: boolean
  /** The keyboard shortcut, shown beside the label. */
  readonly shortcut?: string
  /** Where its tooltip begins, where it would cover something in the middle; null for none, where the sign says all. */
  readonly tip?: 'start' | null
  /** Keeps the focus on a temporarily disabled button. */
  readonly focusableWhenDisabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button with an icon only; its name is the accessible name and the tooltip. */
export function IconButton({
  label,
  icon,
  look = 'quiet',
  small = false,
  shortcut,
  tip,
  ...rest
}: IconButtonProps) {
  const button = (
    <BaseButton
      onKeyDown={pressOnce}
      {...rest}
      aria-label={label}
      className={joinClasses(styles.button, styles[look], styles.square, small && styles.small)}
    >
      {icon}
    </BaseButton>
  )
  if (tip === null) return button
  return (
    <Tooltip
      text={shortcut ? `${label}  ${shortcut}` : label}
      repeatsName={!shortcut}
      align={tip ?? 'center'}
    >
      {button}
    </Tooltip>
  )
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className'> {
  readonly look?: Look
  readonly icon?: ReactNode
}

/** A link that looks like a button: for downloads by the browser. */
export function LinkButton({ look = 'plain', icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={joinClasses(styles.button, styles[look])}>
      {icon}
      <span className={styles.text}>{children}</span>
    </a>
  )
}
