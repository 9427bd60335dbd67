import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useWords } from '../words/words-context.tsx'
import { AudioView } from './audio-view.tsx'
import styles from './media-view.module.css'
import { VideoView } from './video-view.tsx'

interface MediaViewProps {
  readonly file: FileView
  readonly prompt: string
}

const views = { image: ImageView, video: VideoView, audio: AudioView }

/** A saved file, large. */
export function MediaView({ file, prompt }: MediaViewProps) {
  const { media } = useWords()
  if (isTooLargeToShow(file)) return <TooLarge file={file} />
  const View = views[file.kind]
  return (
    <View
      key={file.fileId}
      source={fileRoute(file.fileId)}
      name={media.of(file.kind, prompt)}
      width={file.width}
      height={file.height}
    />
  )
}

interface ImageViewProps {
  readonly source: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** A whole image, as large as its container and its pixels allow. */
function ImageView({ source, name, width, height }: ImageViewProps) {
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

/** Replaces a file that has more pixels than a page decodes. */
function TooLarge({ file }: { readonly file: FileView }) {
  const { media } = useWords()
  return (
    <EmptyState
      icon={<ImageOff aria-hidden="true" />}
      title={media.tooLargeOf(file.width ?? 0, file.height ?? 0)}
      body={media.tooLargeBody}
    />
  )
}
