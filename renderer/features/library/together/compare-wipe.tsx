import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { fileRoute } from '../../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../../shared/bridge/views.ts'
import { NotShown } from '../../../media/not-shown.tsx'
import { useSize } from '../../../media/use-frame.ts'
import type { Size } from '../../../media/zoom.ts'
import { transformOf } from '../../../media/zoom-view.tsx'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './compare.module.css'
import { type SharedZoom, useStepZoom } from './compare-frame.tsx'
import { zoomOf } from './step-zoom.ts'

interface CompareWipeProps {
  readonly one: LibraryItem
  readonly other: LibraryItem
  readonly shared: SharedZoom
}

/** Two images over each other: the first is seen before a line, the second after it. */
export function CompareWipe({ one, other, shared }: CompareWipeProps) {
  const words = useTogetherWords()
  const { format } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const room = useSize(frame)
  /** Of the frame's width, in percent. */
  const [line, setLine] = useState(50)
  const [size, setSize] = useState<Size | null>(null)
  const handlers = useStepZoom(frame, { index: 0, shared, image: size, room })
  useEffect(() => slider.current?.focus(), [])

  function drag({ clientX, buttons }: PointerEvent) {
    const bounds = frame.current?.getBoundingClientRect()
    if (!bounds || buttons === 0) return
    setLine(Math.max(0, Math.min(100, ((clientX - bounds.left) / bounds.width) * 100)))
  }

  return (
    <div className={styles.wipe}>
      <div ref={frame} className={styles.frame} data-zoomed={shared.zoom !== null || undefined} {...handlers}>
        <Layer item={other} shared={shared} room={room} clip={`inset(0 0 0 ${line}%)`} />
        <Layer item={one} shared={shared} room={room} clip={`inset(0 ${100 - line}% 0 0)`} onSize={setSize} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider below does the same by keyboard. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
        <div
          className={styles.line}
          style={{ insetInlineStart: `${line}%` }}
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => {
            event.stopPropagation()
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={drag}
        />
      </div>
      <input
        ref={slider}
        type="range"
        className={styles.wipeSlider}
        aria-label={words.wipeLine}
        aria-valuetext={words.wiped(format.percent(line / 100))}
        min={0}
        max={100}
        step="any"
        value={line}
        onChange={({ target }) => setLine(target.valueAsNumber)}
        onKeyDown={(event) => {
          const to = lineAfter(event, line)
          if (to === null) return
          event.preventDefault()
          setLine(Math.max(0, Math.min(100, to)))
        }}
      />
    </div>
  )
}

/** Arrows move the line, with Shift a little; null for another key. */
function lineAfter({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, line: number): number | null {
  const by = shiftKey ? 0.5 : 5
  if (key === 'ArrowLeft') return line - by
  if (key === 'ArrowRight') return line + by
  if (key === 'Home') return 0
  return key === 'End' ? 100 : null
}

interface LayerProps {
  readonly item: LibraryItem
  readonly shared: SharedZoom
  readonly room: Size | null
  readonly clip: string
  readonly onSize?: (size: Size) => void
}

function Layer({ item, shared, room, clip, onSize }: LayerProps) {
  const { media } = useWords()
  const [size, setSize] = useState<Size | null>(null)
  const [broken, setBroken] = useState(false)
  return (
    <div className={styles.layer} style={{ clipPath: clip }}>
      {broken ? (
        <NotShown kind="image" />
      ) : (
        <img
          className={styles.medium}
          src={fileRoute(item.fileId)}
          alt={media.of(item.kind, item.prompt)}
          draggable={false}
          style={size && room ? transformOf(zoomOf(shared.zoom, size, room), size) : transformOf(null, null)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setSize({ width, height })
            onSize?.({ width, height })
          }}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  )
}
