import { Slider } from '@base-ui/react/slider'
import { Maximize2, Pause, Play, Repeat, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useKeys } from '../shell/keys.ts'
import { IconButton } from '../ui/button.tsx'
import { useViewingWords } from '../words/viewing-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './player-bar.module.css'
import {
  type Points as LoopPoints,
  loopedPart,
  type Player,
  slowest,
  speedAfter,
  speeds,
  withPoint,
} from './use-player.ts'

const seekStep = 0.05
const volumeStep = 0.05
/** By Page up and Page down. */
const largeSeekStep = 5
const largeVolumeStep = 0.2

interface PlayerBarProps {
  readonly player: Player
  /** What only a video has. */
  readonly video?: {
    readonly onStep: (by: 1 | -1) => void
    readonly onFullScreen: () => void
  }
}

/** Plays, seeks and loops a video or an audio file, and sets how loud it is. */
export function PlayerBar({ player, video }: PlayerBarProps) {
  const { format } = useWords()
  const words = useViewingWords()
  const { duration, muted, volume } = player
  const isSilent = muted || volume === 0
  return (
    <div className={styles.bar}>
      <IconButton
        label={player.playing ? words.pause : words.play}
        icon={player.playing ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
        onClick={player.toggle}
      />
      {video && (
        <span className={styles.frames}>
          <IconButton
            label={words.previousFrame}
            shortcut=","
            icon={<StepBack />}
            onClick={() => video.onStep(-1)}
          />
          <IconButton
            label={words.nextFrame}
            shortcut="."
            icon={<StepForward />}
            onClick={() => video.onStep(1)}
          />
        </span>
      )}
      <span className={styles.seek}>
        {/* A paused video is stepped frame by frame: whole seconds would not tell where. */}
        <span className={styles.time} data-exact={video ? '' : undefined}>
          {(video && !player.playing ? format.exactClock : format.clock)(player.seconds)}
        </span>
        <Track
          label={words.position}
          most={duration || 1}
          step={seekStep}
          largeStep={largeSeekStep}
          value={Math.min(player.seconds, duration || 1)}
          valueText={format.clock}
          part={loopedPart(player.points, duration)}
          onChange={player.seek}
        />
        <span className={styles.time}>{format.clock(duration)}</span>
      </span>
      <Points player={player} isVideo={video !== undefined} />
      <IconButton
        label={words.loop}
        icon={<Repeat />}
        aria-pressed={player.loops}
        onClick={() => player.setLoops(!player.loops)}
      />
      <span className={styles.sound}>
        <IconButton
          label={isSilent ? words.unmute : words.mute}
          icon={isSilent ? <VolumeX /> : <Volume2 />}
          onClick={() => player.setMuted(!isSilent)}
        />
        <Track
          label={words.volume}
          most={1}
          step={volumeStep}
          largeStep={largeVolumeStep}
          value={muted ? 0 : volume}
          valueText={format.percent}
          onChange={player.setVolume}
        />
      </span>
      {video && <IconButton label={words.fullScreen} icon={<Maximize2 />} onClick={video.onFullScreen} />}
    </div>
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}

/** The in and out points of the loop, and how fast it plays. */
function Points({ player, isVideo }: { readonly player: Player; readonly isVideo: boolean }) {
  const { points, speed, setPoints, setSpeed, seconds } = player
  if (!points || !setPoints || speed === undefined || !setSpeed) return null
  return (
    <PointControls
      points={points}
      speed={speed}
      seconds={seconds}
      isVideo={isVideo}
      onPoints={setPoints}
      onSpeed={setSpeed}
    />
  )
}

interface PointControlsProps {
  readonly points: LoopPoints
  readonly speed: number
  readonly seconds: number
  readonly isVideo: boolean
  readonly onPoints: (points: LoopPoints) => void
  readonly onSpeed: (speed: number) => void
}

function PointControls({ points, speed, seconds, isVideo, onPoints, onSpeed }: PointControlsProps) {
  const { format, shell } = useWords()
  const words = useViewingWords()
  const put = (which: 'in' | 'out') => onPoints(withPoint(points, which, seconds))
  useKeys([
    { key: 'i', shift: true, once: true, run: () => put('in') },
    { key: 'o', shift: true, once: true, run: () => put('out') },
  ])
  useKeys(
    [
      { key: '<', run: () => onSpeed(speedAfter(speed, -1)) },
      { key: '>', run: () => onSpeed(speedAfter(speed, 1)) },
    ],
    isVideo,
  )
  const next = speed === speeds.at(-1) ? slowest : speedAfter(speed, 1)
  return (
    <span className={styles.points}>
      {(['in', 'out'] as const).map((which) => (
        <IconButton
          key={which}
          label={words.point(which, points[which] === null ? null : format.exactClock(points[which] ?? 0))}
          aria-pressed={points[which] !== null}
          shortcut={`${shell.keyNames.shift} ${which === 'in' ? 'I' : 'O'}`}
          icon={<span className={styles.sign}>{words.pointSign[which]}</span>}
          onClick={() => put(which)}
        />
      ))}
      {isVideo && (
        <IconButton
          label={words.speed(format.number(speed), format.number(next))}
          icon={<span className={styles.sign}>{words.times(format.number(speed))}</span>}
          shortcut="< >"
          onClick={() => onSpeed(next)}
        />
      )}
    </span>
  )
}

interface TrackProps {
  readonly label: string
  readonly most: number
  readonly step: number
  readonly largeStep: number
  readonly value: number
  readonly valueText: (value: number) => string
  /** The part of it that is marked, as shares of the whole. */
  readonly part?: readonly [from: number, to: number] | null
  readonly onChange: (value: number) => void
}

function Track({ label, most, step, largeStep, value, valueText, part = null, onChange }: TrackProps) {
  // The medium tells its value a moment after it was set: the next key goes on from what was set.
  const [own, setOwn] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the medium tells is newer.
  useEffect(() => setOwn(null), [value])
  return (
    <Slider.Root
      className={styles.slider}
      min={0}
      max={most}
      step={step}
      largeStep={largeStep}
      value={own ?? value}
      onValueChange={(next) => {
        setOwn(next)
        onChange(next)
      }}
    >
      <Slider.Control className={styles.control}>
        <Slider.Track className={styles.track}>
          <Slider.Indicator className={styles.indicator} />
          {part && (
            <span
              data-part
              className={styles.part}
              style={{ insetInlineStart: percent(part[0]), insetInlineEnd: percent(1 - part[1]) }}
            />
          )}
          <Slider.Thumb
            className={styles.thumb}
            aria-label={label}
            getAriaValueText={(_, now) => valueText(now)}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
