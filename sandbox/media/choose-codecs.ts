import { AudioEncoder, VideoEncoder, type VideoEncoderConfig } from '@napi-rs/webcodecs'
import type { Mp4Audio } from './write-mp4.ts'

/** The best first: what every player plays, then what every encoder without license fees makes. */
const videoCodecs: readonly Pick<VideoEncoderConfig, 'codec' | 'avc'>[] = [
  { codec: 'avc1.640028', avc: { format: 'avc' } },
  { codec: 'vp09.00.31.08' },
]

/** The configuration with the first codec that is encoded here. Rejects where there is none. */
export async function chooseVideoConfig(
  wanted: Omit<VideoEncoderConfig, 'codec'>,
): Promise<VideoEncoderConfig> {
  for (const codec of videoCodecs) {
    const config = { ...wanted, ...codec }
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config
  }
  throw new Error('No video can be encoded here.')
}

export interface SoundCodec {
  readonly codec: string
  readonly sampleRate: number
  /** The samples of one packet. */
  readonly packetSamples: number
  /** The samples before the beginning, by what came of how many packets, and by what the encoder described. */
  lead(encoded: Pick<Mp4Audio, 'chunks' | 'description'>, packets: number): number
}

/** Of the rates of AAC, those that divide 48 kHz. */
const aacRates = [48_000, 24_000, 16_000, 12_000, 8000] as const

/** Those that encode a sound of at most so many samples per second, the best first. */
const soundCodecs = (limit: number): readonly SoundCodec[] => [
  {
    codec: 'mp4a.40.2',
    sampleRate: aacRates.find((rate) => rate <= limit) ?? 8000,
    packetSamples: 1024,
    lead: ({ chunks }, packets) => Math.max(0, chunks.length - packets) * 1024,
  },
  {
    codec: 'opus',
    // Whatever is asked for: its packets last 20 ms, which a container counts at this rate.
    sampleRate: 48_000,
    packetSamples: 960,
    // Its Ogg head says it, little-endian.
    lead: ({ description }) => (description?.[10] ?? 0) + (description?.[11] ?? 0) * 256,
  },
]

/** The first codec in which sound is encoded here. Rejects where there is none. */
export async function chooseSoundCodec(sound: {
  readonly samplesPerSecond: number
  readonly numberOfChannels: number
}): Promise<SoundCodec> {
  for (const choice of soundCodecs(sound.samplesPerSecond)) {
    const { supported } = await AudioEncoder.isConfigSupported({
      codec: choice.codec,
      sampleRate: choice.sampleRate,
      numberOfChannels: sound.numberOfChannels,
      bitrate: 128_000,
    })
    if (supported) return choice
  }
  throw new Error('No sound can be encoded here.')
}
