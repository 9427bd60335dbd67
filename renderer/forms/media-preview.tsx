import { Link2, Music } from 'lucide-react'
import { useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { inputRoute } from '../../shared/bridge/media-routes.ts'
import { readInputReference } from '../../shared/form/input-reference.ts'
import styles from './media-preview.module.css'

interface MediaPreviewProps {
  readonly kind: MediaKind
  readonly value: unknown
  readonly alt: string
}

/** A small picture of a media value; what stands elsewhere on the web is named, not loaded. */
export function MediaPreview({ kind, value, alt }: MediaPreviewProps) {
  const [broken, setBroken] = useState(false)
  const source = previewSource(value)
  if (source === null || broken) {
    return (
      <span className={styles.tile} title={typeof value === 'string' ? value : undefined}>
        <Link2 aria-hidden="true" />
        <span className={styles.host}>{hostOf(value)}</span>
      </span>
    )
  }
  if (kind === 'audio') {
    return (
      <span className={styles.tile}>
        <Music aria-hidden="true" />
      </span>
    )
  }
  return kind === 'image' ? (
    <img className={styles.media} src={source} alt={alt} onError={() => setBroken(true)} />
  ) : (
    <video
      className={styles.media}
      src={source}
      aria-label={alt}
      muted
      preload="metadata"
      onError={() => setBroken(true)}
    />
  )
}

function previewSource(value: unknown): string | null {
  const sha256 = readInputReference(value)
  if (sha256 !== null) return inputRoute(sha256)
  return typeof value === 'string' && value.startsWith('data:') ? value : null
}

function hostOf(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).host : ''
}
