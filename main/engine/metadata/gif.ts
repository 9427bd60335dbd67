import { Buffer } from 'node:buffer'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import { ascii, decodeUtf8 } from './bytes.ts'
import { createKept, mostTextBytes, type ReadContainer, windowed } from './container.ts'

const mostBlocks = 2_000_000
const application = 'XMP DataXMP'
const manifests = 'C2PA_GIF\x01\0\0'
/** It leads a program that reads the packet as blocks to its end, wherever it comes in (XMP part 3, 1.1.2). */
const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])

/** GIF89a: XMP in an application extension of its own. */
export const readGifContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const head = await source.read(0, 13)
  if (head.length < 13) return null
  const headEnd = 13 + tableBytes(head[10] ?? 0)
  const packets: (string | null)[] = []
  let hasProvenance = false
  const { kept, keep } = createKept()
  for (let at = headEnd, seen = 0; ; ) {
    const block = await source.read(at, 14)
    const kind = block[0]
    if (kind === 0x3b) {
      keep(at, source.bytes)
      break
    }
    if (block.length < 10 || seen > mostBlocks) return null
    const isImage = kind === 0x2c
    if (!isImage && kind !== 0x21) return null
    const name = !isImage && block[1] === 0xff ? block.toString('latin1', 3, 14) : null
    const isXmp = name === application
    if (name === manifests) hasProvenance = true
    const first = at + (isImage ? 11 + tableBytes(block[9] ?? 0) : 2)
    const skipped = await skipBlocks(source, first, mostBlocks - seen)
    if (!skipped) return null
    if (isXmp) {
      const length = skipped.end - trailer.length - (at + 14)
      const isRead = length > 0 && length <= mostTextBytes
      packets.push(isRead ? decodeUtf8(await source.read(at + 14, length)) : null)
    } else keep(at, skipped.end)
    seen += skipped.count
    at = skipped.end
  }
  return {
    packets,
    texts: new Map(),
    hasProvenance,
    write({ packet }) {
      const made = packets.length <= 1 ? packet(mostTextBytes) : null
      // A zero byte would end the block too early; a packet in UTF-8 has none.
      if (!made || made.rest || made.main.includes(0)) return null
      const added = Buffer.concat([Buffer.from([0x21, 0xff, 11]), ascii(application), made.main, trailer])
      return [ascii('GIF89a'), { from: 6, to: headEnd }, added, ...kept]
    },
  }
}

/** The blocks up to the empty one that ends them. */
async function skipBlocks(source: ByteSource, from: number, most: number) {
  let at = from
  for (let count = 1; count <= most; count += 1) {
    const [length] = await source.read(at, 1)
    if (length === undefined) return null
    at += 1 + length
    if (length === 0) return { end: at, count }
  }
  return null
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
