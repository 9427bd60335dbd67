import { readLook } from './look.ts'
import { posterQuality, posterSize } from './poster-size.ts'

/** Decodes an image off the page's main thread and returns its thumbnail and size. */
self.onmessage = async (event: MessageEvent<{ id: number; url: string; isThumbnail: boolean }>) => {
  const { id, url, isThumbnail } = event.data
  try {
    self.postMessage({ id, ok: true, ...(await (isThumbnail ? lookAt(url) : drawImage(url))) })
  } catch (cause) {
    self.postMessage({ id, ok: false, message: String(cause) })
  }
}

/** Of a thumbnail that is there already. */
async function lookAt(url: string) {
  const thumbnail = await fetchImage(url)
  const look = readLook(thumbnail)
  thumbnail.close()
  return { jpeg: null, width: null, height: null, look }
}

async function fetchImage(url: string): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return createImageBitmap(await response.blob())
}

async function drawImage(url: string) {
  const whole = await fetchImage(url)
  const { width, height } = whole
  const size = posterSize(width, height)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, size.width, size.height)
  whole.close()
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
  // From the thumbnail, which is a few pixels already.
  return { jpeg, width, height, look: readLook(canvas) }
}
