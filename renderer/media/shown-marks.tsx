import { CircleX, Flag, Heart, Star } from 'lucide-react'
import { isUnjudged, type Judgement } from '../../shared/library/judgement.ts'
import { useMarkWords } from '../words/mark-words.ts'
import styles from './shown-marks.module.css'

interface ShownMarksProps {
  readonly judgement: Judgement
  /** In a line of text instead of on a thumbnail. */
  readonly inline?: boolean
}

/** A file's stars, flag, heart and label, legible on any image; nothing where it has none. */
export function ShownMarks({ judgement, inline = false }: ShownMarksProps) {
  const words = useMarkWords()
  if (isUnjudged(judgement)) return null
  const { rating, flag, isFavorite, label } = judgement
  return (
    <span className={styles.marks} data-inline={inline || undefined} data-marks={flag}>
      <span className="visually-hidden">{words.marksOf(judgement)}</span>
      {flag === 'pick' && <Flag aria-hidden="true" />}
      {flag === 'reject' && <CircleX className={styles.reject} aria-hidden="true" />}
      {rating > 0 && (
        <span className={styles.stars} aria-hidden="true">
          {rating}
          <Star />
        </span>
      )}
      {isFavorite && <Heart className={styles.heart} aria-hidden="true" />}
      {label !== 0 && <span className={styles.label} data-label={label} aria-hidden="true" />}
    </span>
  )
}
