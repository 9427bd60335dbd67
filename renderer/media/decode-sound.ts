import { peaksOf } from './peaks.ts'

/** What a waveform is drawn from. */
export interface DecodedSound {
  readonly peaks: readonly number[]
  readonly durationSeconds: number
}

/** Decoding takes many times a file's bytes; a longer one is played without its waveform. */
const decodedMaxBytes = 64 * 1024 * 1024
const decodingRate = 16_000
const peakCount = 128

/** Reads a sound and measures it; rejects where the browser can't decode it. */
export async function decodeSound(url: string): Promise<DecodedSound> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  if (Number(response.headers.get('content-length')) > decodedMaxBytes) {
    await response.body?.cancel()
    throw new Error(`${url} is too long to draw.`)
  }
  const context = new OfflineAudioContext(1, 1, decodingRate)
  const sound = await context.decodeAudioData(await response.arrayBuffer())
  return { peaks: peaksOf(sound.getChannelData(0), peakCount), durationSeconds: sound.duration }
}
