import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ArrowKey, fitScale, type Point, pan, panOfKey, type Size, type Zoom, zoomAt } from './zoom.ts'

const middle: Point = { x: 0, y: 0 }
/** A pointer that moved no more than this between press and release has clicked, in CSS pixels. */
const clickSlack = 4

/** The zoom of an image in its window, and its controls; sizes are null until they are known. */
export function useZoom(image: Size | null, room: Size | null) {
  /** Null while the image is fitted, at any window size. */
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const grip = useRef<Point | null>(null)
  const moved = useRef(0)
  /** Where to zoom as soon as the image is there. */
  const wished = useRef<Point | null>(null)
  const fitted: Zoom | null = image && room ? { scale: fitScale(image, room), ...middle } : null
  const shown = zoom ?? fitted
  /** One image pixel per screen pixel. */
  const actual = 1 / devicePixelRatio

  function zoomBy(factor: number, point: Point = middle) {
    if (!shown || !image || !room) return
    const fit = fitScale(image, room)
    // An image that is shown smaller than its window grows from there.
    if (factor < 1 && shown.scale <= fit) return
    const next = zoomAt(shown, factor, point, image, room)
    setZoom(factor < 1 && next.scale <= fit ? null : next)
  }

  function toggle(point: Point = middle) {
    if (!image || !room) wished.current = wished.current ? null : point
    else if (zoom) setZoom(null)
    else if (shown && shown.scale !== actual) setZoom(zoomAt(shown, actual / shown.scale, point, image, room))
  }

  function panBy(by: Point) {
    if (zoom && image && room) setZoom(pan(zoom, by, image, room))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an image that has come meets the wish.
  useEffect(() => {
    const point = wished.current
    if (!point || !image || !room) return
    wished.current = null
    toggle(point)
  }, [image, room])

  const dragging = {
    onPointerDown(event: PointerEvent) {
      moved.current = 0
      // A whole image is not moved: it can be dragged out.
      if (!zoom) return
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
  }

  const share = (shown?.scale ?? actual) / actual
  return {
    shown,
    zoomed: zoom !== null,
    share,
    /** What a click does: to the pixels, which may be larger or smaller, or back; absent where that changes nothing. */
    click: zoom || share > 1 ? ('out' as const) : share < 1 ? ('in' as const) : undefined,
    zoomBy,
    toggle,
    panByKey: (key: ArrowKey) => room && panBy(panOfKey(key, room)),
    fit: () => setZoom(null),
    /** Whether the last press panned the image, so that its release is no click. */
    hasPanned: () => moved.current > clickSlack,
    dragging,
  }
}
