import { readMood } from './mood.ts'
import { compose } from './music/compose.ts'
import { createRandom } from './random.ts'
import type { AudioOrder } from './render-order.ts'
import { encodeWav } from './wav.ts'

/** Renders music as WAV. */
export function renderAudio({ key, prompt, seconds, samplesPerSecond: rate, sings }: AudioOrder): Uint8Array {
  const random = createRandom(key)
  const length = seconds ?? random.branch('length').whole(10, 20)
  const mood = readMood(prompt, random.branch('mood'))
  return encodeWav(compose({ random: random.branch('music'), prompt, mood, seconds: length, rate, sings }))
}
