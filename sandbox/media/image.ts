import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import { chooseSize, type Size } from './frame-size.ts'
import { decodeInputs, drawCover } from './given-media.ts'
import type { ImageOrder } from './render-order.ts'
import { createScene, type Scene } from './scene.ts'
import { sniffMedia } from './sniff-media.ts'

const grain = 0.05

/** Renders an image as PNG: a new one, or over the edited image. A strength of 0 leaves that unchanged. */
export async function renderImage(order: ImageOrder): Promise<Uint8Array> {
  const { key, prompt, strength } = order
  const { base, hue } = await decodeInputs(order.inputs)
  const isKept = order.followsInput && strength === 0
  // Its own bytes: a canvas rounds the colours of half-transparent pixels.
  if (isKept && order.inputs.base && isPng(order.inputs.base.bytes)) return order.inputs.base.bytes
  const { width, height } = base && order.followsInput ? followShape(order, base, isKept) : order
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const scene = createScene({ key, prompt, width, height, grain, hue })
  if (base) paintOver(context, base, scene, strength)
  else scene.paint(context, 0)
  return canvas.encode('png')
}

function isPng(bytes: Uint8Array): boolean {
  return sniffMedia(bytes)?.mediaType === 'image/png'
}

/** No side of a canvas is longer, in pixels. */
const canvasCap = 8192

/** The shape of a given image at the usual size, or at its own. */
function followShape(
  { width, height }: Size,
  { width: across, height: down }: Size,
  keepsSize: boolean,
): Size {
  const own = Math.max(across, down)
  const longSide = keepsSize ? Math.min(own, canvasCap) : Math.max(width, height)
  return chooseSize({ ratio: `${across}:${down}`, longSide, cap: longSide, multiple: 1 })
}

/** Without a strength the new image contributes its light; with one it covers that share of the old. */
function paintOver(context: SKRSContext2D, base: Image, scene: Scene, strength: number | null): void {
  drawCover(context, base, 1)
  context.globalAlpha = strength ?? 0.9
  context.globalCompositeOperation = strength === null ? 'soft-light' : 'source-over'
  scene.paintOnto(context, 0)
}
