import { Buffer } from 'node:buffer'
import { ascii, decodeUtf8, uint32BE } from './bytes.ts'
import { mostTextBytes, type ReadContainer } from './container.ts'

const owner = ascii('XMP\0')
/** Some readers look for a further frame at the end of the last one. */
const paddingBytes = 64
/** Of a file within a tag: its encoding and its type, `application/c2pa` or an earlier name. */
const mostTypeBytes = 64
const mostTagBytes = 16 * 1024 * 1024

interface Tag {
  readonly version: number
  readonly end: number
  /** The frames without an XMP of before; null where they can't be followed. */
  readonly frames: readonly Buffer[] | null
  readonly packets: readonly (string | null)[]
  readonly hasProvenance: boolean
}

/** MP3: XMP as a private frame of its ID3v2 tag (XMP part 3, 1.1.3), which is made where there is none. */
export const readMp3Container: ReadContainer = async (source) => {
  const head = await source.read(0, 10)
  const isTagged = head.toString('latin1', 0, 3) === 'ID3'
  const tag: Tag | null = isTagged
    ? await readTag(head, (from, length) => source.read(from, length))
    : { version: 3, end: 0, frames: [], packets: [], hasProvenance: false }
  if (!tag || tag.end > source.bytes) return null
  return {
    packets: tag.packets,
    texts: new Map(),
    hasProvenance: tag.hasProvenance,
    write({ packet }) {
      const made = tag.frames && tag.packets.length <= 1 ? packet(mostTextBytes) : null
      if (!tag.frames || !made || made.rest) return null
      const frame = Buffer.concat([
        ascii('PRIV'),
        tag.version === 4
          ? sevenBits(owner.length + made.main.length)
          : uint32BE(owner.length + made.main.length),
        ascii('\0\0'),
        owner,
        made.main,
      ])
      const body = Buffer.concat([...tag.frames, frame, Buffer.alloc(paddingBytes)])
      const written = Buffer.concat([
        ascii('ID3'),
        Buffer.from([tag.version, 0, 0]),
        sevenBits(body.length),
        body,
      ])
      return [written, { from: tag.end, to: source.bytes }]
    },
  }
}

/** Versions 3 and 4 without flags; a tag of another kind is left as it is. */
async function readTag(
  head: Buffer,
  read: (from: number, length: number) => Promise<Buffer>,
): Promise<Tag | null> {
  const version = head[3] ?? 0
  const length = readSevenBits(head, 6)
  const end = 10 + length
  const isPlain = (version === 3 || version === 4) && head[5] === 0
  if (length > mostTagBytes) return null
  const body = await read(10, length)
  if (body.length < length) return null
  const frames: Buffer[] = []
  const packets: (string | null)[] = []
  let isWhole = isPlain
  let hasProvenance = false
  for (let at = 0; isPlain && at + 10 <= body.length && body[at] !== 0; ) {
    const size = version === 4 ? readSevenBits(body, at + 4) : body.readUInt32BE(at + 4)
    const next = at + 10 + size
    if (next > body.length) {
      isWhole = false
      break
    }
    const content = body.subarray(at + 10, next)
    const frame = body.toString('latin1', at, at + 4)
    if (frame === 'GEOB' && content.subarray(0, mostTypeBytes).includes('c2pa')) hasProvenance = true
    const isXmp = frame === 'PRIV' && content.subarray(0, 4).equals(owner)
    if (isXmp) packets.push(decodeUtf8(content.subarray(4)))
    else frames.push(body.subarray(at, next))
    at = next
  }
  return { version, end, frames: isWhole ? frames : null, packets, hasProvenance }
}

function readSevenBits(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((value, index) => value * 128 + ((bytes[at + index] ?? 0) & 0x7f), 0)
}

function sevenBits(value: number): Buffer {
  return Buffer.from([(value >>> 21) & 0x7f, (value >>> 14) & 0x7f, (value >>> 7) & 0x7f, value & 0x7f])
}
