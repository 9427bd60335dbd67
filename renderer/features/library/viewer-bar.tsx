import { ChevronLeft, ChevronRight, PanelRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './item-viewer.module.css'

interface ViewerBarProps {
  /** The file's position among the others, in words; null where that is unknown. */
  readonly position: string | null
  /** What can be done to the file. */
  readonly actions: ReactNode
  readonly details: boolean
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  readonly onLeave: () => void
  readonly onStep: (by: number) => void
  readonly onDetails: () => void
}

/** Close, previous and next, and the file's actions. */
export function ViewerBar(props: ViewerBarProps) {
  const words = useLibraryWords()
  const { shell } = useWords()
  const { actions, details, onStep } = props
  return (
    <header className={styles.bar}>
      <IconButton label={words.close} shortcut={shell.keyNames.escape} icon={<X />} onClick={props.onLeave} />
      <IconButton
        label={words.previous}
        shortcut="←"
        icon={<ChevronLeft />}
        disabled={!props.hasPrevious}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={words.next}
        shortcut="→"
        icon={<ChevronRight />}
        disabled={!props.hasNext}
        onClick={() => onStep(1)}
      />
      {props.position && <span className={styles.position}>{props.position}</span>}
      <span className={styles.space} />
      {actions}
      <IconButton
        label={details ? words.hideDetails : words.showDetails}
        shortcut="I"
        aria-pressed={details}
        icon={<PanelRight />}
        onClick={props.onDetails}
      />
    </header>
  )
}
