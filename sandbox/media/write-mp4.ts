/** An encoded frame or packet, as WebCodecs gives it; times in microseconds. */
export interface EncodedChunk {
  readonly type: string
  readonly timestamp: number
  readonly byteLength: number
  copyTo(target: Uint8Array): void
}

interface Track {
  /** As WebCodecs names it, such as `avc1.640028`. */
  readonly codec: string
  /** What the decoder needs besides, from the encoder. */
  readonly description: Uint8Array | null
}

export interface Mp4Video extends Track {
  readonly width: number
  readonly height: number
  /** In the order of decoding. */
  readonly chunks: readonly EncodedChunk[]
}

export interface Mp4Audio extends Track {
  readonly sampleRate: number
  readonly channels: number
  /** The samples of one packet. */
  readonly packetSamples: number
  /** The samples that the encoder put before the beginning: they are not played. */
  readonly lead: number
  /** The samples that are. */
  readonly samples: number
  readonly chunks: readonly EncodedChunk[]
}

const microsecond = 1_000_000

/**
 * Writes an MP4 that plays while it loads and is exactly `seconds` long: the last frame stays until the end. In plain
 * JavaScript, so that a page can do it as well (decisions/0287). H.264, VP8 and VP9 with AAC or Opus.
 */
export function writeMp4({
  video,
  audio,
  seconds,
}: {
  readonly video: Mp4Video
  readonly audio: Mp4Audio | null
  readonly seconds: number
}): Uint8Array {
  const whole = Math.round(seconds * microsecond)
  const tracks = [videoTrack(video, whole), ...(audio ? [audioTrack(audio)] : [])]
  const order = interleave(tracks)
  const type = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'))
  const head = box(
    'moov',
    movieHeader(whole, tracks.length),
    ...tracks.map((track, at) => trackBox(track, at, order)),
  )
  // The index has the same length whatever the offsets, which count from the file’s beginning.
  const begins = type.length + head.length + 8
  for (const track of tracks) track.begins = begins
  const index = box(
    'moov',
    movieHeader(whole, tracks.length),
    ...tracks.map((track, at) => trackBox(track, at, order)),
  )
  const media = box('mdat', ...order.map(({ chunk }) => bytesOf(chunk)))
  return concat([type, index, media])
}

interface Sample {
  readonly chunk: EncodedChunk
  /** Of the track’s own time scale. */
  readonly duration: number
  /** From decoding to showing. */
  readonly delay: number
}

interface WrittenTrack {
  readonly kind: 'vide' | 'soun'
  readonly scale: number
  /** In microseconds. */
  readonly lasts: number
  readonly width: number
  readonly height: number
  readonly entry: Uint8Array
  /** Of the track’s own time scale. */
  readonly lead: number
  readonly samples: readonly Sample[]
  /** Where the media’s first byte is in the file. */
  begins: number
}

function videoTrack({ codec, description, width, height, chunks }: Mp4Video, whole: number): WrittenTrack {
  const shown = chunks.map(({ timestamp }) => timestamp).sort((one, other) => one - other)
  const samples = chunks.map((chunk, index) => {
    const decoded = shown[index] ?? 0
    return { chunk, duration: (shown[index + 1] ?? whole) - decoded, delay: chunk.timestamp - decoded }
  })
  return {
    kind: 'vide',
    scale: microsecond,
    lasts: whole,
    width,
    height,
    entry: videoEntry(codec, width, height, description),
    lead: 0,
    samples,
    begins: 0,
  }
}

function audioTrack({
  codec,
  description,
  sampleRate,
  channels,
  packetSamples,
  lead,
  samples,
  chunks,
}: Mp4Audio): WrittenTrack {
  return {
    kind: 'soun',
    scale: sampleRate,
    lasts: Math.round((samples * microsecond) / sampleRate),
    width: 0,
    height: 0,
    entry: audioEntry({ codec, description, sampleRate, channels }),
    lead,
    samples: chunks.map((chunk) => ({ chunk, duration: packetSamples, delay: 0 })),
    begins: 0,
  }
}

interface Placed {
  readonly track: WrittenTrack
  readonly chunk: EncodedChunk
  /** From the media’s first byte. */
  readonly at: number
}

/** Both tracks in playing order, each sample with its place. */
function interleave(tracks: readonly WrittenTrack[]): Placed[] {
  const timed = tracks.flatMap((track) => {
    let time = 0
    return track.samples.map(({ chunk, duration }) => {
      const begins = time / track.scale
      time += duration
      return { track, chunk, begins }
    })
  })
  timed.sort((one, other) => one.begins - other.begins)
  let at = 0
  return timed.map(({ track, chunk }) => {
    const placed = { track, chunk, at }
    at += chunk.byteLength
    return placed
  })
}

function movieHeader(whole: number, tracks: number): Uint8Array {
  return fullBox(
    'mvhd',
    0,
    u32(0),
    u32(0),
    u32(microsecond),
    u32(whole),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(tracks + 1),
  )
}

function trackBox(track: WrittenTrack, index: number, order: readonly Placed[]): Uint8Array {
  const { kind, scale, lasts, width, height } = track
  const duration = track.samples.reduce((sum, { duration }) => sum + duration, 0)
  const isVideo = kind === 'vide'
  const header = fullBox(
    'tkhd',
    3,
    u32(0),
    u32(0),
    u32(index + 1),
    u32(0),
    u32(lasts),
    zeros(8),
    u16(0),
    u16(0),
    u16(isVideo ? 0 : 0x100),
    u16(0),
    matrix,
    u32(width * 0x10000),
    u32(height * 0x10000),
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, u32(0), u32(0), u32(scale), u32(duration), u16(0x55c4), u16(0)),
    fullBox('hdlr', 0, u32(0), text(kind), zeros(12), text('\0')),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4)),
      box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
      sampleTable(track, order),
    ),
  )
  const played = fullBox('elst', 0, u32(1), u32(lasts), u32(track.lead), u32(0x10000))
  return box('trak', header, box('edts', played), media)
}

function sampleTable(track: WrittenTrack, order: readonly Placed[]): Uint8Array {
  const { samples, entry, begins } = track
  const keys = samples.flatMap(({ chunk }, index) => (chunk.type === 'key' ? [u32(index + 1)] : []))
  const runs = runsOf(order).filter((run) => run.track === track)
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), entry),
    counted('stts', 0, countRuns(samples.map(({ duration }) => duration))),
    // The second version of this box may show a frame before its place among the decoded ones.
    ...(samples.some(({ delay }) => delay !== 0)
      ? [counted('ctts', 0x1000000, countRuns(samples.map(({ delay }) => delay)))]
      : []),
    ...(keys.length < samples.length ? [fullBox('stss', 0, u32(keys.length), ...keys)] : []),
    fullBox(
      'stsc',
      0,
      u32(runs.length),
      ...runs.map(({ length }, index) => concat([u32(index + 1), u32(length), u32(1)])),
    ),
    fullBox('stsz', 0, u32(0), u32(samples.length), ...samples.map(({ chunk }) => u32(chunk.byteLength))),
    fullBox('stco', 0, u32(runs.length), ...runs.map(({ at }) => u32(begins + at))),
  )
}

/** Neighbours of one track, which lie in the file as one piece. */
function runsOf(order: readonly Placed[]): { track: WrittenTrack; at: number; length: number }[] {
  const runs: { track: WrittenTrack; at: number; length: number }[] = []
  for (const { track, at } of order) {
    const last = runs.at(-1)
    if (last?.track === track) last.length++
    else runs.push({ track, at, length: 1 })
  }
  return runs
}

function countRuns(values: readonly number[]): Uint8Array[] {
  const runs: [count: number, value: number][] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.[1] === value) last[0]++
    else runs.push([1, value])
  }
  return runs.map(([count, value]) => concat([u32(count), u32(value)]))
}

function counted(type: string, versionAndFlags: number, entries: readonly Uint8Array[]): Uint8Array {
  return fullBox(type, versionAndFlags, u32(entries.length), ...entries)
}

function videoEntry(
  codec: string,
  width: number,
  height: number,
  description: Uint8Array | null,
): Uint8Array {
  const [name, ...numbers] = codec.split('.')
  const type = name === 'avc3' ? 'avc1' : name === 'vp8' ? 'vp08' : (name ?? '')
  const settings =
    type === 'avc1'
      ? box('avcC', required(description, codec))
      : fullBox('vpcC', 0x1000000, vpSettings(numbers), u16(0))
  return box(
    type,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    settings,
  )
}

/** Profile, level, depth of `vp09.PP.LL.DD`; 4:2:0, colors as in most videos. */
function vpSettings([profile = '0', level = '10', depth = '8']: readonly string[]): Uint8Array {
  return new Uint8Array([Number(profile), Number(level), (Number(depth) << 4) | (1 << 1), 1, 1, 1])
}

function audioEntry({
  codec,
  description,
  sampleRate,
  channels,
}: Pick<Mp4Audio, 'codec' | 'description' | 'sampleRate' | 'channels'>): Uint8Array {
  const isOpus = codec === 'opus'
  const settings = isOpus
    ? box('dOps', opusSettings(required(description, codec)))
    : esds(required(description, codec))
  return box(
    isOpus ? 'Opus' : 'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels),
    u16(16),
    u32(0),
    u32(sampleRate * 0x10000),
    settings,
  )
}

/** An Ogg head of Opus, whose numbers are little-endian, as MP4 has it. */
function opusSettings(head: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = head
  const from = new DataView(buffer, byteOffset, byteLength)
  return concat([
    new Uint8Array([0, from.getUint8(9)]),
    u16(from.getUint16(10, true)),
    u32(from.getUint32(12, true)),
    u16(from.getUint16(16, true)),
    new Uint8Array([from.getUint8(18)]),
  ])
}

/** The descriptors of MPEG-4 around what an AAC decoder needs. */
function esds(settings: Uint8Array): Uint8Array {
  const descriptor = (tag: number, ...parts: readonly Uint8Array[]) => {
    const body = concat(parts)
    return concat([new Uint8Array([tag, body.length]), body])
  }
  const decoder = descriptor(4, new Uint8Array([0x40, 0x15, 0, 0, 0]), zeros(8), descriptor(5, settings))
  return fullBox(
    'esds',
    0,
    descriptor(3, u16(0), new Uint8Array([0]), decoder, descriptor(6, new Uint8Array([2]))),
  )
}

function required(description: Uint8Array | null, codec: string): Uint8Array {
  if (description === null) throw new Error(`The encoder of ${codec} described nothing.`)
  return description
}

const matrix = concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))

function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concat(parts)
  return concat([u32(body.length + 8), text(type), body])
}

function fullBox(type: string, versionAndFlags: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return box(type, u32(versionAndFlags), ...parts)
}

/** What an encoder describes, as bytes of its own; null where it describes nothing. */
export function copyBytes(
  source: ArrayBuffer | ArrayBufferView | SharedArrayBuffer | undefined,
): Uint8Array | null {
  if (source === undefined) return null
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source).slice()
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
}

function bytesOf(chunk: EncodedChunk): Uint8Array {
  const bytes = new Uint8Array(chunk.byteLength)
  chunk.copyTo(bytes)
  return bytes
}

function text(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

function u16(value: number): Uint8Array {
  return new Uint8Array([value >> 8, value])
}

/** Also of a negative number. */
function u32(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value])
}

function zeros(count: number): Uint8Array {
  return new Uint8Array(count)
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
