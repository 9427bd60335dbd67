import type { Random } from '../random.ts'
import { frequencyOf, type Mix } from './instruments.ts'
import type { SungNote, Vowel } from './sing.ts'

/** Resonances of the mouth in hertz, lowest first, and the width of each: they make the vowel. */
const formants: Readonly<Record<Vowel, readonly number[]>> = {
  a: [760, 1220, 2550, 3300, 4200],
  e: [480, 1820, 2560, 3350, 4200],
  i: [320, 2140, 2850, 3450, 4300],
  o: [480, 850, 2480, 3250, 4100],
  u: [340, 740, 2350, 3200, 4000],
}
const widths = [85, 95, 130, 170, 230] as const
/** The tone while the lips are closed, as in m and n. */
const nasal = [260, 1100, 2300, 3200, 4000] as const

/** Samples between which pitch, vowel and loudness are drawn straight. */
const stride = 96
const highestHertz = 5600
const mostHarmonics = 48
const vibratoHertz = 5.4
/** Semitones to each side. */
const vibratoDepth = 0.38
const glideSeconds = 0.075
const gain = 0.3

export interface Singer {
  /** How much higher the resonances lie than a low voice’s: smaller heads, brighter vowels. */
  readonly brightness: number
  readonly random: Random
}

/** The state of the voice at one moment. */
interface Moment {
  readonly hertz: number
  /** 0 to 1. */
  readonly loudness: number
  /** 0 to 1. */
  readonly breath: number
  readonly resonances: readonly number[]
}

/**
 * Sings a line into a mix: a tone of many harmonics, shaped by the resonances of the vowels, with glides from
 * note to note, a vibrato that fades in on held notes, and a consonant before most syllables. One voice, one
 * note at a time.
 */
export function playVoice(mix: Mix, notes: readonly SungNote[], { brightness, random }: Singer): void {
  const { rate } = mix
  const drift = createDrift(random)
  for (const [index, note] of notes.entries()) {
    const before = notes[index - 1]
    const isTied = before !== undefined && note.at - (before.at + before.length) < 0.12
    const from = isTied ? before.pitch : note.pitch - 0.7
    const after = notes[index + 1]
    const isLast = after === undefined || after.at - (note.at + note.length) > 0.12
    const sung = { note, from, fade: isLast ? 0.16 : 0.06, brightness, drift }
    const start = Math.max(0, Math.round((note.at - consonantSeconds) * rate))
    const end = Math.min(mix.left.length, Math.round((note.at + note.length) * rate))
    const line = singNote(sung, { start, end, rate }, random)
    for (let offset = 0; offset < line.length; offset++) {
      const sample = (line[offset] as number) * gain
      mix.left[start + offset] = (mix.left[start + offset] as number) + sample
      mix.right[start + offset] = (mix.right[start + offset] as number) + sample
    }
  }
}

interface Sung {
  readonly note: SungNote
  /** The pitch that it glides from. */
  readonly from: number
  /** Seconds in which it dies away. */
  readonly fade: number
  readonly brightness: number
  readonly drift: (seconds: number) => number
}

/** In samples, of the whole mix. */
interface Span {
  readonly start: number
  readonly end: number
  readonly rate: number
}

/** How long before its note a syllable begins. */
const consonantSeconds = 0.07

function singNote(sung: Sung, { start, end, rate }: Span, random: Random): Float32Array {
  const line = new Float32Array(Math.max(0, end - start))
  const levels = new Float64Array(mostHarmonics)
  let phase = 0
  let noise = 0
  let moment = momentOf(sung, start / rate)
  for (let offset = 0; offset < line.length; offset += stride) {
    const next = momentOf(sung, (start + offset + stride) / rate)
    const count = Math.min(mostHarmonics, Math.floor(highestHertz / Math.max(60, next.hertz)))
    const wanted = harmonicLevels(next, count)
    const last = Math.min(stride, line.length - offset)
    const steps = wanted.map((level, order) => (level - (levels[order] as number)) / stride)
    for (let place = 0; place < last; place++) {
      const share = place / stride
      phase += (moment.hertz + (next.hertz - moment.hertz) * share) / rate
      phase -= Math.floor(phase)
      const white = random.between(-1, 1)
      const hiss = (white - noise) * (moment.breath + (next.breath - moment.breath) * share)
      noise = white
      line[offset + place] = sumHarmonics(phase, levels, steps) + hiss * 0.12
    }
    moment = next
  }
  return line
}

/**
 * The sum of the harmonics at a phase from 0 to 1, by sin(kx) = 2 cos(x) sin((k−1)x) − sin((k−2)x); advances
 * each level.
 */
function sumHarmonics(phase: number, levels: Float64Array, steps: readonly number[]): number {
  const angle = phase * 2 * Math.PI
  const twice = 2 * Math.cos(angle)
  let current = Math.sin(angle)
  let previous = 0
  let sum = 0
  for (let order = 0; order < steps.length; order++) {
    const level = (levels[order] as number) + (steps[order] as number)
    levels[order] = level
    sum += current * level
    const following = twice * current - previous
    previous = current
    current = following
  }
  return sum
}

function harmonicLevels({ hertz, loudness, resonances }: Moment, count: number): number[] {
  const raw = Array.from({ length: mostHarmonics }, (_, order) =>
    order < count ? respond(hertz * (order + 1), resonances) / (order + 1) ** 0.95 : 0,
  )
  const power = Math.sqrt(raw.reduce((sum, level) => sum + level * level, 0)) || 1
  return raw.map((level) => (level / power) * loudness)
}

/** The gain of a frequency by the mouth's resonances. */
function respond(hertz: number, resonances: readonly number[]): number {
  return resonances.reduce((product, center, order) => {
    const width = widths[order] ?? 200
    return (product * center * center) / Math.hypot(center * center - hertz * hertz, hertz * width)
  }, 1)
}

function momentOf({ note, from, fade, brightness, drift }: Sung, seconds: number): Moment {
  const age = seconds - note.at
  const left = note.at + note.length - seconds
  const glide = smooth((age + consonantSeconds * 0.5) / glideSeconds)
  const depth = note.length > 0.32 ? vibratoDepth * smooth((age - 0.16) / 0.3) : 0
  const vibrato = depth * Math.sin(2 * Math.PI * vibratoHertz * seconds)
  const hertz = frequencyOf(from + (note.pitch - from) * glide + vibrato + drift(seconds))
  const voiced =
    openness(note, age) * smooth(left / fade) * (1 + 0.06 * Math.sin(2 * Math.PI * vibratoHertz * seconds))
  return {
    hertz,
    loudness: voiced * note.strength,
    breath: burst(note, age) + 0.05 * voiced,
    resonances: resonancesOf(note, { age, hertz, brightness }),
  }
}

/** How far the mouth is open: a closed m hums before its vowel, after a t there is none before it. */
function openness({ onset }: SungNote, age: number): number {
  if (onset === 'nasal')
    return age < 0 ? 0.3 * smooth((age + consonantSeconds) / 0.03) : 0.3 + 0.7 * smooth(age / 0.06)
  if (onset === 'plosive') return smooth(age / 0.03)
  return smooth((age + 0.02) / 0.07)
}

function burst({ onset, strength }: SungNote, age: number): number {
  if (onset === 'plosive') return age > -0.035 && age < 0.015 ? 0.8 * strength : 0
  if (onset === 'sibilant')
    return strength * 0.7 * smooth((age + consonantSeconds) / 0.03) * smooth((0.02 - age) / 0.03)
  return 0
}

interface Mouth {
  readonly age: number
  readonly hertz: number
  readonly brightness: number
}

/** The lowest resonance is never below the tone itself: singers open the mouth for high notes. */
function resonancesOf({ vowel, next, onset, length }: SungNote, { age, hertz, brightness }: Mouth): number[] {
  const closed = onset === 'nasal' ? 1 - smooth(age / 0.05) : 0
  const turned = length > 0.6 ? 0.45 * smooth((age - length * 0.5) / (length * 0.5)) : 0
  const open = formants[vowel].map(
    (center, order) => center + ((formants[next][order] ?? center) - center) * turned,
  )
  return open.map((center, order) => {
    const mouth = center + ((nasal[order] ?? center) - center) * closed
    return order === 0 ? Math.max(mouth * brightness, hertz * 1.05) : mouth * brightness
  })
}

/** The small pitch drift of every singer, in semitones. */
function createDrift(random: Random): (seconds: number) => number {
  const waves = [0.7, 1.3, 2.9].map((hertz) => ({ hertz, turn: random.between(0, 2 * Math.PI) }))
  return (seconds) =>
    waves.reduce((sum, { hertz, turn }) => sum + 0.03 * Math.sin(2 * Math.PI * hertz * seconds + turn), 0)
}

function smooth(share: number): number {
  const held = Math.min(1, Math.max(0, share))
  return held * held * (3 - 2 * held)
}
