import { fitScale, type Point, pan, type Size, type Zoom, zoomAt } from '../../../media/zoom.ts'

/**
 * One zoom for several images, whatever their sizes: how many times as large as the whole image in its frame, and which
 * point of the image is in the middle, as shares of its width and height.
 */
export interface StepZoom {
  readonly times: number
  readonly x: number
  readonly y: number
}

const still: Point = { x: 0, y: 0 }

/** Of one image in its frame; null: the whole image. */
export function zoomOf(zoom: StepZoom | null, image: Size, room: Size): Zoom {
  const fit = fitScale(image, room)
  if (!zoom) return { scale: fit, ...still }
  const scale = fit * zoom.times
  const x = (0.5 - zoom.x) * image.width * scale
  const y = (0.5 - zoom.y) * image.height * scale
  return pan({ scale, x, y }, still, image, room)
}

function stepOf({ scale, x, y }: Zoom, image: Size, room: Size): StepZoom | null {
  const times = scale / fitScale(image, room)
  if (Math.abs(times - 1) < 1e-6) return null
  return { times, x: 0.5 - x / (image.width * scale), y: 0.5 - y / (image.height * scale) }
}

/** All are enlarged around a point of this one, which is relative to the middle of its frame; no image gets smaller than whole. */
export function zoomedBy(
  zoom: StepZoom | null,
  factor: number,
  point: Point,
  image: Size,
  room: Size,
): StepZoom | null {
  const next = zoomAt(zoomOf(zoom, image, room), factor, point, image, room)
  return factor < 1 && next.scale <= fitScale(image, room) ? null : stepOf(next, image, room)
}

/** All are moved as this one is. */
export function pannedBy(zoom: StepZoom, by: Point, image: Size, room: Size): StepZoom | null {
  return stepOf(pan(zoomOf(zoom, image, room), by, image, room), image, room)
}

/** Between whole images and one pixel of this one a screen pixel, around a point; the others show the same part as large. */
export function toggledPixels(
  zoom: StepZoom | null,
  point: Point,
  image: Size,
  room: Size,
  pixelRatio: number,
): StepZoom | null {
  if (zoom) return null
  const whole = zoomOf(null, image, room)
  return stepOf(zoomAt(whole, 1 / pixelRatio / whole.scale, point, image, room), image, room)
}

/** Whether a point of the frame, relative to its middle, lies on the image. */
export function isOnImage(zoom: StepZoom | null, { x, y }: Point, image: Size, room: Size): boolean {
  const shown = zoomOf(zoom, image, room)
  return (
    Math.abs(x - shown.x) * 2 <= image.width * shown.scale &&
    Math.abs(y - shown.y) * 2 <= image.height * shown.scale
  )
}
