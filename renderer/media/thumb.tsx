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
  /** The address of an image that stands for it while there is no file. */
  readonly listed?: string | null
  /** In place of its kind's icon. */
  readonly sign?: LucideIcon
}

/** A file's thumbnail; its kind's icon while there is none. */
export function Thumb({
  kind,
  file,
  alt,
  fit = 'cover',
  width = 0,
  listed = null,
  sign = icons[kind],
}: ThumbProps) {
  const [broken, setBroken] = useState(false)
  const isTooLarge = file !== null && isTooLargeToShow(file)
  const Icon = useIsUnreadable(file) || isTooLarge ? ImageOff : sign
  const isItself = kind === 'image' && width > posterLongSide && !isTooLarge
  const src = file ? addressOf(file, isItself) : listed
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image may be whole.
  useEffect(() => setBroken(false), [src])
  if (src === null || broken) {
    return (
      <span className={styles.empty}>
        <Icon aria-hidden="true" />
      </span>
    )
  }
  return (
    <img
      className={joinClasses(styles.image, styles[fit], kind === 'audio' && styles.audio)}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}

/** Null while it has no poster. */
function addressOf({ fileId, hasPoster }: FileView, isItself: boolean): string | null {
  return hasPoster ? (isItself ? fileRoute : posterRoute)(fileId) : null
}
