import { Slider } from '@base-ui/react/slider'
import { Maximize2, Pause, Play, Repeat, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './player-bar.module.css'
import type { Player } from './use-player.ts'

const seekStep = 0.05

interface PlayerBarProps {
  readonly player: Player
  /** What only a video has. */
  readonly video?: {
    readonly onStep: (by: 1 | -1) => void
    readonly onFullScreen: () => void
  }
}

/** Plays, seeks and loops a video or an audio file. */
export function PlayerBar({ player, video }: PlayerBarProps) {
  const { media, format } = useWords()
  return (
    <div className={styles.bar}>
      <IconButton
        label={player.playing ? media.pause : media.play}
        icon={player.playing ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
        onClick={player.toggle}
      />
      {video && (
        <span className={styles.frames}>
          <IconButton
            label={media.previousFrame}
            shortcut=","
            icon={<StepBack />}
            onClick={() => video.onStep(-1)}
          />
          <IconButton
            label={media.nextFrame}
            shortcut="."
            icon={<StepForward />}
            onClick={() => video.onStep(1)}
          />
        </span>
      )}
      <span className={styles.time}>{format.clock(player.seconds)}</span>
      <Slider.Root
        className={styles.slider}
        min={0}
        max={player.duration || 1}
        step={seekStep}
        value={Math.min(player.seconds, player.duration || 1)}
        onValueChange={(seconds) => player.seek(seconds)}
      >
        <Slider.Control className={styles.control}>
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.indicator} />
            <Slider.Thumb
              className={styles.thumb}
              aria-label={media.position}
              getAriaValueText={(_, seconds) => format.clock(seconds)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <span className={styles.time}>{format.clock(player.duration)}</span>
      <IconButton
        label={media.loop}
        icon={<Repeat />}
        aria-pressed={player.loops}
        onClick={() => player.setLoops(!player.loops)}
      />
      {video && (
        <>
          <IconButton
            label={player.muted ? media.unmute : media.mute}
            icon={player.muted ? <VolumeX /> : <Volume2 />}
            onClick={() => player.setMuted(!player.muted)}
          />
          <IconButton label={media.fullScreen} icon={<Maximize2 />} onClick={video.onFullScreen} />
        </>
      )}
    </div>
  )
}
