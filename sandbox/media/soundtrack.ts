import { AudioData, AudioEncoder } from '@napi-rs/webcodecs'
import { readAudio } from './audio-reader.ts'
import { chooseSoundCodec, type SoundCodec } from './choose-codecs.ts'
import { mixUnder } from './mix-audio.ts'
import { readMood } from './mood.ts'
import { compose } from './music/compose.ts'
import { createRandom } from './random.ts'
import type { VideoOrder } from './render-order.ts'
import type { StereoAudio } from './wav.ts'
import { copyBytes, type EncodedChunk, type Mp4Audio } from './write-mp4.ts'

const channels = 2
const microsecond = 1_000_000

/**
 * A video's music as AAC, or as Opus where that can't be encoded, with the given audio under it. Never longer than the video: whole packets only, so at
 * most 21 ms shorter (128 ms where its samples per second are limited).
 */
export async function encodeSoundtrack({
  key,
  prompt,
  seconds,
  inputs,
  samplesPerSecond,
}: VideoOrder): Promise<Mp4Audio> {
  const random = createRandom(key)
  const mood = readMood(prompt, random.branch('mood'))
  const codec = await chooseSoundCodec({ samplesPerSecond, numberOfChannels: channels })
  const { packetSamples, sampleRate } = codec
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
  const encoded = await encode(mixUnder(music, given), codec)
  const lead = codec.lead(encoded, packets)
  const most = Math.ceil((packets * packetSamples + lead) / packetSamples)
  const chunks = encoded.chunks.slice(0, most)
  return {
    ...encoded,
    chunks,
    codec: codec.codec,
    sampleRate,
    channels,
    packetSamples,
    lead,
    samples: Math.min(packets * packetSamples, chunks.length * packetSamples - lead),
  }
}

async function encode(
  { left, right }: StereoAudio,
  { codec, packetSamples, sampleRate }: SoundCodec,
): Promise<Pick<Mp4Audio, 'chunks' | 'description'>> {
  const chunks: EncodedChunk[] = []
  let description: Uint8Array | null = null
  let failure: Error | undefined
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      chunks.push(chunk)
      description ??= copyBytes(metadata?.decoderConfig?.description)
    },
    error: (error) => {
      failure = error
    },
  })
  encoder.configure({
    codec,
    sampleRate,
    numberOfChannels: channels,
    bitrate: Math.round((sampleRate * 8) / 3),
  })
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
  return { chunks, description }
}
