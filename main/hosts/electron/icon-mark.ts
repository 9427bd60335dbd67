import type { NativeImage } from 'electron'
import type { ElectronModule } from './electron-module.ts'

type Point = readonly [x: number, y: number]

/** Atelier's mark in a square of one: an arch over a dot. */
const feet: readonly [Point, Point, Point] = [
  [0.2, 0.82],
  [0.5, 0.2],
  [0.8, 0.82],
]
const dot = { center: [0.5, 0.66] as Point, radius: 0.11 }
const stroke = 0.055

/** The mark as an image, drawn here: `side` in pixels, `color` as red, green and blue. */
export function drawMark(
  { nativeImage }: Pick<ElectronModule, 'nativeImage'>,
  side: number,
  color: readonly [number, number, number],
): NativeImage {
  const [red, green, blue] = color
  const pixels = Buffer.alloc(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const cover = coverAt([(x + 0.5) / side, (y + 0.5) / side], side)
      const alpha = Math.round(cover * 255)
      // Premultiplied, in Chromium's order.
      pixels.set([blue * cover, green * cover, red * cover, alpha].map(Math.round), (y * side + x) * 4)
    }
  return nativeImage.createFromBitmap(pixels, { width: side, height: side })
}

function coverAt(point: Point, side: number): number {
  const [left, top, right] = feet
  const distance = Math.min(
    toLine(point, left, top) - stroke,
    toLine(point, top, right) - stroke,
    Math.hypot(point[0] - dot.center[0], point[1] - dot.center[1]) - dot.radius,
  )
  return Math.min(1, Math.max(0, 0.5 - distance * side))
}

function toLine([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const along = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy)
}
