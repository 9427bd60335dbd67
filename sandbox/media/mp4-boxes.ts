/** One box of an MP4 file; offsets are bytes from the start of what was read. */
export interface Mp4Box {
  readonly type: string
  readonly start: number
  /** The offset of its content. */
  readonly body: number
  readonly end: number
}

/** The sibling boxes between two offsets; a truncated one is omitted. */
export function readBoxes(file: Buffer, from: number, to: number): Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let start = from; start + 8 <= to; ) {
    const short = file.readUInt32BE(start)
    const isLong = short === 1
    const size = isLong ? Number(file.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short
    if (size < 8) break
    const type = file.toString('latin1', start + 4, start + 8)
    boxes.push({ type, start, body: start + (isLong ? 16 : 8), end: start + size })
    start += size
  }
  return boxes
}
