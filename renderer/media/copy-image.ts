/**
 * Puts an image on the clipboard as PNG, which every program takes. Rejects where the image can't be read or
 * the browser refuses.
 */
export function copyImage(url: string): Promise<void> {
  // The item takes the promise: the browser asks for permission while the person's press still counts.
  return copyPng(readAsPng(url))
}

/** Puts a PNG on the clipboard that is still being made. */
export function copyPng(made: Promise<Blob>): Promise<void> {
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': made })])
}

async function readAsPng(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  const blob = await response.blob()
  if (blob.type === 'image/png') return blob
  const image = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
