import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isTooLargeToShow } from '../../../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../../shared/bridge/views.ts'
import { DamagedNote, TooLarge } from '../../../media/media-view.tsx'
import { NotShown } from '../../../media/not-shown.tsx'
import { followFrames } from '../../../media/step-frame.ts'
import { useDecodedAudio } from '../../../media/use-decoded-audio.ts'
import { pointIn, useSize, useWheel, wheelFactor } from '../../../media/use-frame.ts'
import { Waveform } from '../../../media/waveform.tsx'
import { type ArrowKey, type Point, panOfKey, type Size } from '../../../media/zoom.ts'
import { transformOf } from '../../../media/zoom-view.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { LibraryStore } from '../library-store.ts'
import { MissingFile } from '../missing-file.tsx'
import styles from './compare.module.css'
import type { StepPlayback } from './step-playback.ts'
import { isOnImage, pannedBy, type StepZoom, toggledPixels, zoomedBy, zoomOf } from './step-zoom.ts'

/** The zoom that all frames share. */
export interface SharedZoom {
  readonly zoom: StepZoom | null
  set(zoom: StepZoom | null): void
  /** Each frame, by its number, says for itself what the keys do to all of them. */
  readonly frames: Map<number, ZoomControls>
}

/** What zooms and moves all frames, as seen from one. */
export interface ZoomControls {
  /** Between whole images and the pixels of this one. */
  toggle(): void
  zoomBy(factor: number): void
  panByKey(key: ArrowKey): void
}

interface CompareFrameProps {
  readonly library: LibraryStore
  readonly item: LibraryItem
  readonly index: number
  readonly shared: SharedZoom
  readonly playback: StepPlayback
  /** 0 up to 1; 0 mutes. */
  readonly volume: number
  /** Played so far, as a share; for a waveform. */
  readonly played: number
  readonly videoRef?: (video: HTMLVideoElement | null) => void
}

const middle: Point = { x: 0, y: 0 }
/** A pointer that moved no more than this has clicked, in CSS pixels. */
const clickSlack = 4

/** One of the compared files in its frame; a missing or a damaged one says so. */
export function CompareFrame(props: CompareFrameProps) {
  const { library, item } = props
  const [broken, setBroken] = useState(false)
  if (item.state !== 'saved' || item.failure !== null) return <MissingFile library={library} item={item} />
  if (isTooLargeToShow(item)) return <TooLarge file={item} />
  if (broken) return <NotShown kind={item.kind} />
  if (item.kind === 'audio') return <AudioFrame {...props} onBroken={() => setBroken(true)} />
  return <PixelFrame {...props} onBroken={() => setBroken(true)} />
}

interface BrokenProps extends CompareFrameProps {
  readonly onBroken: () => void
}

function PixelFrame({ item, index, shared, playback, volume, videoRef, onBroken }: BrokenProps) {
  const { media } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const room = useSize(frame)
  const [size, setSize] = useState<Size | null>(null)
  const handlers = useStepZoom(frame, { index, shared, image: size, room })
  const video = useRef<HTMLVideoElement>(null)
  usePlayable(video, playback, volume)
  useEffect(() => (video.current ? followFrames(video.current) : undefined), [])
  const name = media.of(item.kind, item.prompt)
  const style = size && room ? transformOf(zoomOf(shared.zoom, size, room), size) : transformOf(null, null)
  return (
    <div ref={frame} className={styles.frame} data-zoomed={shared.zoom !== null || undefined} {...handlers}>
      {item.kind === 'image' && <DamagedNote file={item} />}
      {item.kind === 'image' ? (
        <img
          className={styles.medium}
          src={fileRoute(item.fileId)}
          alt={name}
          draggable={false}
          style={style}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={onBroken}
        />
      ) : (
        <video
          ref={(element) => {
            video.current = element
            videoRef?.(element)
          }}
          className={styles.medium}
          src={fileRoute(item.fileId)}
          aria-label={name}
          muted
          playsInline
          preload="auto"
          style={style}
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            width > 0 ? setSize({ width, height }) : onBroken()
          }
          onError={onBroken}
        />
      )}
    </div>
  )
}

function AudioFrame({ item, playback, volume, played, onBroken }: BrokenProps) {
  const { media } = useWords()
  const audio = useRef<HTMLAudioElement>(null)
  const source = fileRoute(item.fileId)
  const decoding = useDecodedAudio(source)
  usePlayable(audio, playback, volume)
  return (
    <div className={styles.audio}>
      {decoding.phase === 'ready' && <Waveform peaks={decoding.audio.peaks} played={Math.min(1, played)} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the service makes no captions. */}
      <audio
        ref={audio}
        src={source}
        aria-label={media.of('audio', item.prompt)}
        preload="auto"
        onError={onBroken}
      />
    </div>
  )
}

function usePlayable(element: RefObject<HTMLMediaElement | null>, playback: StepPlayback, volume: number) {
  useEffect(() => (element.current ? playback.add(element.current) : undefined), [element, playback])
  useEffect(() => {
    if (!element.current) return
    element.current.muted = volume === 0
    if (volume > 0) element.current.volume = volume
  }, [element, volume])
}

interface InFrame {
  readonly index: number
  readonly shared: SharedZoom
  readonly image: Size | null
  readonly room: Size | null
}

/** The wheel zooms all, dragging moves all, a click on the image shows the pixels at that point and the next one returns. */
export function useStepZoom(frame: RefObject<HTMLElement | null>, { index, shared, image, room }: InFrame) {
  const grip = useRef<Point | null>(null)
  const moved = useRef(0)
  const latest = useRef(shared)
  latest.current = shared

  function toggle(point: Point = middle) {
    if (image && room)
      latest.current.set(toggledPixels(latest.current.zoom, point, image, room, devicePixelRatio))
  }

  function zoomBy(factor: number, point: Point = middle) {
    if (image && room) latest.current.set(zoomedBy(latest.current.zoom, factor, point, image, room))
  }

  function panBy(by: Point) {
    const { zoom } = latest.current
    if (zoom && image && room) latest.current.set(pannedBy(zoom, by, image, room))
  }

  useEffect(() => {
    const { frames } = shared
    frames.set(index, {
      toggle: () => toggle(),
      zoomBy: (factor) => zoomBy(factor),
      panByKey: (key) => room && panBy(panOfKey(key, room)),
    })
    return () => void frames.delete(index)
  })
  useWheel(frame, (delta, point) => zoomBy(wheelFactor(delta), point))
  return {
    onPointerDown(event: PointerEvent) {
      moved.current = 0
      if (!shared.zoom || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent) {
      if (!grip.current) return
      const by = { x: event.clientX - grip.current.x, y: event.clientY - grip.current.y }
      grip.current = { x: event.clientX, y: event.clientY }
      moved.current += Math.hypot(by.x, by.y)
      panBy(by)
    },
    onPointerUp() {
      grip.current = null
    },
    onClick(event: React.MouseEvent) {
      const point = pointIn(event.currentTarget, event)
      const isClick = event.detail === 1 && moved.current <= clickSlack
      if (isClick && image && room && isOnImage(latest.current.zoom, point, image, room)) toggle(point)
    },
  }
}
