import { readLook } from './look.ts'
import type { Poster } from './poster-queue.ts'
import { posterQuality, posterSize } from './poster-size.ts'

/** Videos often begin black; after a tenth there is something to see. */
const posterMoment = 0.1
const patienceMs = 15_000

/** A video's thumbnail, drawn from a hidden player. */
export function drawVideo(url: string): Promise<Poster> {
  return readFrame(
    url,
    (duration) => duration * posterMoment,
    async (video) => ({
      ...(await drawFrame(video)),
      width: video.videoWidth,
      height: video.videoHeight,
      durationSeconds: Number.isFinite(video.duration) ? video.duration : null,
    }),
  )
}

/** The last frame of a video in its full size, as a PNG file of this name; rejects where it can't be read. */
export function readLastFrame(url: string, name: string): Promise<File> {
  return readFrame(
    url,
    (duration) => duration,
    (video) => drawWhole(video, name),
  )
}

/**
 * The frame that a video shows, in its full size, as a PNG file with its moment in the name; rejects where there is
 * none yet.
 */
export async function readShownFrame(video: HTMLVideoElement, name: string): Promise<File> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) throw new Error('The video shows no frame yet.')
  return drawWhole(video, `${name}-at-${video.currentTime.toFixed(2)}s.png`)
}

async function drawWhole(video: HTMLVideoElement, name: string): Promise<File> {
  const canvas = draw(video, { width: video.videoWidth, height: video.videoHeight })
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

/** Shows a moment of a video in a hidden player and reads that frame. */
async function readFrame<Read>(
  url: string,
  momentOf: (duration: number) => number,
  read: (video: HTMLVideoElement) => Promise<Read>,
): Promise<Read> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = url
  try {
    await received(video, 'loadeddata')
    const moment = momentOf(video.duration)
    if (Number.isFinite(moment) && moment > 0) {
      video.currentTime = moment
      await received(video, 'seeked')
    }
    return await read(video)
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

async function drawFrame(video: HTMLVideoElement): Promise<Pick<Poster, 'jpeg' | 'look'>> {
  const canvas = draw(video, posterSize(video.videoWidth, video.videoHeight))
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
  return { jpeg, look: readLook(canvas) }
}

function draw(
  video: HTMLVideoElement,
  size: { readonly width: number; readonly height: number },
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.drawImage(video, 0, 0, size.width, size.height)
  return canvas
}

function received(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const patience = setTimeout(() => finish(new Error(`No ${name} in time.`)), patienceMs)
    function finish(problem: Error | null) {
      over.abort()
      clearTimeout(patience)
      if (problem) reject(problem)
      else resolve()
    }
    video.addEventListener(name, () => finish(null), { signal: over.signal })
    video.addEventListener('error', () => finish(new Error('The video can’t be read.')), {
      signal: over.signal,
    })
  })
}
