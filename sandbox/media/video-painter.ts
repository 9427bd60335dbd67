import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { drawCover, type GivenMedia } from './given-media.ts'
import type { Scene } from './scene.ts'
import type { VideoReader } from './video-reader.ts'

/** Paints a video's frame at a time in seconds; times never decrease. */
export type VideoPainter = (context: SKRSContext2D, seconds: number) => Promise<void> | void

/** How much the camera zooms into a given image. */
const pushIn = 0.07
/** The maximum share of a given video in the result, before the scene takes over. */
const startVideoShare = 0.5
/** Seconds of the cross-fade from a given video to the scene. */
const crossFade = 1.5

/** Paints a video's frames from the inputs; `last` is the time of the last frame in seconds. */
export function createVideoPainter(scene: Scene, given: GivenMedia, last: number): VideoPainter {
  if (given.editVideo) return editVideo(scene, given.editVideo)
  if (given.startVideo) return continueVideo(scene, given.startVideo, last)
  return moveImages(scene, given, last)
}

/**
 * The given video's own frames in the light and colours of the scene, without its shapes. If it ends early, its
 * last frame stays.
 */
function editVideo(scene: Scene, video: VideoReader): VideoPainter {
  return async (context, seconds) => {
    drawCover(context, await video.frameAt(seconds), 1)
    context.save()
    context.filter = `blur(${Math.round(context.canvas.width / 8)}px)`
    blendScene(context, scene, seconds, { mode: 'soft-light', alpha: 0.6 })
    blendScene(context, scene, seconds, { mode: 'color', alpha: 0.4 })
    context.restore()
  }
}

/** The given video from its beginning, then a cross-fade into the scene. */
function continueVideo(scene: Scene, video: VideoReader, last: number): VideoPainter {
  const alone = Math.min(video.seconds, last * startVideoShare)
  const fade = Math.min(crossFade, last - alone)
  return async (context, seconds) => {
    const passed = fade > 0 ? (seconds - alone) / fade : 0
    if (passed < 1) drawCover(context, await video.frameAt(seconds), 1)
    blendScene(context, scene, seconds, { mode: 'source-over', alpha: easeInOut(passed) })
  }
}

/**
 * A given start image is exactly the first frame, a given end image exactly the last, and the frames between
 * lead from one to the other.
 */
function moveImages(scene: Scene, { start, end }: GivenMedia, last: number): VideoPainter {
  return (context, seconds) => {
    const share = last > 0 ? seconds / last : 0
    if (start) drawCover(context, start, 1 + pushIn * share)
    else scene.paint(context, seconds)
    if (start && !end) {
      const alpha = 0.35 * Math.sin(share * Math.PI * 0.5)
      blendScene(context, scene, seconds, { mode: 'soft-light', alpha })
    }
    if (end) dissolveInto(context, end, share)
  }
}

interface Blending {
  readonly mode: 'soft-light' | 'color' | 'source-over'
  readonly alpha: number
}

function blendScene(context: SKRSContext2D, scene: Scene, seconds: number, { mode, alpha }: Blending): void {
  if (alpha <= 0) return
  context.save()
  context.globalAlpha = alpha
  context.globalCompositeOperation = mode
  scene.paintOnto(context, seconds)
  context.restore()
}

function dissolveInto(context: SKRSContext2D, end: Image, share: number): void {
  context.save()
  context.globalAlpha = easeInOut((share - 0.3) / 0.7)
  drawCover(context, end, 1 + pushIn * (1 - share))
  context.restore()
}

function easeInOut(share: number): number {
  const held = Math.min(1, Math.max(0, share))
  return held * held * (3 - 2 * held)
}
