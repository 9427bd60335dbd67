import type { Caption } from '../../shared/bridge/export-procedures.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute, posterRoute } from '../../shared/bridge/media-routes.ts'
import { makePoster } from '../media/make-poster.ts'
import { posterLongSide } from '../media/poster-size.ts'

/** A file's image, no larger than asked: the image itself where its thumbnail is too small, else the thumbnail. */
export async function loadTile(
  caption: Caption,
  most: { readonly width: number; readonly height: number },
): Promise<ImageBitmap | null> {
  const { kind, fileId, hasPoster } = caption
  if (isTooLargeToShow(caption)) return null
  const isItself = kind === 'image' && Math.max(most.width, most.height) > posterLongSide
  const itself = isItself ? await read(fileRoute(fileId)).catch(() => null) : null
  const source =
    itself ??
    (hasPoster ? await read(posterRoute(fileId)).catch(() => null) : null) ??
    (await makePoster(caption).then(
      ({ jpeg }) => jpeg,
      () => null,
    ))
  return source && scaled(source, most).catch(() => null)
}

async function read(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response.blob()
}

async function scaled(blob: Blob, most: { readonly width: number; readonly height: number }) {
  const whole = await createImageBitmap(blob)
  const ratio = Math.min(most.width / whole.width, most.height / whole.height)
  if (ratio >= 1) return whole
  const resizeWidth = Math.max(1, Math.round(whole.width * ratio))
  const resizeHeight = Math.max(1, Math.round(whole.height * ratio))
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  whole.close()
  return small
}
