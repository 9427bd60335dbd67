// Stands in for ../video-reader.ts where the page of a browser renders: its own player opens the container and decodes.
import { unreadable } from '../render-refusal.ts'
import { createCanvas } from './canvas.mjs'
import { openElement } from './media-element.mjs'

/** Seconds by which a frame counts as begun early: containers round their times to milliseconds. */
const clockTolerance = 0.001
/** Beyond the end of any video that a person gives, in seconds: an unknown length is found by going there. */
const beyond = 1_000_000

/** As there: opens a video of any container that the browser plays. Rejects with RenderRefusal where it holds no frames. */
export async function openVideo(file) {
  const failed = (cause) => unreadable(file.field, 'video', cause)
  const { element, until, close } = openElement('video', file.bytes)
  let shown = -1

  async function show(seconds) {
    const seeked = until('seeked')
    element.currentTime = seconds
    await seeked
  }

  try {
    await until('loadeddata')
    if (element.videoWidth === 0) throw new Error('It has no frames.')
    if (!Number.isFinite(element.duration)) await show(beyond)
  } catch (cause) {
    close()
    throw failed(cause)
  }
  const { videoWidth: width, videoHeight: height } = element
  const seconds = Number.isFinite(element.duration) ? element.duration : element.currentTime
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  return {
    width,
    height,
    seconds,
    async frameAt(at) {
      const target = Math.min(at + clockTolerance, seconds)
      try {
        if (target !== shown) {
          await show(target)
          context.drawImage(element, 0, 0, width, height)
          shown = target
        }
        return canvas
      } catch (cause) {
        throw failed(cause)
      }
    },
    close,
  }
}
