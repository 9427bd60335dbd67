import { describe, expect, test } from 'vitest'
import type { JobRow } from '../../store/job-store.ts'
import { renderAudio } from '../audio.ts'
import { noInputs } from '../collect-inputs.ts'
import { readMood } from '../mood.ts'
import { createRandom } from '../random.ts'
import { toRenderOrder } from '../render-order.ts'
import type { StereoAudio } from '../wav.ts'
import { writeScore } from './score.ts'
import type { SungNote, Vowel } from './sing.ts'
import { playVoice } from './voice.ts'

const rate = 44_100

/** One syllable of three seconds from the very start, and a second of silence. */
function sing(pitch: number, vowel: Vowel, onset: SungNote['onset'] = 'none'): Float32Array {
  const mix: StereoAudio = { left: new Float32Array(4 * rate), right: new Float32Array(4 * rate), rate }
  const note = { at: 0, length: 3, pitch, strength: 1, vowel, next: vowel, onset }
  playVoice(mix, [note], { brightness: 1, random: createRandom('voice') })
  return mix.left
}

/** The loudness of the frequencies from `low` to `high` in these samples, in steps of 20 Hz. */
function loudness(samples: Float32Array, low: number, high: number): number {
  let sum = 0
  for (let hertz = low; hertz < high; hertz += 20) {
    const twice = 2 * Math.cos((2 * Math.PI * hertz) / rate)
    let before = 0
    let last = 0
    for (const sample of samples) {
      const next = sample + twice * last - before
      before = last
      last = next
    }
    sum += last * last + before * before - twice * last * before
  }
  return sum
}

/** The pitch of a moment in hertz, by the delay after which the samples are most like themselves. */
function pitchAt(samples: Float32Array, seconds: number): number {
  const start = Math.round(seconds * rate)
  const likeness = (delay: number) => {
    let sum = 0
    for (let index = start; index < start + 1200; index++)
      sum += (samples[index] as number) * (samples[index + delay] as number)
    return sum
  }
  const delays = Array.from({ length: 140 }, (_, index) => index + 140)
  return rate / delays.reduce((best, delay) => (likeness(delay) > likeness(best) ? delay : best))
}

describe('the voice', () => {
  test('holds its note, with a vibrato of five or six swings a second', () => {
    const samples = sing(57, 'a')
    const track = Array.from({ length: 100 }, (_, index) => pitchAt(samples, 1 + index / 100))
    const mean = track.reduce((sum, hertz) => sum + hertz) / track.length
    expect(mean).toBeGreaterThan(220 * 0.985)
    expect(mean).toBeLessThan(220 * 1.015)
    const semitones = 12 * Math.log2(Math.max(...track) / Math.min(...track))
    expect(semitones).toBeGreaterThan(0.5)
    expect(semitones).toBeLessThan(1.4)
    const rises = track.filter((hertz, index) => hertz > mean && (track[index - 1] ?? hertz) <= mean)
    expect([5, 6]).toContain(rises.length)
  })

  test('has the resonances of its vowels', () => {
    const [a, i, u] = (['a', 'i', 'u'] as const).map((vowel) => sing(50, vowel).subarray(rate, 1.5 * rate))
    const share = (samples: Float32Array | undefined, low: number, high: number) =>
      samples ? loudness(samples, low, high) / loudness(samples, 100, 5000) : 0
    expect(share(a, 600, 1400)).toBeGreaterThan(3 * share(i, 600, 1400))
    expect(share(i, 1900, 3200)).toBeGreaterThan(3 * share(u, 1900, 3200))
    expect(share(u, 200, 900)).toBeGreaterThan(0.8)
  })

  test('is silent when its note is over', () => {
    expect(
      sing(57, 'o')
        .subarray(3.01 * rate)
        .every((sample) => sample === 0),
    ).toBe(true)
  })
})

function piece(request: Record<string, unknown>, seed: number): Buffer {
  const body = { prompt: 'calm piano ballad', length_ms: 12_000, ...request }
  const order = toRenderOrder(
    { modelId: 'a1', kind: 'audio', request: body, seed } as unknown as JobRow,
    noInputs,
  )
  if (order.kind !== 'audio') throw new Error('not an audio file')
  return Buffer.from(renderAudio(order))
}

/** The left channel of a WAV. */
function read(wav: Buffer): Float32Array {
  return Float32Array.from(
    { length: (wav.length - 44) / 4 },
    (_, index) => wav.readInt16LE(44 + index * 4) / 32_768,
  )
}

const window = 4096
/** The index permutation with reversed bits. */
const mirrored = Array.from({ length: window }, (_, index) =>
  Number.parseInt([...index.toString(2).padStart(12, '0')].toReversed().join(''), 2),
)
const cosines = Float64Array.from({ length: window / 2 }, (_, turn) =>
  Math.cos((2 * Math.PI * turn) / window),
)
const sines = Float64Array.from({ length: window / 2 }, (_, turn) => Math.sin((2 * Math.PI * turn) / window))

/** The strength of each frequency in a window of samples: Cooley–Tukey, in place. */
function spectrum(samples: Float32Array): Float64Array {
  const real = new Float64Array(window)
  const imaginary = new Float64Array(window)
  for (let index = 0; index < window; index++) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / window)
    real[mirrored[index] as number] = (samples[index] as number) * hann
  }
  for (let half = 1; half < window; half *= 2) {
    const turns = window / (2 * half)
    for (let at = 0; at < window; at++) {
      if (at & half) continue
      const turn = (at & (half - 1)) * turns
      const cosine = cosines[turn] as number
      const sine = -(sines[turn] as number)
      const other = at + half
      const x = real[other] as number
      const y = imaginary[other] as number
      const left = x * cosine - y * sine
      const right = x * sine + y * cosine
      real[other] = (real[at] as number) - left
      imaginary[other] = (imaginary[at] as number) - right
      real[at] = (real[at] as number) + left
      imaginary[at] = (imaginary[at] as number) + right
    }
  }
  return real.map((part, index) => Math.sqrt(part ** 2 + (imaginary[index] as number) ** 2))
}

/** The strongest tone from 1.2 to 4 kHz in hertz, where the overtones of a voice stand out. */
function strongestTone(samples: Float32Array): number {
  const strengths = spectrum(samples)
  const [low, high] = [1200, 4000].map((hertz) => Math.round((hertz * window) / rate)) as [number, number]
  const bins = Array.from({ length: high - low }, (_, index) => low + index)
  const top = bins.reduce((best, bin) =>
    (strengths[bin] as number) > (strengths[best] as number) ? bin : best,
  )
  const [left, middle, right] = [-1, 0, 1].map((step) => Math.log((strengths[top + step] as number) + 1e-12))
  const shift = ((left ?? 0) - (right ?? 0)) / (2 * ((left ?? 0) - 2 * (middle ?? 0) + (right ?? 0)))
  return ((top + shift) * rate) / window
}

/**
 * The share of moments in which that tone glides, by 6 to 70 cents in 46 ms: a struck or plucked one is
 * constant or jumps.
 */
function glidingShare(wav: Buffer): number {
  const samples = read(wav)
  const tones = Array.from({ length: Math.floor(samples.length / 2048) - 2 }, (_, index) =>
    strongestTone(samples.subarray(index * 2048, index * 2048 + window)),
  )
  const steps = tones.map((tone, index) => Math.abs(1200 * Math.log2(tone / (tones[index - 1] ?? tone))))
  return steps.filter((cents) => cents > 6 && cents < 70).length / steps.length
}

// Makes seven pieces of music.
test('A1 is sung by default, and the instruments play alone with force_instrumental', () => {
  const pieces = [1, 2, 3].map(
    (seed) => [piece({}, seed), piece({ force_instrumental: true }, seed)] as const,
  )
  const shares = pieces.map(([sung, alone]) => {
    expect(alone.length).toBe(sung.length)
    return [glidingShare(sung), glidingShare(alone)] as const
  })
  expect(pieces[0]?.[0].equals(piece({ force_instrumental: false }, 1))).toBe(true)
  const [sung, alone] = [0, 1].map((which) => shares.reduce((sum, pair) => sum + (pair[which] ?? 0), 0) / 3)
  expect(sung).toBeGreaterThan(0.35)
  expect(alone).toBeLessThan(0.2)
}, 120_000)

test('the sung line has syllables of a singable length, and a breath after each phrase', () => {
  for (const seed of ['a', 'b', 'c']) {
    const prompt = 'folk song'
    const random = createRandom(seed)
    const input = { random, prompt, mood: readMood(prompt, random.branch('mood')), seconds: 20 }
    const { voice, melody } = writeScore({ ...input, singerLowest: 60 })
    const gaps = voice.map(({ at, length }, index) => (voice[index + 1]?.at ?? at + length) - at - length)
    expect(voice.length).toBeGreaterThan(15)
    for (const { length, pitch } of voice.slice(0, -1)) {
      expect(length).toBeGreaterThan(0.12)
      expect(length).toBeLessThan(2.5)
      expect(pitch).toBeGreaterThanOrEqual(60)
      expect(pitch).toBeLessThanOrEqual(74)
    }
    expect(gaps.filter((gap) => gap > 0.15).length).toBeGreaterThan(1)
    expect(voice.every(({ at }, index) => at >= (voice[index - 1]?.at ?? 0))).toBe(true)
    expect(writeScore({ ...input, singerLowest: null }).voice).toEqual([])
    expect(melody.length).toBeLessThan(writeScore({ ...input, singerLowest: null }).melody.length)
  }
})
