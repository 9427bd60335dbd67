import { Combobox } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { holdTyping } from './hold-typing.ts'
import { joinClasses } from './join-classes.ts'
import popup from './popup.module.css'
import styles from './search-popup.module.css'
import { useFocusReturn } from './use-focus-return.ts'

interface SearchPopupProps {
  readonly label: string
  readonly searchLabel: string
  /** Shown where nothing is found; absent where the list says so itself. */
  readonly none?: ReactNode
  /** Its maximum size. */
  readonly className?: string | undefined
  /** At its trigger's start unless stated. */
  readonly align?: 'end'
  /** What it stays within; the window unless stated. */
  readonly within?: Element | null | undefined
  /** What gets the focus once it has closed; where it was unless stated. */
  readonly nextFocus?: (() => HTMLElement | null) | undefined
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** Of the search. */
  readonly input?: ComponentProps<typeof Combobox.Input>
  /** The list. */
  readonly children: ReactNode
}

/**
 * The popup of a combobox: a search and the list that it filters. Text typed right after a key opened it is
 * used for the search.
 */
export function SearchPopup({
  label,
  searchLabel,
  none,
  className,
  align,
  within,
  nextFocus,
  onKeyDown,
  input,
  children,
}: SearchPopupProps) {
  const search = useRef<HTMLInputElement>(null)
  const { ref, popup: frame, finalFocus } = useFocusReturn({ next: nextFocus })
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        className={popup.positioner}
        sideOffset={4}
        align={align ?? 'start'}
        {...(within && { collisionBoundary: within })}
      >
        <Combobox.Popup
          ref={ref}
          finalFocus={finalFocus}
          className={joinClasses(styles.popup, className)}
          aria-label={label}
          onKeyDown={onKeyDown}
          initialFocus={(pointer) => {
            // On a touch screen the on-screen keyboard would cover the list.
            if (pointer === 'touch') return frame.current
            focusBeforeKeys(search.current, pointer)
            return search.current
          }}
        >
          <div className={styles.search}>
            <Search aria-hidden="true" />
            <Combobox.Input
              {...input}
              ref={search}
              className={styles.input}
              aria-label={searchLabel}
              placeholder={searchLabel}
            />
          </div>
          {none !== undefined && <Combobox.Empty className={styles.none}>{none}</Combobox.Empty>}
          {children}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

/**
 * The library moves the focus with the next frame, and text typed until then would be lost. A mouse press moves
 * the focus to the pressed element after its event, so in that case the next frame is awaited.
 */
function focusBeforeKeys(search: HTMLInputElement | null, pointer: string): void {
  if (pointer !== 'mouse' && pointer !== 'pen') search?.focus({ preventScroll: true })
}

/**
 * The button that opens a search. The library opens it, and moves the focus, a frame after a press of the mouse: what is
 * typed until then is searched for.
 */
export function SearchTrigger(props: ComponentProps<typeof Combobox.Trigger>) {
  return (
    <Combobox.Trigger
      {...props}
      onMouseDown={({ button, currentTarget }) => {
        const opens = button === 0 && currentTarget.getAttribute('aria-expanded') !== 'true'
        if (opens) holdTyping(window).release()
      }}
    />
  )
}
