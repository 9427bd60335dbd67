import type { Poster } from './poster-queue.ts'
import { posterQuality, posterSize } from './poster-size.ts'

/** Videos often begin black; after a tenth there is something to see. */
const posterMoment = 0.1
const patienceMs = 15_000

/** A video's thumbnail, drawn from a hidden player. */
export async function drawVideo(url: string): Promise<Poster> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = url
  try {
    await received(video, 'loadeddata')
    const moment = video.duration * posterMoment
    if (Number.isFinite(moment) && moment > 0) {
      video.currentTime = moment
      await received(video, 'seeked')
    }
    const jpeg = await drawFrame(video)
    const durationSeconds = Number.isFinite(video.duration) ? video.duration : null
    return { jpeg, width: video.videoWidth, height: video.videoHeight, durationSeconds }
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const size = posterSize(video.videoWidth, video.videoHeight)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.drawImage(video, 0, 0, size.width, size.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
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
