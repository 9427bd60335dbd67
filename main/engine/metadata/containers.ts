import type { ByteSource } from '../media-types/structure/byte-source.ts'
import type { Container, ReadContainer } from './container.ts'
import { readGifContainer } from './gif.ts'
import { readIsoContainer } from './iso.ts'
import { readJpegContainer } from './jpeg.ts'
import { readMp3Container } from './mp3.ts'
import { readPngContainer } from './png.ts'
import { readWavContainer, readWebpContainer } from './riff.ts'

/** The types whose files take metadata; a file of another type gets a sidecar. */
const readers: Readonly<Record<string, ReadContainer>> = {
  'image/png': readPngContainer,
  'image/jpeg': readJpegContainer,
  'image/webp': readWebpContainer,
  'image/gif': readGifContainer,
  'video/mp4': readIsoContainer,
  'video/quicktime': readIsoContainer,
  'audio/mp4': readIsoContainer,
  'audio/wav': readWavContainer,
  'audio/mpeg': readMp3Container,
}

/** Null for a type without a reader, and where the file’s structure can’t be followed; rejects where it can’t be read. */
export async function readContainer(mediaType: string, source: ByteSource): Promise<Container | null> {
  const reader = Object.hasOwn(readers, mediaType) ? readers[mediaType] : undefined
  if (!reader) return null
  return reader(source).catch((error: unknown) => {
    // A length that leads beyond what was read.
    if (error instanceof RangeError) return null
    throw error
  })
}
