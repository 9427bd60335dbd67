import type { MediaKind } from '../../shared/api/media.ts'
import { fileRoute, posterRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { decodeAudio } from './decode-audio.ts'
import { createImageWorker } from './image-worker-client.ts'
import type { Look } from './look.ts'
import type { Poster } from './poster-queue.ts'
import { posterLongSide, posterQuality } from './poster-size.ts'
import { drawVideo } from './video-poster.ts'

const images = createImageWorker()

const makers: Record<MediaKind, (url: string) => Promise<Poster>> = {
  image: images.make,
  video: drawVideo,
  audio: async (url) => {
    const audio = await decodeAudio(url)
    const jpeg = await drawWaveform(audio.peaks)
    return { jpeg, width: null, height: null, durationSeconds: audio.durationSeconds, look: null }
  },
}

/** A thumbnail of a saved file: a JPEG with a long side of at most 512 pixels. */
export function makePoster(file: Pick<FileView, 'fileId' | 'kind'>): Promise<Poster> {
  return makers[file.kind](fileRoute(file.fileId))
}

/** What a thumbnail that is kept looks like. */
export function lookAtPoster(fileId: string): Promise<Look> {
  return images.look(posterRoute(fileId))
}

/** Sends the studio what its thumbnail looks like, and nothing else of it. */
export function keepLook(
  fileId: string,
  look: Look,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  return keepPoster(fileId, { jpeg: null, width: null, height: null, durationSeconds: null, look }, headers)
}

/** Whether the studio serves the file now: one that is missing, or can’t be reached, is not damaged. */
export async function isHere(fileId: string): Promise<boolean> {
  return (await fetch(fileRoute(fileId), { method: 'HEAD', credentials: 'same-origin' })).ok
}

/** Sends the studio a thumbnail and the measures; `headers` are the page's session. */
export async function keepPoster(
  fileId: string,
  poster: Poster,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const measures = {
    width: poster.width,
    height: poster.height,
    duration: poster.durationSeconds,
    ...poster.look,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(measures)) {
    if (value !== null) query.set(name, String(value))
  }
  const response = await fetch(`${posterRoute(fileId)}?${query}`, {
    method: 'PUT',
    headers,
    body: poster.jpeg,
    credentials: 'same-origin',
  })
  if (!response.ok) throw new Error(`The thumbnail was not kept: ${response.status}`)
}

const height = 256
const margin = 28
const barShare = 0.56
const quietest = 2

/** An audio file's thumbnail: its waveform, white on black, so that a page can tint it for its theme. */
function drawWaveform(peaks: readonly number[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(posterLongSide, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.fillStyle = 'black'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'white'
  const step = (canvas.width - margin * 2) / peaks.length
  for (const [index, peak] of peaks.entries()) {
    const size = Math.max(quietest, peak * (height - margin * 2))
    context.fillRect(margin + index * step, (height - size) / 2, Math.max(1, step * barShare), size)
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
}
