import type { Buffer } from 'node:buffer'
import { decodeUtf8 } from './bytes.ts'

const exifPointer = 0x8769
const userComment = 0x9286
const mostEntries = 1_000

/** The user comment in an Exif block (a TIFF), where several programs keep their settings; null without one. */
export function readExifComment(tiff: Buffer): string | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null
  const isLittle = order === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const long = (at: number) =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)

  function find(folder: number, tag: number): number | null {
    const count = Math.min(short(folder), mostEntries)
    for (let index = 0; index < count; index += 1) {
      const entry = folder + 2 + index * 12
      if (short(entry) === tag) return entry
    }
    return null
  }

  const pointer = find(long(4), exifPointer)
  const entry = pointer === null ? null : find(long(pointer + 8), userComment)
  if (entry === null) return null
  const length = long(entry + 4)
  const start = long(entry + 8)
  if (length <= 8 || start + length > tiff.length) return null
  const body = tiff.subarray(start + 8, start + length)
  const code = tiff.toString('latin1', start, start + 8)
  return code.startsWith('UNICODE') ? decodeUtf16(body) : decodeUtf8(body)
}

/** Big-endian as a rule, whatever the block’s order is; some programs write the other. */
function decodeUtf16(bytes: Buffer): string {
  const units = Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16BE(index * 2))
  const isSwapped = units.filter((unit) => unit > 0 && (unit & 0xff) === 0).length > units.length / 2
  const read = isSwapped ? units.map((unit) => ((unit & 0xff) << 8) | (unit >>> 8)) : units
  let text = ''
  for (let at = 0; at < read.length; at += 4_096) text += String.fromCharCode(...read.slice(at, at + 4_096))
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1
  return text.slice(text.startsWith('\ufeff') ? 1 : 0, end)
}
