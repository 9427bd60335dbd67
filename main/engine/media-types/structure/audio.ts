import { type ByteSource, broken, lasting, type Structure, unmeasured } from './byte-source.ts'

/** How many chunks before a WAV's samples are read. */
const mostChunks = 1000
/** Written by programs that don't know the length yet. */
const openLengths: ReadonlySet<number> = new Set([0, 0xffffffff])

/** The headers give no length. */
const undeclared: Structure = { measures: unmeasured, isWhole: true }

/** WAV: a format chunk, and as many samples as it says. */
export async function readWav(source: ByteSource): Promise<Structure> {
  let bytesPerSecond = 0
  for (let at = 12, seen = 0; at + 8 <= source.bytes && seen < mostChunks; seen++) {
    const chunk = await source.read(at, 24)
    const type = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (type === 'fmt ' && chunk.length >= 20) bytesPerSecond = chunk.readUInt32LE(16)
    if (type === 'data') {
      const here = source.bytes - at - 8
      const isOpen = openLengths.has(length)
      if (here === 0 || bytesPerSecond === 0 || (!isOpen && length > here)) return broken
      return lasting((isOpen ? here : length) / bytesPerSecond)
    }
    at += 8 + length + (length % 2)
  }
  return broken
}

/** FLAC: its first block gives rate and samples (RFC 9639, 8.2). */
export async function readFlac(source: ByteSource): Promise<Structure> {
  const head = await source.read(0, 42)
  if (head.length < 42 || source.bytes <= 42) return broken
  const rate = head.readUIntBE(18, 3) >>> 4
  const samples = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + head.readUInt32BE(22)
  return lasting(samples / rate)
}

/** MP3: more than the tag before it. Its length would take reading all of it. */
export async function readMp3(source: ByteSource): Promise<Structure> {
  const head = await source.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return source.bytes > 4 ? undeclared : broken
  const tag = [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0)
  return head.length === 10 && head.length + tag + 4 <= source.bytes ? undeclared : broken
}
