import { ChevronRight, Star } from 'lucide-react'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
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

interface FavoriteFootProps {
  /** The highlighted model; null leaves the place empty, so that the list keeps its height. */
  readonly model: Pick<ModelSummary, 'id' | 'label'> | null
  readonly favorites: readonly string[]
  readonly onToggle: (modelId: string) => void
}

/** Marks the highlighted model with a star, or unmarks it. */
export function FavoriteFoot({ model, favorites, onToggle }: FavoriteFootProps) {
  const { shell } = useWords()
  const words = usePickerWords()
  return (
    <div className={styles.foot}>
      {model && (
        <>
          <button
            type="button"
            aria-pressed={favorites.includes(model.id)}
            aria-label={words.favoriteOf(model.label)}
            aria-keyshortcuts="Control+D"
            className={styles.favorite}
            onClick={() => onToggle(model.id)}
          >
            <Star aria-hidden="true" />
            <span>{words.favoriteOf(model.label)}</span>
          </button>
          <kbd className={styles.keys}>{`${isMac ? shell.keyNames.command : shell.keyNames.mod} D`}</kbd>
        </>
      )}
    </div>
  )
}
