/**
 * The zoom of an image in its window: its scale in CSS pixels per image pixel, and the offset of its centre
 * from the window's.
 */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

const largestScale = 16
/** One image pixel per pixel of the densest screens. */
const leastScale = 0.25

/** The scale at which the whole image fills its window. */
export function fitScale(image: Size, room: Size): number {
  return Math.min(room.width / image.width, room.height / image.height)
}

/**
 * The zoom after scaling by a factor around a point, which is relative to the window's centre; never smaller
 * than the whole image, or than its pixels where they need less room.
 */
export function zoomAt(zoom: Zoom, factor: number, point: Point, image: Size, room: Size): Zoom {
  const least = Math.min(leastScale, fitScale(image, room))
  const scale = Math.min(largestScale, Math.max(least, zoom.scale * factor))
  const by = scale / zoom.scale
  return hold(
    { scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by },
    image,
    room,
  )
}

/** What a key moves an image by, as a share of its window. */
const keyShare = 1 / 8
const directions = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
} as const
export type ArrowKey = keyof typeof directions
export const arrowKeys = Object.keys(directions) as readonly ArrowKey[]

/** How an arrow moves an image, so that what lies on its side comes into view. */
export function panOfKey(key: ArrowKey, room: Size): Point {
  const { x, y } = directions[key]
  return { x: x * room.width * keyShare, y: y * room.height * keyShare }
}

export function pan(zoom: Zoom, by: Point, image: Size, room: Size): Zoom {
  return hold({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, image, room)
}

/** Keeps the image's edges at or outside the window's; an image that fits stays centred. */
function hold(zoom: Zoom, image: Size, room: Size): Zoom {
  const slackX = Math.max(0, (image.width * zoom.scale - room.width) / 2)
  const slackY = Math.max(0, (image.height * zoom.scale - room.height) / 2)
  return {
    scale: zoom.scale,
    x: clamp(zoom.x, -slackX, slackX),
    y: clamp(zoom.y, -slackY, slackY),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
