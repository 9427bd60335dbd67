import type { MediaKind } from '../../../shared/api/media.ts'

export interface MediaTypeInfo {
  readonly kind: MediaKind
  readonly mediaType: string
  /** With the dot. */
  readonly extension: string
}

/** How many bytes from a file's beginning identify its type. */
export const sniffLength = 64

interface Signature extends MediaTypeInfo {
  matches(head: Uint8Array): boolean
}

function text(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to))
}

function startsWith(...bytes: readonly number[]): (head: Uint8Array) => boolean {
  return (head) => head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte)
}

function riff(form: string): (head: Uint8Array) => boolean {
  return (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === form
}

function isoBrand(...brands: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => text(head, 4, 8) === 'ftyp' && (brands.length === 0 || brands.includes(text(head, 8, 12)))
}

/** The signature of each type; the first matching row wins. Holds nothing that a page could execute. */
const signatures: readonly Signature[] = [
  {
    kind: 'image',
    mediaType: 'image/png',
    extension: '.png',
    matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  { kind: 'image', mediaType: 'image/jpeg', extension: '.jpg', matches: startsWith(0xff, 0xd8, 0xff) },
  { kind: 'image', mediaType: 'image/webp', extension: '.webp', matches: riff('WEBP') },
  {
    kind: 'image',
    mediaType: 'image/gif',
    extension: '.gif',
    matches: (head) => /^GIF8[79]a/.test(text(head, 0, 6)),
  },
  { kind: 'image', mediaType: 'image/avif', extension: '.avif', matches: isoBrand('avif', 'avis') },
  { kind: 'audio', mediaType: 'audio/mp4', extension: '.m4a', matches: isoBrand('M4A ', 'M4B ') },
  { kind: 'video', mediaType: 'video/quicktime', extension: '.mov', matches: isoBrand('qt  ') },
  {
    kind: 'video',
    mediaType: 'video/mp4',
    extension: '.mp4',
    matches: isoBrand(
      'isom',
      'iso2',
      'iso3',
      'iso4',
      'iso5',
      'iso6',
      'mp41',
      'mp42',
      'avc1',
      'dash',
      'M4V ',
      'MSNV',
      'mmp4',
      '3gp4',
      '3gp5',
      '3gp6',
      'f4v ',
      'XAVC',
    ),
  },
  { kind: 'video', mediaType: 'video/webm', extension: '.webm', matches: startsWith(0x1a, 0x45, 0xdf, 0xa3) },
  { kind: 'audio', mediaType: 'audio/wav', extension: '.wav', matches: riff('WAVE') },
  {
    kind: 'audio',
    mediaType: 'audio/flac',
    extension: '.flac',
    matches: (head) => text(head, 0, 4) === 'fLaC',
  },
  {
    kind: 'audio',
    mediaType: 'audio/ogg',
    extension: '.ogg',
    matches: (head) => text(head, 0, 4) === 'OggS',
  },
  {
    kind: 'audio',
    mediaType: 'audio/mpeg',
    extension: '.mp3',
    matches: (head) =>
      text(head, 0, 3) === 'ID3' || (head[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(head[1] ?? 0)),
  },
]

/** A file's type by its first bytes, whatever its name; null for a type that is not shown. */
export function sniffMedia(head: Uint8Array): MediaTypeInfo | null {
  const found = signatures.find((signature) => signature.matches(head))
  return found ? { kind: found.kind, mediaType: found.mediaType, extension: found.extension } : null
}
