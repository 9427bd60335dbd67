import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'

/** Who goes on sooner is on the way elsewhere. */
const restMs = 120

/**
 * Loads and decodes the images among these files, a moment later. Returns how to end that: nothing begins then, and what
 * is not loaded yet is canceled, but for what the page shows by now.
 */
export function preloadPixels(
  read: () => Promise<readonly (FileView | null)[]>,
  newImage: () => HTMLImageElement = () => new Image(),
): () => void {
  const images: HTMLImageElement[] = []
  let isOver = false

  async function load(): Promise<void> {
    const files = await read()
    if (isOver) return
    for (const file of files) {
      if (file?.kind !== 'image' || file.state !== 'saved' || isTooLargeToShow(file)) continue
      const image = newImage()
      image.src = fileRoute(file.fileId)
      // One that can’t be read says so where it is shown.
      image.decode().catch(() => {})
      images.push(image)
    }
  }

  const timer = setTimeout(() => void load(), restMs)
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const image of images) image.removeAttribute('src')
  }
}
