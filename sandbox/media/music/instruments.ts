import type { Random } from '../random.ts'
import type { StereoAudio } from '../wav.ts'
import type { Note } from './parts.ts'
import type { DrumHit } from './score.ts'

/** The mix of the instruments: their samples are added to both channels. */
export type Mix = StereoAudio

const tableSize = 2048

/** One period of a tone with these harmonics, strongest first. */
function createTable(harmonics: readonly number[]): Float32Array {
  return Float32Array.from({ length: tableSize + 1 }, (_, index) => {
    const angle = (index / tableSize) * Math.PI * 2
    return harmonics.reduce((sum, strength, order) => sum + strength * Math.sin(angle * (order + 1)), 0)
  })
}

const padTable = createTable([1, 0.42, 0.22, 0.11, 0.07, 0.03])
const bassTable = createTable([1, 0.32, 0.09, 0.03])
const sineTable = createTable([1])

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}

interface Voice {
  readonly table: Float32Array
  readonly note: Note
  /** Seconds. */
  readonly attack: number
  readonly release: number
  readonly gain: number
  /** -1 left to 1 right. */
  readonly pan: number
  /** Hundredths of a semitone. */
  readonly detune: number
}

function playVoice(mix: Mix, { table, note, attack, release, gain, pan, detune }: Voice): void {
  const { rate } = mix
  const start = Math.round(note.at * rate)
  const held = Math.round(note.length * rate)
  const end = Math.min(mix.left.length, start + held + Math.round(release * rate))
  const step = (frequencyOf(note.pitch + detune / 100) * tableSize) / rate
  const [leftGain, rightGain] = panGains(pan, gain * note.strength)
  let phase = (start * 0.37) % tableSize
  for (let index = start; index < end; index++) {
    const time = index - start
    const rise = Math.min(1, time / (attack * rate))
    const fall = time < held ? 1 : 1 - (time - held) / (release * rate)
    const level = rise * rise * (3 - 2 * rise) * fall * fall
    const whole = Math.floor(phase)
    const low = table[whole] as number
    const sample = (low + ((table[whole + 1] as number) - low) * (phase - whole)) * level
    mix.left[index] = (mix.left[index] as number) + sample * leftGain
    mix.right[index] = (mix.right[index] as number) + sample * rightGain
    phase += step
    if (phase >= tableSize) phase -= tableSize
  }
}

function panGains(pan: number, gain: number): readonly [number, number] {
  const angle = ((pan + 1) * Math.PI) / 4
  return [Math.cos(angle) * gain, Math.sin(angle) * gain]
}

/** A wide, slow chord: two voices a note, a little out of tune with each other. */
export function playPad(mix: Mix, notes: readonly Note[], beat: number): void {
  const attack = Math.min(0.9, beat * 1.1)
  for (const [index, note] of notes.entries()) {
    const pan = ((index % 4) - 1.5) / 2.4
    const voice = { table: padTable, note, attack, release: 1.2, gain: 0.055 }
    playVoice(mix, { ...voice, pan: pan - 0.18, detune: -5 })
    playVoice(mix, { ...voice, pan: pan + 0.18, detune: 5 })
  }
}

export function playBass(mix: Mix, notes: readonly Note[]): void {
  for (const note of notes) {
    playVoice(mix, { table: bassTable, note, attack: 0.02, release: 0.22, gain: 0.15, pan: 0, detune: 0 })
  }
}

/** A plucked string after Karplus and Strong: noise that goes round a softening loop. */
export function playPluck(mix: Mix, notes: readonly Note[], random: Random): void {
  for (const note of notes) {
    const period = mix.rate / frequencyOf(note.pitch)
    const length = Math.max(2, Math.floor(period - softeningDelay - 0.1))
    const loop = Float32Array.from({ length }, () => random.between(-1, 1))
    for (let pass = 0; pass < 3; pass++) soften(loop)
    const rest = period - softeningDelay - length
    ring(mix, { note, loop, tuning: (1 - rest) / (1 + rest), pan: random.between(-0.45, 0.45) })
  }
}

/** Samples by which averaging two neighbours lengthens the loop. */
const softeningDelay = 0.5

function soften(loop: Float32Array): void {
  let previous = loop.at(-1) as number
  for (let index = 0; index < loop.length; index++) {
    const kept = loop[index] as number
    loop[index] = (kept + previous) / 2
    previous = kept
  }
}

interface Ringing {
  readonly note: Note
  readonly loop: Float32Array
  /** Coefficient of the all-pass filter that supplies the last part of a sample, so that the note is in tune. */
  readonly tuning: number
  readonly pan: number
}

function ring(mix: Mix, { note, loop, tuning, pan }: Ringing): void {
  const { rate } = mix
  const start = Math.round(note.at * rate)
  const end = Math.min(mix.left.length, start + Math.round(rate * 2.6))
  const [leftGain, rightGain] = panGains(pan, 0.5 * note.strength)
  let place = 0
  let previous = 0
  let passedIn = 0
  let passedOut = 0
  for (let index = start; index < end; index++) {
    const current = loop[place] as number
    const softened = (current + previous) * 0.498
    previous = current
    passedOut = tuning * (softened - passedOut) + passedIn
    passedIn = softened
    loop[place] = passedOut
    place = place + 1 === loop.length ? 0 : place + 1
    const fade = Math.min(1, (end - index) / (rate * 0.4)) * Math.min(1, (index - start) / 40)
    mix.left[index] = (mix.left[index] as number) + current * leftGain * fade
    mix.right[index] = (mix.right[index] as number) + current * rightGain * fade
  }
}

/** A soft bell: a tone with a faint octave and twelfth above it. */
export function playBell(mix: Mix, notes: readonly Note[]): void {
  for (const [index, note] of notes.entries()) {
    const pan = ((index % 3) - 1) * 0.35
    for (const [above, gain, release] of bellPartials) {
      const partial = { ...note, length: 0.02, pitch: note.pitch + above }
      playVoice(mix, { table: sineTable, note: partial, attack: 0.006, release, gain, pan, detune: 0 })
    }
  }
}

const bellPartials = [
  [0, 0.2, 1.9],
  [12, 0.07, 1.2],
  [19.02, 0.035, 0.7],
] as const

/** Brushed, quiet drums. */
export function playDrums(mix: Mix, hits: readonly DrumHit[], random: Random): void {
  for (const { at, drum, strength } of hits) {
    const { seconds, gain, pan, sample } = drumAudios[drum]
    const start = Math.round(at * mix.rate)
    const end = Math.min(mix.left.length, start + Math.round(seconds * mix.rate))
    const [leftGain, rightGain] = panGains(pan, gain * strength)
    let last = 0
    for (let index = start; index < end; index++) {
      const time = (index - start) / mix.rate
      const white = random.between(-1, 1)
      const value = sample(time, white, white - last) * Math.min(1, time * 900)
      last = white
      mix.left[index] = (mix.left[index] as number) + value * leftGain
      mix.right[index] = (mix.right[index] as number) + value * rightGain
    }
  }
}

interface DrumAudio {
  readonly seconds: number
  readonly gain: number
  readonly pan: number
  readonly sample: (time: number, noise: number, brightNoise: number) => number
}

const drumAudios: Readonly<Record<DrumHit['drum'], DrumAudio>> = {
  kick: {
    seconds: 0.32,
    gain: 0.42,
    pan: 0,
    sample: (time) =>
      Math.sin(2 * Math.PI * (46 * time + 4.2 * (1 - Math.exp(-time * 26)))) * Math.exp(-time * 11),
  },
  hat: {
    seconds: 0.09,
    gain: 0.05,
    pan: 0.3,
    sample: (time, _noise, bright) => bright * Math.exp(-time * 62),
  },
  rim: {
    seconds: 0.16,
    gain: 0.12,
    pan: -0.15,
    sample: (time, noise) => (noise * 0.45 + Math.sin(2 * Math.PI * 410 * time)) * Math.exp(-time * 38),
  },
}
