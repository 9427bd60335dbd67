import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { drawCover, type GivenPictures } from './given-pictures.ts'
import type { Scene } from './scene.ts'
import type { Painter } from './stage.ts'

/** How much nearer the camera comes to a given picture. */
const pushIn = 0.07

/**
 * Paints a film's frames: a given start image is exactly the first, a given end image exactly the last, and what lies
 * between leads from one to the other. `last` is the time of the last frame in seconds.
 */
export function createFilmPainter(scene: Scene, { start, end }: GivenPictures, last: number): Painter {
  return (context, seconds) => {
    const share = last > 0 ? seconds / last : 0
    if (start) drawCover(context, start, 1 + pushIn * share)
    else scene.paint(context, seconds)
    if (start && !end) lendLight(context, scene, seconds, share)
    if (end) dissolveInto(context, end, share)
  }
}

/** The scene's light falls over the picture, from nothing at the beginning. */
function lendLight(context: SKRSContext2D, scene: Scene, seconds: number, share: number): void {
  if (share === 0) return
  context.save()
  context.globalAlpha = 0.35 * Math.sin(share * Math.PI * 0.5)
  context.globalCompositeOperation = 'soft-light'
  scene.paintOnto(context, seconds)
  context.restore()
}

function dissolveInto(context: SKRSContext2D, end: Image, share: number): void {
  const passed = Math.min(1, Math.max(0, (share - 0.3) / 0.7))
  context.save()
  context.globalAlpha = passed * passed * (3 - 2 * passed)
  drawCover(context, end, 1 + pushIn * (1 - share))
  context.restore()
}
