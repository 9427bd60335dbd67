import { Slider } from '@base-ui/react/slider'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './player-bar.module.css'
import type { Player } from './use-player.ts'

const seekStep = 0.05

/** Play, position and volume of a video or an audio file. */
export function PlayerBar({ player, mutes }: { readonly player: Player; readonly mutes: boolean }) {
  const { media, format } = useWords()
  return (
    <div className={styles.bar}>
      <IconButton
        label={player.playing ? media.pause : media.play}
        icon={player.playing ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
        onClick={player.toggle}
      />
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
      {mutes && (
        <IconButton
          label={player.muted ? media.unmute : media.mute}
          icon={player.muted ? <VolumeX /> : <Volume2 />}
          onClick={() => player.setMuted(!player.muted)}
        />
      )}
    </div>
  )
}
