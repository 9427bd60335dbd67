import { useState } from 'react'
import { useWords } from '../words/words-context.tsx'
import styles from './media-view.module.css'

interface PictureViewProps {
  readonly source: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** A picture, whole, as large as its room and its pixels allow. */
export function PictureView({ source, name, width, height }: PictureViewProps) {
  const { media } = useWords()
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={styles.failed}>{media.cannotShow}</p>
  return (
    <div className={styles.screen}>
      <img
        className={styles.media}
        src={source}
        alt={name}
        width={width ?? undefined}
        height={height ?? undefined}
        decoding="async"
        onError={() => setFailed(true)}
      />
    </div>
  )
}
