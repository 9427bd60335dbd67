import type { Poster } from './poster-queue.ts'
import { posterQuality, posterSize } from './poster-size.ts'

/** Films often begin black; a tenth in there is something to see. */
const posterMoment = 0.1
const patienceMs = 15_000

/** A film's thumbnail, drawn from a hidden player. */
export async function drawFilm(url: string): Promise<Poster> {
  const film = document.createElement('video')
  film.muted = true
  film.preload = 'auto'
  film.src = url
  try {
    await heard(film, 'loadeddata')
    const moment = film.duration * posterMoment
    if (Number.isFinite(moment) && moment > 0) {
      film.currentTime = moment
      await heard(film, 'seeked')
    }
    const jpeg = await drawFrame(film)
    const durationSeconds = Number.isFinite(film.duration) ? film.duration : null
    return { jpeg, width: film.videoWidth, height: film.videoHeight, durationSeconds }
  } finally {
    film.removeAttribute('src')
    film.load()
  }
}

async function drawFrame(film: HTMLVideoElement): Promise<Blob> {
  const size = posterSize(film.videoWidth, film.videoHeight)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.drawImage(film, 0, 0, size.width, size.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
}

function heard(film: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const patience = setTimeout(() => finish(new Error(`No ${name} in time.`)), patienceMs)
    function finish(problem: Error | null) {
      over.abort()
      clearTimeout(patience)
      if (problem) reject(problem)
      else resolve()
    }
    film.addEventListener(name, () => finish(null), { signal: over.signal })
    film.addEventListener('error', () => finish(new Error('The film can’t be read.')), {
      signal: over.signal,
    })
  })
}
