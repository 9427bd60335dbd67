import { type PointerEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { MediaControls } from './media-controls.ts'
import styles from './media-view.module.css'
import { NotShown } from './not-shown.tsx'
import { PlayerBar } from './player-bar.tsx'
import { useDecodedAudio } from './use-decoded-audio.ts'
import { useSaidUnreadable } from './use-is-unreadable.ts'
import { usePlayer } from './use-player.ts'
import { Waveform } from './waveform.tsx'

interface AudioViewProps {
  readonly file: FileView
  readonly name: string
  readonly controls: Ref<Pick<MediaControls, 'togglePlay'>>
}

/** An audio file as its waveform; a click in it seeks. */
export function AudioView({ file, name, controls }: AudioViewProps) {
  const source = fileRoute(file.fileId)
  const audio = useRef<HTMLAudioElement>(null)
  const player = usePlayer(audio, source)
  useSaidUnreadable(file.fileId, player.failed)
  useImperativeHandle(controls, () => ({ togglePlay: player.toggle }))
  const decoding = useDecodedAudio(source)
  const played = player.duration > 0 ? player.seconds / player.duration : 0

  function seek(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    player.seek(((event.clientX - left) / width) * player.duration)
  }

  return (
    <div className={styles.audio}>
      <div className={styles.wave} onPointerDown={seek}>
        {decoding.phase === 'ready' && <Waveform peaks={decoding.audio.peaks} played={played} />}
      </div>
      {player.failed ? (
        <NotShown kind="audio" />
      ) : (
        <div className={styles.controls}>
          <PlayerBar player={player} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: the service makes no captions. */}
      <audio ref={audio} src={source} aria-label={name} preload="metadata" />
    </div>
  )
}
