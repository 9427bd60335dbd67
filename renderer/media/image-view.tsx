import { useState } from 'react'
import { useWords } from '../words/words-context.tsx'
import styles from './media-view.module.css'

interface ImageViewProps {
  readonly source: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** A whole image, as large as its container and its pixels allow. */
export function ImageView({ source, name, width, height }: ImageViewProps) {
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
