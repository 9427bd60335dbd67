import { type CSSProperties, useRef, useState } from 'react'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './media-view.module.css'
import { PlayerBar } from './player-bar.tsx'
import { usePlayer } from './use-player.ts'

interface VideoViewProps {
  readonly source: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** The most common proportion, until this video’s is known. */
const wide = 16 / 9

/** A video that plays automatically, muted at first, in a loop; a click pauses it. */
export function VideoView({ source, name, width, height }: VideoViewProps) {
  const { media } = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const player = usePlayer(video, source)
  const [ratio, setRatio] = useState(width && height ? width / height : wide)
  if (player.failed) return <p className={styles.failed}>{media.cannotPlay}</p>
  return (
    <div className={styles.player}>
      <div className={joinClasses(styles.screen, styles.measured)}>
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
          onClick={player.toggle}
          onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
            if (videoHeight > 0) setRatio(videoWidth / videoHeight)
          }}
        />
      </div>
      <div className={styles.controls}>
        <PlayerBar player={player} mutes />
      </div>
    </div>
  )
}
