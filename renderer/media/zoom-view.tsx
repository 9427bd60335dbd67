import { Maximize, Scan, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useKeys } from '../shell/keys.ts'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import { fitScale, type Point, pan, type Size, type Zoom, zoomAt } from './zoom.ts'
import styles from './zoom-view.module.css'

interface ZoomViewProps {
  readonly source: string
  readonly name: string
}

const middle: Point = { x: 0, y: 0 }
const buttonStep = 1.5
const wheelSpeed = 0.0015

/** A picture that can be looked at to its pixels: wheel and buttons zoom, dragging pans, Z goes back and forth. */
export function ZoomView({ source, name }: ZoomViewProps) {
  const { media, format } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<Size | null>(null)
  const [failed, setFailed] = useState(false)
  const room = useSize(frame)
  /** Null while the picture is fitted, whatever size the window takes. */
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const drag = useRef<Point | null>(null)
  const fitted: Zoom | null = picture && room ? { scale: fitScale(picture, room), ...middle } : null
  const shown = zoom ?? fitted
  const actual = 1 / devicePixelRatio

  function zoomBy(factor: number, point: Point) {
    if (!shown || !picture || !room) return
    const next = zoomAt(shown, factor, point, picture, room)
    setZoom(next.scale <= fitScale(picture, room) ? null : next)
  }

  function toggle(point: Point) {
    if (!shown) return
    if (zoom) setZoom(null)
    else zoomBy(actual / shown.scale, point)
  }

  useKeys([{ key: 'z', run: () => toggle(middle) }])
  useWheel(frame, (delta, point) => zoomBy(Math.exp(-delta * wheelSpeed), point))

  function move(event: PointerEvent) {
    if (!drag.current || !zoom || !picture || !room) return
    const by = { x: event.clientX - drag.current.x, y: event.clientY - drag.current.y }
    drag.current = { x: event.clientX, y: event.clientY }
    setZoom(pan(zoom, by, picture, room))
  }

  if (failed) return <p className={styles.failed}>{media.cannotShow}</p>
  return (
    <div className={styles.view}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same by keyboard. */}
      <div
        ref={frame}
        className={styles.frame}
        data-zoomed={zoom !== null || undefined}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null
        }}
        onDoubleClick={(event) => toggle(pointIn(event.currentTarget, event))}
      >
        <img
          className={styles.picture}
          src={source}
          alt={name}
          draggable={false}
          style={transformOf(shown, picture)}
          data-pixels={(shown?.scale ?? 0) >= 3 || undefined}
          onLoad={(event) => {
            const { naturalWidth: width, naturalHeight: height } = event.currentTarget
            setPicture({ width, height })
          }}
          onError={() => setFailed(true)}
        />
      </div>
      <div className={styles.controls}>
        <IconButton label={media.zoomOut} icon={<ZoomOut />} onClick={() => zoomBy(1 / buttonStep, middle)} />
        <span className={styles.scale}>{format.percent((shown?.scale ?? 1) / actual)}</span>
        <IconButton label={media.zoomIn} icon={<ZoomIn />} onClick={() => zoomBy(buttonStep, middle)} />
        <IconButton
          label={zoom ? media.zoomFitLong : media.zoomActualLong}
          shortcut="Z"
          icon={zoom ? <Maximize /> : <Scan />}
          onClick={() => toggle(middle)}
        />
      </div>
    </div>
  )
}

function transformOf(zoom: Zoom | null, picture: Size | null) {
  if (!zoom || !picture) return { visibility: 'hidden' as const }
  return {
    width: picture.width,
    height: picture.height,
    transform: `translate(-50%, -50%) translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
  }
}

function useSize(element: { readonly current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() =>
      setSize({ width: watched.clientWidth, height: watched.clientHeight }),
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** React listens for wheels passively; this one must keep the page from scrolling. */
function useWheel(
  element: { readonly current: HTMLElement | null },
  onWheel: (delta: number, point: Point) => void,
) {
  const latest = useRef(onWheel)
  latest.current = onWheel
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    function turn(event: WheelEvent) {
      event.preventDefault()
      latest.current(event.deltaY, pointIn(event.currentTarget as Element, event))
    }
    watched.addEventListener('wheel', turn, { passive: false })
    return () => watched.removeEventListener('wheel', turn)
  }, [element])
}

/** Where the pointer is, from the middle of the element. */
function pointIn(element: Element, event: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
}
