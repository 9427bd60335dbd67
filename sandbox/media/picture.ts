import { createCanvas } from '@napi-rs/canvas'
import type { PictureOrder } from './render-order.ts'
import { createScene } from './scene.ts'

/** Renders a picture as PNG. */
export async function renderPicture({ key, prompt, width, height }: PictureOrder): Promise<Uint8Array> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  createScene({ key, prompt, width, height, grain: 0.05 }).paint(context, 0)
  return canvas.encode('png')
}
