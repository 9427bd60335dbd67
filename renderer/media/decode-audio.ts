import { peaksOf } from './peaks.ts'

/** The data of a waveform. */
export interface DecodedAudio {
  readonly peaks: readonly number[]
  readonly durationSeconds: number
}

/** Decoding takes many times a file's bytes; a longer one is played without its waveform. */
const decodedMaxBytes = 64 * 1024 * 1024
const decodingRate = 16_000
const peakCount = 128

/** Reads an audio file and measures it; rejects where the browser can't decode it. */
export async function decodeAudio(url: string): Promise<DecodedAudio> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  if (Number(response.headers.get('content-length')) > decodedMaxBytes) {
    await response.body?.cancel()
    throw new Error(`${url} is too long to draw.`)
  }
  const context = new OfflineAudioContext(1, 1, decodingRate)
  const audio = await context.decodeAudioData(await response.arrayBuffer())
  return { peaks: peaksOf(audio.getChannelData(0), peakCount), durationSeconds: audio.duration }
}
