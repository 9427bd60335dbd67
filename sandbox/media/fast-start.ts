import { type Mp4Box, readBoxes } from './mp4-boxes.ts'

/**
 * Moves an MP4's index before its media, so that it plays while it loads. Done here because the muxer's own
 * option leaves the second track's offsets unchanged (@napi-rs/webcodecs 1.3.1).
 */
export function moveIndexFirst(mp4: Uint8Array): Uint8Array {
  const file = Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength)
  const boxes = readBoxes(file, 0, file.length)
  const index = boxes.find((box) => box.type === 'moov')
  const media = boxes.find((box) => box.type === 'mdat')
  if (!index || !media || index.start < media.start) return mp4
  const moved = Buffer.from(file.subarray(index.start, index.end))
  shiftOffsets(moved, 8, moved.length, moved.length)
  const others = boxes.filter((box) => box !== index)
  const before = others.filter((box) => box.start < media.start)
  const after = others.filter((box) => box.start >= media.start)
  const bytesOf = (box: Mp4Box) => file.subarray(box.start, box.end)
  return Buffer.concat([...before.map(bytesOf), moved, ...after.map(bytesOf)])
}

/** Boxes on the path from the index to the offsets of each track. */
const holders: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])

/** Adds to every media offset in `file` from `from` to `to`: a version and a count of 4 bytes, then the offsets. */
function shiftOffsets(file: Buffer, from: number, to: number, bytes: number): void {
  for (const { type, body, end } of readBoxes(file, from, to)) {
    if (holders.has(type)) shiftOffsets(file, body, end, bytes)
    if (type === 'stco') {
      for (let at = body + 8; at < end; at += 4) file.writeUInt32BE(file.readUInt32BE(at) + bytes, at)
    }
    if (type === 'co64') {
      for (let at = body + 8; at < end; at += 8) {
        file.writeBigUInt64BE(file.readBigUInt64BE(at) + BigInt(bytes), at)
      }
    }
  }
}
