import { type AudioData, AudioDecoder, type EncodedAudioChunk, Mp4Demuxer } from '@napi-rs/webcodecs'
import type { GivenFile } from './collect-inputs.ts'
import { unreadable } from './render-refusal.ts'
import type { StereoAudio } from './wav.ts'

const microsecond = 1_000_000

/** The demuxer's names for uncompressed samples, and the decoder's (@napi-rs/webcodecs 1.3.1). */
const decoderCodecs: Readonly<Record<string, string>> = { pcms16le: 'pcm-s16', pcmf32le: 'pcm-f32' }

/**
 * Reads the first `seconds` of an audio file (WAV, MP3, AAC, FLAC or Opus) at its own rate; mono becomes two
 * equal channels. Rejects with RenderRefusal where it can't be decoded.
 */
export async function readAudio(file: GivenFile, seconds: number): Promise<StereoAudio> {
  try {
    const audios = await decodePackets(await demuxPackets(file.bytes, seconds))
    return join(audios)
  } catch (cause) {
    throw unreadable(file.field, 'audio', cause)
  }
}

interface Packets {
  readonly config: NonNullable<Mp4Demuxer['audioDecoderConfig']>
  readonly chunks: readonly EncodedAudioChunk[]
}

async function demuxPackets(bytes: Uint8Array, seconds: number): Promise<Packets> {
  const chunks: EncodedAudioChunk[] = []
  let failure: Error | undefined
  const demuxer = new Mp4Demuxer({
    audioOutput: (chunk) => chunks.push(chunk),
    error: (error) => {
      failure = error
    },
  })
  try {
    await demuxer.loadBuffer(bytes)
    const config = demuxer.audioDecoderConfig
    if (!config) throw new Error('It has no sound.')
    await demuxer.demuxAsync()
    await new Promise(setImmediate)
    if (failure) throw failure
    return { config, chunks: chunks.filter((chunk) => chunk.timestamp < seconds * microsecond) }
  } finally {
    demuxer.close()
  }
}

async function decodePackets({ config, chunks }: Packets): Promise<StereoAudio[]> {
  const audios: StereoAudio[] = []
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  const decoder = new AudioDecoder({
    output(data) {
      try {
        audios.push(readData(data))
      } catch (error) {
        fail(error)
      }
      data.close()
    },
    error: fail,
  })
  decoder.configure({ ...config, codec: decoderCodecs[config.codec] ?? config.codec })
  for (const chunk of chunks) {
    if (decoder.state !== 'configured') break
    decoder.decode(chunk)
  }
  if (decoder.state === 'configured') await decoder.flush()
  if (decoder.state !== 'closed') decoder.close()
  if (failure) throw failure
  return audios
}

/** Reads samples of each format as -1 to 1. The library's own conversion crashes the process on some of them. */
const sampleReaders: Readonly<Record<string, (bytes: Buffer, index: number) => number>> = {
  s16: (bytes, index) => bytes.readInt16LE(index * 2) / 2 ** 15,
  s32: (bytes, index) => bytes.readInt32LE(index * 4) / 2 ** 31,
  f32: (bytes, index) => bytes.readFloatLE(index * 4),
}

function readData(data: AudioData): StereoAudio {
  const { format, numberOfFrames: length, numberOfChannels: channels, sampleRate: rate } = data
  const [sample, layout] = (format ?? '').split('-')
  const read = sampleReaders[sample ?? '']
  if (!read) throw new Error(`Samples of the kind ${format} can't be read.`)
  const planes = Array.from({ length: data.numberOfPlanes }, (_, planeIndex) => {
    const bytes = Buffer.alloc(data.allocationSize({ planeIndex }))
    data.copyTo(bytes, { planeIndex })
    return bytes
  })
  const isPlanar = layout === 'planar'
  const readChannel = (channel: number) =>
    Float32Array.from({ length }, (_, index) =>
      isPlanar
        ? read(planes[channel] as Buffer, index)
        : read(planes[0] as Buffer, index * channels + channel),
    )
  const left = readChannel(0)
  return { left, right: channels > 1 ? readChannel(1) : left, rate }
}

function join(audios: readonly StereoAudio[]): StereoAudio {
  const rate = audios[0]?.rate
  if (rate === undefined) throw new Error('It has no samples.')
  return { left: chain(audios.map(({ left }) => left)), right: chain(audios.map(({ right }) => right)), rate }
}

function chain(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
