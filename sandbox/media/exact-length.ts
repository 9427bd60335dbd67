import { type Mp4Box, readBoxes } from './mp4-boxes.ts'

/** The time units per second with which the muxer counts the video's frames. */
export const microsecond = 1_000_000

/**
 * Makes an MP4 exactly as long as it is billed for, to the microsecond. The muxer doesn't know a frame's
 * duration, so that the last one has none, and writes all lengths in milliseconds (@napi-rs/webcodecs 1.3.1).
 * Changes the numbers in place. Throws RangeError where the index is not that muxer's.
 */
export function setExactLength(mp4: Uint8Array, seconds: number): Uint8Array {
  const file = Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength)
  const whole = Math.round(seconds * microsecond)
  const index = within(file, { body: 0, end: file.length }, 'moov')
  const tracks = readBoxes(file, index.body, index.end).filter(({ type }) => type === 'trak')
  for (const [number, track] of tracks.entries()) {
    const media = within(file, track, 'mdia')
    const header = within(file, media, 'mdhd')
    if (number === 0) holdLastFrame(file, media, whole)
    const length = file.readUInt32BE(header.body + 16) / file.readUInt32BE(header.body + 12)
    const lasts = Math.min(whole, Math.round(length * microsecond))
    file.writeUInt32BE(lasts, within(file, track, 'tkhd').body + 20)
    file.writeUInt32BE(lasts, within(file, within(file, track, 'edts'), 'elst').body + 8)
  }
  const header = within(file, index, 'mvhd')
  file.writeUInt32BE(microsecond, header.body + 12)
  file.writeUInt32BE(whole, header.body + 16)
  return mp4
}

/** The video's track: its last sample is an entry of its own, and lasts until the video's end. */
function holdLastFrame(file: Buffer, media: Mp4Box, whole: number): void {
  const times = within(file, within(file, within(file, media, 'minf'), 'stbl'), 'stts')
  const header = within(file, media, 'mdhd')
  const last = times.end - 8
  const before = file.readUInt32BE(header.body + 16) - file.readUInt32BE(last + 4)
  if (file.readUInt32BE(header.body + 12) !== microsecond || file.readUInt32BE(last) !== 1 || before >= whole)
    throw new RangeError('The video’s frames are not counted in microseconds.')
  file.writeUInt32BE(whole - before, last + 4)
  file.writeUInt32BE(whole, header.body + 16)
}

function within(file: Buffer, { body, end }: Pick<Mp4Box, 'body' | 'end'>, type: string): Mp4Box {
  const found = readBoxes(file, body, end).find((box) => box.type === type)
  if (!found) throw new RangeError(`The video’s index has no ${type}.`)
  return found
}
