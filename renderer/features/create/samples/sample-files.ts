import type { SampleId } from './samples.ts'

const images: Readonly<Record<Exclude<SampleId, 'song' | 'waves'>, readonly string[]>> = {
  dusk: [new URL('../../../samples/dusk.webp', import.meta.url).href],
  shapes: [
    new URL('../../../samples/shapes-1.webp', import.meta.url).href,
    new URL('../../../samples/shapes-2.webp', import.meta.url).href,
    new URL('../../../samples/shapes-3.webp', import.meta.url).href,
  ],
  boats: [
    new URL('../../../samples/boats-1.webp', import.meta.url).href,
    new URL('../../../samples/boats-2.webp', import.meta.url).href,
    new URL('../../../samples/boats-3.webp', import.meta.url).href,
  ],
  poster: [new URL('../../../samples/poster.webp', import.meta.url).href],
}

export const wavesVideo = new URL('../../../samples/waves.mp4', import.meta.url).href

/** The addresses of a sample’s images: of a video the one it begins with, of a song none. */
export function sampleImages(id: SampleId): readonly string[] {
  if (id === 'song') return []
  return images[id === 'waves' ? 'dusk' : id]
}

/** The address of its first image. */
export function sampleImage(id: SampleId): string {
  return sampleImages(id)[0] ?? ''
}
