import type { Measures } from '../library/ports.ts'
import { readFlac, readMp3, readWav } from './structure/audio.ts'
import { type ByteSource, type Structure, type StructureReader, unmeasured } from './structure/byte-source.ts'
import { readGif, readJpeg, readPng, readWebp } from './structure/images.ts'
import { readAvif, readIsoAudio, readVideo } from './structure/iso-media.ts'

/** How each type is looked into; what has no row is taken by its first bytes alone. */
const readers: Readonly<Record<string, StructureReader>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readAvif,
  'video/mp4': readVideo,
  'video/quicktime': readVideo,
  'audio/mp4': readIsoAudio,
  'audio/wav': readWav,
  'audio/flac': readFlac,
  'audio/mpeg': readMp3,
}

/**
 * What a file's headers say of it, without decoding it: its size in pixels or its length in seconds, as far as they
 * tell. Null where it is cut short or no such file beyond its first bytes.
 */
export async function readStructure(mediaType: string, source: ByteSource): Promise<Measures | null> {
  const { measures, isWhole } = await read(mediaType, source)
  return isWhole ? measures : null
}

/** The same of a file that need not be whole: whoever decodes it looks at its headers alone, too. Never rejects. */
export function readMeasures(mediaType: string, source: ByteSource): Promise<Measures> {
  return read(mediaType, source).then(
    ({ measures }) => measures,
    () => unmeasured,
  )
}

async function read(mediaType: string, source: ByteSource): Promise<Structure> {
  const reader = Object.hasOwn(readers, mediaType) ? readers[mediaType] : undefined
  return reader ? reader(source) : { measures: unmeasured, isWhole: true }
}
