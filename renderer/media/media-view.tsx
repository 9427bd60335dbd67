import { ImageOff } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useViewingWords } from '../words/viewing-words.ts'
import { useWords } from '../words/words-context.tsx'
import { AudioView } from './audio-view.tsx'
import { toggleFullScreen } from './full-screen.ts'
import type { MediaControls } from './media-controls.ts'
import styles from './media-view.module.css'
import { useIsUnreadable } from './use-is-unreadable.ts'
import { type VideoControls, VideoView } from './video-view.tsx'
import { ZoomView } from './zoom-view.tsx'

interface MediaViewProps {
  readonly file: FileView
  readonly prompt: string
  /** Whether an image shows its buttons only while it is zoomed. */
  readonly quiet?: boolean
  readonly controls?: Ref<MediaControls>
}

/** A saved file, large. */
export function MediaView({ file, prompt, quiet = false, controls }: MediaViewProps) {
  const { media } = useWords()
  const whole = useRef<HTMLDivElement>(null)
  const image = useRef<Pick<MediaControls, 'toggleZoom'>>(null)
  const video = useRef<VideoControls>(null)
  const audio = useRef<Pick<MediaControls, 'togglePlay'>>(null)
  useImperativeHandle(controls, () => ({
    toggleZoom: () => image.current?.toggleZoom(),
    toggleFullScreen: () => toggleFullScreen(whole.current),
    readShownFrame: (frameName) => video.current?.readShownFrame(frameName) ?? null,
    stepFrame: (by) => video.current?.stepFrame(by),
    togglePlay: () => (video.current ?? audio.current)?.togglePlay(),
  }))
  if (isTooLargeToShow(file)) return <TooLarge file={file} />
  const name = media.of(file.kind, prompt)
  return (
    <div ref={whole} className={styles.whole}>
      {file.kind === 'image' && (
        <ZoomView
          key={file.fileId}
          file={file}
          name={name}
          quiet={quiet}
          onFullScreen={() => toggleFullScreen(whole.current)}
          controls={image}
        />
      )}
      {file.kind === 'video' && (
        <VideoView
          key={file.fileId}
          file={file}
          name={name}
          onFullScreen={() => toggleFullScreen(whole.current)}
          controls={video}
        />
      )}
      {file.kind === 'image' && <DamagedNote file={file} />}
      {file.kind === 'audio' && <AudioView key={file.fileId} file={file} name={name} controls={audio} />}
    </div>
  )
}

/** On an image of which not all could be read: browsers show what comes before the damage, and say nothing. */
export function DamagedNote({ file }: { readonly file: FileView }) {
  const words = useViewingWords()
  return (
    useIsUnreadable(file) && (
      <p role="status" className={styles.damaged}>
        <ImageOff aria-hidden="true" />
        {words.damaged}
      </p>
    )
  )
}

/** Replaces a file that has more pixels than a page decodes. */
export function TooLarge({ file }: { readonly file: FileView }) {
  const words = useViewingWords()
  return (
    <EmptyState
      icon={<ImageOff aria-hidden="true" />}
      title={words.tooLargeOf(file.width ?? 0, file.height ?? 0)}
      body={words.tooLargeBody}
    />
  )
}
