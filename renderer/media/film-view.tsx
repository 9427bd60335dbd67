import { useRef } from 'react'
import { useWords } from '../words/words-context.tsx'
import styles from './media-view.module.css'
import { PlayerBar } from './player-bar.tsx'
import { usePlayer } from './use-player.ts'

interface FilmViewProps {
  readonly source: string
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** A film that plays by itself, silent until asked, over and over; a click stops it. */
export function FilmView({ source, name, width, height }: FilmViewProps) {
  const { media } = useWords()
  const film = useRef<HTMLVideoElement>(null)
  const player = usePlayer(film, source)
  if (player.failed) return <p className={styles.failed}>{media.cannotPlay}</p>
  return (
    <div className={styles.player}>
      <div className={styles.screen}>
        <video
          key={source}
          ref={film}
          className={styles.media}
          src={source}
          aria-label={name}
          width={width ?? undefined}
          height={height ?? undefined}
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
          muted
          loop
          playsInline
          onClick={player.toggle}
        />
      </div>
      <div className={styles.controls}>
        <PlayerBar player={player} mutes />
      </div>
    </div>
  )
}
