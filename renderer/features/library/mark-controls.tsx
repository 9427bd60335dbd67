import { CircleX, Flag, Heart, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Judgement, labels } from '../../../shared/library/judgement.ts'
import type { ActionId } from '../../actions/action-id.ts'
import type { ActionItem } from '../../actions/use-actions.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useMarkWords } from '../../words/mark-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './mark-controls.module.css'

interface MarkControlsProps {
  readonly judgement: Judgement
  /** The actions on the file. */
  readonly items: readonly ActionItem[]
}

/** The file's stars, flag, heart and label as controls: each shows whether it is set, and sets or removes it. */
export function MarkControls({ judgement, items }: MarkControlsProps) {
  const { actions } = useWords()
  const words = useMarkWords()
  const { rating, flag, isFavorite, label } = judgement
  const press = (id: ActionId) => items.find((item) => item.id === id)
  return (
    <div role="toolbar" aria-label={actions.judge} className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group with a border of its own. */}
      <div role="group" aria-label={words.rating} className={styles.group}>
        {([1, 2, 3, 4, 5] as const).map((stars) => (
          <Mark
            key={stars}
            item={press(`rate${stars}`)}
            // The same star again removes them all.
            other={rating === stars ? press('rate0') : undefined}
            isOn={rating === stars}
            isLit={rating >= stars}
          >
            <Star className={styles.star} />
          </Mark>
        ))}
      </div>
      <div className={styles.group}>
        <Mark
          item={press('pick')}
          other={flag === 'pick' ? press('unflag') : undefined}
          isOn={flag === 'pick'}
        >
          <Flag />
        </Mark>
        <Mark
          item={press('reject')}
          other={flag === 'reject' ? press('unflag') : undefined}
          isOn={flag === 'reject'}
        >
          <CircleX className={styles.reject} />
        </Mark>
        <Mark item={press('favorite')} isOn={isFavorite}>
          <Heart className={styles.heart} />
        </Mark>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="group" aria-label={words.label} className={styles.group}>
        {labels.flatMap((value) =>
          value === 0
            ? []
            : [
                <Mark key={value} item={press(`label${value}`)} isOn={label === value}>
                  <span className={styles.label} data-label={value} />
                </Mark>,
              ],
        )}
      </div>
    </div>
  )
}

interface MarkProps {
  readonly item: ActionItem | undefined
  /** What a press does instead while it is set. */
  readonly other?: ActionItem | undefined
  readonly isOn: boolean
  /** Whether it looks set; by default whether it is. */
  readonly isLit?: boolean
  readonly children: ReactNode
}

function Mark({ item, other, isOn, isLit = isOn, children }: MarkProps) {
  if (!item) return null
  return (
    <Tooltip text={`${item.name}  ${item.keys.join(' ')}`}>
      <button
        type="button"
        data-mark={item.id}
        aria-label={item.name}
        aria-pressed={isOn}
        aria-keyshortcuts={item.keys.join('+')}
        className={styles.mark}
        data-lit={isLit || undefined}
        onClick={() => (other ?? item).run()}
      >
        {children}
      </button>
    </Tooltip>
  )
}
