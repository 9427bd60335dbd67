import { Buffer } from 'node:buffer'
import type { MediaTypeInfo } from './sniff-media.ts'

/** The major brands of ISO/IEC 23008-12: those of HEVC, and the two that name no codec. */
const codedBrands: ReadonlySet<string> = new Set([
  ...['heic', 'heix', 'heim', 'heis'],
  ...['hevc', 'hevx', 'hevm', 'hevs'],
])
const openBrands: ReadonlySet<string> = new Set(['mif1', 'msf1'])

/** A HEIC or HEIF image by its first bytes, which only some services take and no page draws; null for anything else. */
export function sniffHeic(head: Uint8Array): MediaTypeInfo | null {
  const text = Buffer.from(head).toString('latin1')
  if (text.slice(4, 8) !== 'ftyp') return null
  const brand = text.slice(8, 12)
  if (!codedBrands.has(brand) && !openBrands.has(brand)) return null
  const isCoded = codedBrands.has(brand) || compatibleBrands(text).some((one) => codedBrands.has(one))
  return isCoded
    ? { kind: 'image', mediaType: 'image/heic', extension: '.heic' }
    : { kind: 'image', mediaType: 'image/heif', extension: '.heif' }
}

/** Those that the file's first box lists after its version, as far as they are read. */
function compatibleBrands(text: string): readonly string[] {
  const bytes = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(0)
  const listed = text.slice(16, Math.min(bytes, text.length))
  return listed.match(/[\s\S]{4}/g) ?? []
}
