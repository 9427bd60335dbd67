import { ChevronRight, Star } from 'lucide-react'
import { isMac } from '../../../shell/keys.ts'
import { usePickerWords } from '../../../words/picker-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './picker-foot.module.css'

interface EndedFoldProps {
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Folds the ended models away, at the end of the list. */
export function EndedFold({ count, isOpen, onToggle }: EndedFoldProps) {
  const words = usePickerWords()
  if (count === 0) return null
  return (
    <button type="button" aria-expanded={isOpen} className={styles.fold} onClick={onToggle}>
      <ChevronRight aria-hidden="true" />
      {isOpen ? words.hideEnded : words.showEnded(count)}
    </button>
  )
}

interface FavoriteButtonProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** Marks the highlighted model with a star, or unmarks it. */
export function FavoriteButton({ label, isOn, onToggle }: FavoriteButtonProps) {
  const { shell } = useWords()
  const words = usePickerWords()
  return (
    <div className={styles.foot}>
      <button
        type="button"
        aria-pressed={isOn}
        aria-label={words.favoriteOf(label)}
        aria-keyshortcuts="Control+D"
        className={styles.favorite}
        onClick={onToggle}
      >
        <Star aria-hidden="true" />
        <span>{words.favoriteOf(label)}</span>
      </button>
      <kbd className={styles.keys}>{`${isMac ? shell.keyNames.command : shell.keyNames.mod} D`}</kbd>
    </div>
  )
}
