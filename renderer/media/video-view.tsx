import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { fileRoute, posterRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { joinClasses } from '../ui/join-classes.ts'
import { dragFile } from './drag-file.ts'
import type { MediaControls } from './media-controls.ts'
import styles from './media-view.module.css'
import { NotShown } from './not-shown.tsx'
import { PlayerBar } from './player-bar.tsx'
import { followFrames, stepFrame, whenStepped } from './step-frame.ts'
import { useSaidUnreadable } from './use-is-unreadable.ts'
import { usePlayer } from './use-player.ts'
import { readShownFrame } from './video-poster.ts'

interface VideoViewProps {
  readonly file: FileView
  readonly name: string
  readonly onFullScreen: () => void
  readonly controls: Ref<VideoControls>
}

export type VideoControls = Pick<MediaControls, 'stepFrame' | 'togglePlay' | 'readShownFrame'>

/** The most common proportion, until this video’s is known. */
const wide = 16 / 9

/**
 * A video that plays automatically, muted at first, in a loop; a click pauses it. Its thumbnail stands there, as large, until
 * its first frame does.
 */
export function VideoView({ file, name, onFullScreen, controls }: VideoViewProps) {
  const { width, height } = file
  const source = fileRoute(file.fileId)
  const video = useRef<HTMLVideoElement>(null)
  const player = usePlayer(video, source)
  useSaidUnreadable(file.fileId, player.failed)
  const [ratio, setRatio] = useState(width && height ? width / height : wide)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => (video.current ? followFrames(video.current) : undefined), [])
  useImperativeHandle(controls, () => ({
    togglePlay: player.toggle,
    readShownFrame(frameName) {
      const shown = video.current
      if (!shown) return null
      shown.pause()
      return whenStepped(shown).then(() => readShownFrame(shown, frameName))
    },
    stepFrame(by) {
      if (video.current?.paused) void stepFrame(video.current, by)
    },
  }))
  function step(by: 1 | -1) {
    video.current?.pause()
    if (video.current) void stepFrame(video.current, by)
  }
  if (player.failed) return <NotShown kind="video" />
  return (
    <div className={styles.player}>
      <div className={joinClasses(styles.screen, styles.measured)}>
        {!isSeen && file.hasPoster && (
          <img
            className={styles.standIn}
            style={{ '--ratio': ratio } as CSSProperties}
            src={posterRoute(file.fileId)}
            alt=""
            draggable={false}
          />
        )}
        <video
          key={source}
          ref={video}
          className={joinClasses(styles.media, styles.video)}
          style={{ '--ratio': ratio } as CSSProperties}
          src={source}
          aria-label={name}
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
          muted
          loop
          playsInline
          draggable
          onDragStart={(event) => dragFile(event, file)}
          onClick={player.toggle}
          onLoadedData={() => setSeen(true)}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
            if (videoHeight > 0) setRatio(videoWidth / videoHeight)
          }}
        />
      </div>
      <div className={styles.controls}>
        <PlayerBar player={player} video={{ onStep: step, onFullScreen }} />
      </div>
    </div>
  )
}
