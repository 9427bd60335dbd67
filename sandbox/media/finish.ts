import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from './random.ts'

/** Darkens the corners a little, as a lens does. */
export function paintVignette(context: SKRSContext2D, strength: number): void {
  const { width, height } = context.canvas
  const reach = Math.hypot(width, height) / 2
  const gradient = context.createRadialGradient(
    width / 2,
    height / 2,
    reach * 0.45,
    width / 2,
    height / 2,
    reach,
  )
  gradient.addColorStop(0, 'rgba(8, 6, 18, 0)')
  gradient.addColorStop(1, `rgba(8, 6, 18, ${strength})`)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

const grainTile = 256

/** Fine grain: one tile, placed differently at each call of the returned function. It also hides banding. */
export function createGrain(random: Random, strength: number): (context: SKRSContext2D) => void {
  const tile = createCanvas(grainTile, grainTile)
  const tileContext = tile.getContext('2d')
  const image = tileContext.createImageData(grainTile, grainTile)
  const bytes = image.data
  for (let index = 0; index < bytes.length; index += 4) {
    const value = random.next() + random.next() - 1
    if (value > 0) bytes[index] = bytes[index + 1] = bytes[index + 2] = 255
    bytes[index + 3] = Math.round(Math.abs(value) * 255 * strength)
  }
  tileContext.putImageData(image, 0, 0)
  return (context) => {
    const { width, height } = context.canvas
    const left = -random.whole(0, grainTile - 1)
    const top = -random.whole(0, grainTile - 1)
    for (let y = top; y < height; y += grainTile) {
      for (let x = left; x < width; x += grainTile) context.drawImage(tile, x, y)
    }
  }
}
