import { Combobox } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { joinClasses } from './join-classes.ts'
import popup from './popup.module.css'
import styles from './search-popup.module.css'

interface SearchPopupProps {
  readonly label: string
  readonly searchLabel: string
  /** Said where nothing is found. */
  readonly none: string
  /** How large it may grow. */
  readonly className?: string | undefined
  /** The list. */
  readonly children: ReactNode
}

/** What opens below a combobox: a search and the list that it narrows. What is typed right after a key opened it is searched for. */
export function SearchPopup({ label, searchLabel, none, className, children }: SearchPopupProps) {
  const frame = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={popup.positioner} sideOffset={4} align="start">
        <Combobox.Popup
          ref={frame}
          className={joinClasses(styles.popup, className)}
          aria-label={label}
          initialFocus={(pointer) => {
            // A finger would bring the keyboard of the screen over the list.
            if (pointer === 'touch') return frame.current
            focusBeforeKeys(search.current, pointer)
            return search.current
          }}
        >
          <div className={styles.search}>
            <Search aria-hidden="true" />
            <Combobox.Input
              ref={search}
              className={styles.input}
              aria-label={searchLabel}
              placeholder={searchLabel}
            />
          </div>
          <Combobox.Empty className={styles.none}>{none}</Combobox.Empty>
          {children}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

/**
 * The library moves the focus with the next frame, and what a fast typist writes until then would be lost. A press of
 * the mouse takes the focus to what is pressed once its event is over, so that there the frame is waited for.
 */
function focusBeforeKeys(search: HTMLInputElement | null, pointer: string): void {
  if (pointer !== 'mouse' && pointer !== 'pen') search?.focus({ preventScroll: true })
}
