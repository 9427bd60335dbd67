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

/** Loudness is raised to a power before it is drawn, so that quiet and loud differ visibly. */
const contrast = 1.6

/** The loudness of an audio file over time: `count` values relative to its loudest part, 0 to 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const span = samples.length / count
  const levels = Array.from({ length: count }, (_, index) =>
    level(samples, Math.floor(index * span), Math.floor((index + 1) * span)),
  )
  const highest = Math.max(...levels, Number.EPSILON)
  return levels.map((each) => (each / highest) ** contrast)
}

/** The root mean square of a part. */
function level(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2
  return Math.sqrt(sum / Math.max(1, to - from))
}
