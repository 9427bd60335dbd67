import { Combobox } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** What opens below a combobox: a search and the list that it narrows. */
export function SearchPopup({ label, searchLabel, none, className, children }: SearchPopupProps) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={popup.positioner} sideOffset={4} align="start">
        <Combobox.Popup className={joinClasses(styles.popup, className)} aria-label={label}>
          <div className={styles.search}>
            <Search aria-hidden="true" />
            <Combobox.Input className={styles.input} aria-label={searchLabel} placeholder={searchLabel} />
          </div>
          <Combobox.Empty className={styles.none}>{none}</Combobox.Empty>
          {children}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
