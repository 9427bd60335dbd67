import { readFlac, readMp3, readWav } from './structure/audio.ts'
import {
  type ByteSource,
  type Measures,
  type Structure,
  type StructureReader,
  unmeasured,
} from './structure/byte-source.ts'
import { readGif, readJpeg, readPng, readWebp } from './structure/images.ts'
import { readHeif, readIsoAudio, readVideo } from './structure/iso-media.ts'

/** The reader of each type; a type without a row is recognised by its first bytes only. */
const readers: Readonly<Record<string, StructureReader>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/avif': readHeif,
  'image/heic': readHeif,
  'image/heif': readHeif,
  'video/mp4': readVideo,
  'video/quicktime': readVideo,
  'audio/mp4': readIsoAudio,
  'audio/wav': readWav,
  'audio/flac': readFlac,
  'audio/mpeg': readMp3,
}

/**
 * Reads a file's headers without decoding it: its size in pixels or its length in seconds, as far as given.
 * Null where it is truncated, or only its first bytes are of that type.
 */
export async function readStructure(mediaType: string, source: ByteSource): Promise<Measures | null> {
  const { measures, isWhole } = await read(mediaType, source)
  return isWhole ? measures : null
}

/** The same for a file that need not be whole: decoders look only at the headers too. Never rejects. */
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
