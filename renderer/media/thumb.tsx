import { Image, ImageOff, type LucideIcon, Music, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute, posterRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { joinClasses } from '../ui/join-classes.ts'
import { posterLongSide } from './poster-size.ts'
import styles from './thumb.module.css'
import { useIsUnreadable } from './use-is-unreadable.ts'

const icons: Record<MediaKind, LucideIcon> = { image: Image, video: Video, audio: Music }

interface ThumbProps {
  readonly kind: MediaKind
  /** Null while there is no file yet. */
  readonly file: FileView | null
  readonly alt: string
  readonly fit?: 'cover' | 'contain'
  /** In CSS pixels, where it may be larger than a thumbnail is sharp: an image is then shown itself. */
  readonly width?: number
}

/** A file's thumbnail; its kind's icon while there is none. */
export function Thumb({ kind, file, alt, fit = 'cover', width = 0 }: ThumbProps) {
  const [broken, setBroken] = useState(false)
  const hasPoster = file?.hasPoster ?? false
  useEffect(() => {
    if (!hasPoster) setBroken(false)
  }, [hasPoster])
  const isUnreadable = useIsUnreadable(file)
  const Icon = isUnreadable || (file && isTooLargeToShow(file)) ? ImageOff : icons[kind]
  if (!file?.hasPoster || broken) {
    return (
      <span className={styles.empty}>
        <Icon aria-hidden="true" />
      </span>
    )
  }
  const isItself = kind === 'image' && width > posterLongSide && !isTooLargeToShow(file)
  return (
    <img
      className={joinClasses(styles.image, styles[fit], kind === 'audio' && styles.audio)}
      src={isItself ? fileRoute(file.fileId) : posterRoute(file.fileId)}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}
