/** Where a picture lies in its window: its scale in CSS pixels a picture pixel, and its middle's way from the window's. */
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

/** The scale at which the whole picture is seen, never larger than its pixels. */
export function fitScale(picture: Size, room: Size): number {
  return Math.min(1, room.width / picture.width, room.height / picture.height)
}

/** The zoom after scaling by a factor around a point, which is measured from the window's middle. */
export function zoomAt(zoom: Zoom, factor: number, point: Point, picture: Size, room: Size): Zoom {
  const least = fitScale(picture, room)
  const scale = Math.min(largestScale, Math.max(least, zoom.scale * factor))
  const by = scale / zoom.scale
  return hold(
    { scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by },
    picture,
    room,
  )
}

export function pan(zoom: Zoom, by: Point, picture: Size, room: Size): Zoom {
  return hold({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, picture, room)
}

/** Keeps the picture's edges at or outside the window's; a picture that fits stays in the middle. */
function hold(zoom: Zoom, picture: Size, room: Size): Zoom {
  const slackX = Math.max(0, (picture.width * zoom.scale - room.width) / 2)
  const slackY = Math.max(0, (picture.height * zoom.scale - room.height) / 2)
  return {
    scale: zoom.scale,
    x: clamp(zoom.x, -slackX, slackX),
    y: clamp(zoom.y, -slackY, slackY),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
