import type { MediaKind } from '../../shared/api/media.ts'

export interface SniffedMedia {
  readonly kind: MediaKind
  readonly mediaType: string
  /** Without a dot. */
  readonly ending: string
}

interface Signature extends SniffedMedia {
  readonly matches: (bytes: Buffer) => boolean
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const signatures: readonly Signature[] = [
  { kind: 'image', mediaType: 'image/png', ending: 'png', matches: (bytes) => text(bytes, 1, 4) === 'PNG' },
  {
    kind: 'image',
    mediaType: 'image/jpeg',
    ending: 'jpg',
    matches: (bytes) => text(bytes, 0, 3) === '\xff\xd8\xff',
  },
  {
    kind: 'image',
    mediaType: 'image/webp',
    ending: 'webp',
    matches: (bytes) => text(bytes, 8, 12) === 'WEBP',
  },
  { kind: 'image', mediaType: 'image/gif', ending: 'gif', matches: (bytes) => text(bytes, 0, 4) === 'GIF8' },
  {
    kind: 'image',
    mediaType: 'image/avif',
    ending: 'avif',
    matches: (bytes) => text(bytes, 4, 12) === 'ftypavif',
  },
  { kind: 'audio', mediaType: 'audio/wav', ending: 'wav', matches: (bytes) => text(bytes, 8, 12) === 'WAVE' },
  {
    kind: 'audio',
    mediaType: 'audio/mpeg',
    ending: 'mp3',
    matches: (bytes) => text(bytes, 0, 3) === 'ID3' || isMpegFrame(bytes),
  },
  {
    kind: 'audio',
    mediaType: 'audio/mp4',
    ending: 'm4a',
    matches: (bytes) => text(bytes, 4, 11) === 'ftypM4A',
  },
  {
    kind: 'audio',
    mediaType: 'audio/flac',
    ending: 'flac',
    matches: (bytes) => text(bytes, 0, 4) === 'fLaC',
  },
  { kind: 'audio', mediaType: 'audio/ogg', ending: 'ogg', matches: (bytes) => text(bytes, 0, 4) === 'OggS' },
  {
    kind: 'video',
    mediaType: 'video/quicktime',
    ending: 'mov',
    matches: (bytes) => text(bytes, 4, 10) === 'ftypqt',
  },
  { kind: 'video', mediaType: 'video/mp4', ending: 'mp4', matches: (bytes) => text(bytes, 4, 8) === 'ftyp' },
  {
    kind: 'video',
    mediaType: 'video/webm',
    ending: 'webm',
    matches: (bytes) => bytes.readUInt32BE(0) === 0x1a45dfa3,
  },
]

function isMpegFrame(bytes: Buffer): boolean {
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
}

/** The type of bytes by their beginning; null where they are no media known to the sandbox. */
export function sniffMedia(bytes: Uint8Array): SniffedMedia | null {
  if (bytes.byteLength < 16) return null
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, 16)
  const found = signatures.find((signature) => signature.matches(start))
  return found ? { kind: found.kind, mediaType: found.mediaType, ending: found.ending } : null
}
