import { readMood } from './mood.ts'
import { compose } from './music/compose.ts'
import { createRandom } from './random.ts'
import type { AudioOrder } from './render-order.ts'
import { encodeWav } from './wav.ts'

const sampleRate = 44_100

/** Renders music as WAV, 44.1 kHz. */
export function renderAudio({ key, prompt, seconds, sings }: AudioOrder): Uint8Array {
  const random = createRandom(key)
  const length = seconds ?? random.branch('length').whole(10, 20)
  const mood = readMood(prompt, random.branch('mood'))
  return encodeWav(
    compose({ random: random.branch('music'), prompt, mood, seconds: length, rate: sampleRate, sings }),
  )
}
