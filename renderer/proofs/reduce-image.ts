import { fileRoute, proofCopyRoute } from '../../shared/bridge/media-routes.ts'
import { proofLongSide } from '../../shared/library/proof-bounds.ts'

const quality = 0.86

/** Makes a smaller JPEG of an image and puts it where a proof takes it from; `headers` are the page's session. */
export async function reduceImage(fileId: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(fileRoute(fileId), { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${response.status} for ${fileId}`)
  const whole = await createImageBitmap(await response.blob())
  const scale = Math.min(1, proofLongSide / Math.max(whole.width, whole.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(whole.width * scale)),
    Math.max(1, Math.round(whole.height * scale)),
  )
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  // What is transparent would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  const body = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  const kept = await fetch(proofCopyRoute(fileId), {
    method: 'PUT',
    headers,
    body,
    credentials: 'same-origin',
  })
  if (!kept.ok) throw new Error(`The copy was not kept: ${kept.status}`)
}
