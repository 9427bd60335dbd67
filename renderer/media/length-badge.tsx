import { Music, Play } from 'lucide-react'
import type { FileView } from '../../shared/bridge/views.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './badge.module.css'

interface LengthBadgeProps {
  readonly file: Pick<FileView, 'kind' | 'durationSeconds'>
  readonly small?: boolean
}

/** On the thumbnail of a video or an audio file: what it is, and its length. An image has none. */
export function LengthBadge({ file, small = false }: LengthBadgeProps) {
  const { format } = useWords()
  if (file.kind === 'image') return null
  const Icon = file.kind === 'video' ? Play : Music
  return (
    <span className={styles.badge} data-small={small || undefined}>
      <Icon aria-hidden="true" fill={file.kind === 'video' ? 'currentColor' : 'none'} />
      {file.durationSeconds !== null && format.clock(file.durationSeconds)}
    </span>
  )
}
