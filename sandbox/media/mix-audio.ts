import type { StereoAudio } from './wav.ts'

/** How loud the music is beside given audio, and how loud they are together. */
const musicLevel = 0.55
const givenLevel = 0.4
/** Seconds in which given audio fades in and out. */
const fadeSeconds = 0.05

/**
 * Mixes given audio under music, each from the beginning at the music's rate. Never louder than 1 where they
 * aren't.
 */
export function mixUnder(music: StereoAudio, given: readonly StereoAudio[]): StereoAudio {
  if (given.length === 0) return music
  const parts = given.map((audio) => ({ audio, level: givenLevel / given.length }))
  const mix = (channel: 'left' | 'right') => {
    const sum = music[channel].map((sample) => sample * musicLevel)
    for (const { audio, level } of parts) addAt(sum, music.rate, audio[channel], audio.rate, level)
    return sum
  }
  return { left: mix('left'), right: mix('right'), rate: music.rate }
}

function addAt(sum: Float32Array, rate: number, part: Float32Array, partRate: number, level: number): void {
  const step = partRate / rate
  const length = Math.min(sum.length, Math.floor((part.length - 1) / step))
  const fade = fadeSeconds * rate
  for (let index = 0; index < length; index++) {
    const at = index * step
    const before = Math.floor(at)
    const low = part[before] as number
    const sample = low + ((part[before + 1] as number) - low) * (at - before)
    const edge = Math.min(1, index / fade, (length - index) / fade)
    sum[index] = (sum[index] as number) + sample * level * edge
  }
}
