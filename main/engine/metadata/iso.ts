import { Buffer } from 'node:buffer'
import { ascii, decodeUtf8, uint32BE } from './bytes.ts'
import { createTextBudget, mostTextBytes, type Piece, type ReadContainer, windowed } from './container.ts'

const xmpId = 'be7acfcb97a942e89c71999491e3afac'
const provenanceId = 'd8fec3d61b0e483c92975828877ec481'
/** A part-by-part file has two boxes for each part. */
const mostBoxes = 100_000

interface Box {
  readonly type: string
  readonly from: number
  readonly content: number
  readonly to: number
  /** Its length is written as “to the end of the file”. */
  readonly isOpen: boolean
}

/**
 * MP4, M4A and QuickTime: XMP in a box at the end (XMP part 3, 1.1.4 and 1.2.8), so that no offset inside changes. An
 * earlier packet’s box becomes free space where it stands, and C2PA’s is told by its id.
 */
export const readIsoContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const boxes: Box[] = []
  const old: Box[] = []
  const packets: (string | null)[] = []
  const budget = createTextBudget()
  let hasProvenance = false
  for (let at = 0; at < source.bytes; ) {
    const head = await source.read(at, 32)
    const box = readBox(head, at, source.bytes)
    if (!box || boxes.length >= mostBoxes) return null
    boxes.push(box)
    if (box.type === 'uuid') {
      const id = head.toString('hex', box.content - at, box.content - at + 16)
      hasProvenance ||= id === provenanceId
      if (id === xmpId) {
        const length = box.to - box.content - 16
        old.push(box)
        packets.push(budget.take(length) ? decodeUtf8(await source.read(box.content + 16, length)) : null)
      }
    }
    at = box.to
  }
  if (!boxes.some(({ type }) => type === 'moov')) return null
  const last = boxes.at(-1)
  // The index of a fragmented file is found from the end of the file.
  const end = last?.type === 'mfra' ? last.from : source.bytes
  return {
    packets,
    texts: new Map(),
    hasProvenance,
    write({ packet }) {
      const made = old.length <= 1 ? packet(mostTextBytes) : null
      const closing = last && closingOf(last)
      if (!made || made.rest || closing === null) return null
      const body = Buffer.concat([Buffer.from(xmpId, 'hex'), made.main])
      const pieces: Piece[] = []
      let at = 0
      const replace = (from: number, bytes: Buffer) => {
        if (from > at) pieces.push({ from: at, to: from })
        pieces.push(bytes)
        at = from + bytes.length
      }
      for (const box of old) replace(box.from + 4, ascii('free'))
      if (closing && last) replace(last.from, closing)
      if (end > at) pieces.push({ from: at, to: end })
      pieces.push(Buffer.concat([uint32BE(body.length + 8), ascii('uuid'), body]))
      if (end < source.bytes) pieces.push({ from: end, to: source.bytes })
      return pieces
    },
  }
}

/** The length of a last box that was left open, as it must be once another follows; undefined where it is not. */
function closingOf({ isOpen, from, to, type }: Box): Buffer | undefined | null {
  if (!isOpen) return undefined
  // A longer length takes eight bytes more, which would move what is inside.
  return to - from > 0xff_ff_ff_ff || type === 'uuid' ? null : uint32BE(to - from)
}

function readBox(head: Buffer, from: number, bytes: number): Box | null {
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, from, content: from + 8, to: bytes, isOpen: true }
  if (short === 1 && head.length < 16) return null
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
  const content = from + (short === 1 ? 16 : 8)
  const to = from + length
  return length < content - from || to > bytes ? null : { type, from, content, to, isOpen: false }
}
