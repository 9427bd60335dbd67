import { readLook } from './look.ts'
import { posterQuality, posterSize } from './poster-size.ts'

/** Decodes an image off the page's main thread and returns its thumbnail and size. */
self.onmessage = async (event: MessageEvent<{ id: number; url: string }>) => {
  const { id, url } = event.data
  try {
    self.postMessage({ id, ok: true, ...(await drawImage(url)) })
  } catch (cause) {
    self.postMessage({ id, ok: false, message: String(cause) })
  }
}

async function drawImage(url: string) {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  const whole = await createImageBitmap(await response.blob())
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
