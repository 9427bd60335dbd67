import {
  AudioData,
  AudioEncoder,
  type EncodedAudioChunk,
  type EncodedAudioChunkMetadata,
  type Mp4AudioTrackConfig,
} from '@napi-rs/webcodecs'
import { readAudio } from './audio-reader.ts'
import { mixUnder } from './mix-audio.ts'
import { readMood } from './mood.ts'
import { compose } from './music/compose.ts'
import { createRandom } from './random.ts'
import type { VideoOrder } from './render-order.ts'
import type { StereoAudio } from './wav.ts'

const codec = 'mp4a.40.2'
const sampleRate = 48_000
const channels = 2
/** Samples that one AAC packet holds. */
const packetSamples = 1024
const microsecond = 1_000_000

export interface Soundtrack {
  readonly track: Mp4AudioTrackConfig
  readonly chunks: readonly (readonly [EncodedAudioChunk, EncodedAudioChunkMetadata | undefined])[]
}

/**
 * A video's music as AAC, with the given audio under it. Never longer than the video: whole packets only, so at
 * most 21 ms shorter.
 */
export async function encodeSoundtrack({ key, prompt, seconds, inputs }: VideoOrder): Promise<Soundtrack> {
  const random = createRandom(key)
  const mood = readMood(prompt, random.branch('mood'))
  const packets = Math.floor((seconds * sampleRate) / packetSamples)
  const length = (packets * packetSamples) / sampleRate
  const given = await Promise.all(inputs.audios.map((file) => readAudio(file, length)))
  const music = compose({
    random: random.branch('music'),
    prompt,
    mood,
    seconds: length,
    rate: sampleRate,
    sings: false,
  })
  const chunks = (await encode(mixUnder(music, given))).filter(
    ([chunk]) => chunk.timestamp < length * microsecond,
  )
  const description = chunks[0]?.[1]?.decoderConfig?.description as Uint8Array | undefined
  const track = { codec, sampleRate, numberOfChannels: channels, ...(description && { description }) }
  return { track, chunks }
}

async function encode({
  left,
  right,
}: StereoAudio): Promise<[EncodedAudioChunk, EncodedAudioChunkMetadata | undefined][]> {
  const chunks: [EncodedAudioChunk, EncodedAudioChunkMetadata | undefined][] = []
  let failure: Error | undefined
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => chunks.push([chunk, metadata]),
    error: (error) => {
      failure = error
    },
  })
  encoder.configure({ codec, sampleRate, numberOfChannels: channels, bitrate: 128_000 })
  for (let start = 0; start < left.length; start += packetSamples) {
    const planes = new Float32Array(packetSamples * channels)
    planes.set(left.subarray(start, start + packetSamples), 0)
    planes.set(right.subarray(start, start + packetSamples), packetSamples)
    const data = new AudioData({
      format: 'f32-planar',
      sampleRate,
      numberOfFrames: packetSamples,
      numberOfChannels: channels,
      timestamp: Math.round((start * microsecond) / sampleRate),
      data: planes,
    })
    encoder.encode(data)
    data.close()
  }
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  return chunks
}
