import type { Mood } from '../mood.ts'
import type { Random } from '../random.ts'
import type { Note, PartInput } from './parts.ts'
import { type SungNote, writeVoice } from './sing.ts'

export type Drum = 'kick' | 'hat' | 'rim'

export interface DrumHit {
  readonly at: number
  readonly drum: Drum
  readonly strength: number
}

/** A short piece: what each part plays. */
export interface Score {
  /** Seconds. */
  readonly seconds: number
  readonly beat: number
  readonly pad: readonly Note[]
  readonly bass: readonly Note[]
  readonly melody: readonly Note[]
  readonly drums: readonly DrumHit[]
  /** The sung line; empty where the piece is instrumental. */
  readonly voice: readonly SungNote[]
}

interface Mode {
  readonly scale: readonly number[]
  /** Scale steps of the chords, one bar each; the first is the tonic. */
  readonly progressions: readonly (readonly number[])[]
}

const modes = {
  major: {
    scale: [0, 2, 4, 5, 7, 9, 11],
    progressions: [
      [0, 4, 5, 3],
      [0, 5, 3, 4],
      [0, 2, 3, 4],
      [0, 3, 5, 4],
    ],
  },
  lydian: {
    scale: [0, 2, 4, 6, 7, 9, 11],
    progressions: [
      [0, 1, 0, 4],
      [0, 1, 5, 4],
      [0, 4, 1, 2],
    ],
  },
  minor: {
    scale: [0, 2, 3, 5, 7, 8, 10],
    progressions: [
      [0, 5, 2, 6],
      [0, 3, 5, 6],
      [0, 5, 3, 4],
      [0, 2, 5, 3],
    ],
  },
  dorian: {
    scale: [0, 2, 3, 5, 7, 9, 10],
    progressions: [
      [0, 3, 0, 6],
      [0, 2, 3, 6],
      [0, 6, 3, 4],
    ],
  },
} as const satisfies Record<string, Mode>

const beatsPerBar = 4
/** Seconds at the end in which the last chord rings out. */
const tail = 2.4

export interface ScoreInput {
  readonly random: Random
  readonly prompt: string
  readonly mood: Mood
  readonly seconds: number
  /** The singer's lowest note, as a MIDI number; null for an instrumental piece. */
  readonly singerLowest: number | null
}

/** Writes a piece of exactly this length: whole bars, then the tonic. */
export function writeScore({ random, prompt, mood, seconds, singerLowest }: ScoreInput): Score {
  const mode = chooseMode(prompt, mood, random)
  const ending = Math.min(tail, seconds * 0.4)
  const wantedBeat = 60 / (62 + 62 * mood.energy + random.between(-5, 5))
  const bars = Math.max(1, Math.round((seconds - ending) / (wantedBeat * beatsPerBar)))
  const beat = (seconds - ending) / bars / beatsPerBar
  const home = random.whole(45, 54)
  const progression = random.pick<readonly number[]>(mode.progressions)
  const chords = Array.from({ length: bars + 1 }, (_, bar) => ({
    at: bar * beat * beatsPerBar,
    length: bar === bars ? ending : beat * beatsPerBar,
    step: bar === bars ? 0 : (progression[bar % progression.length] as number),
  }))
  const pitchOf = (step: number) => home + stepToSemitones(mode.scale, step)
  const part: PartInput = { chords, pitchOf, beat, random, energy: mood.energy }
  const pad = writePad(part)
  const bass = writeBass(part)
  const melody = writeMelody(part)
  const sung = { ...part, random: random.branch('voice'), lowest: singerLowest ?? 0 }
  const voice = singerLowest === null ? [] : writeVoice(sung)
  return {
    seconds,
    beat,
    pad,
    bass,
    melody: melody.filter((note) => !voice.some((syllable) => overlaps(note, syllable))),
    voice,
    drums: mood.energy > 0.5 && !/\b(ambient|drone|piano solo)\b/i.test(prompt) ? writeDrums(part) : [],
  }
}

/** Under singing, the instruments only respond. */
function overlaps(note: Note, syllable: Note): boolean {
  return note.at < syllable.at + syllable.length && syllable.at < note.at + note.length / 2
}

function chooseMode(prompt: string, mood: Mood, random: Random): Mode {
  if (/\b(sad|dark|melanchol\w*|minor|lonely|rain|noir|tense|mysterious)\b/i.test(prompt)) return modes.minor
  if (/\b(happy|joy\w*|bright|sunny|major|uplifting|playful)\b/i.test(prompt)) return modes.major
  if (/\b(jazz|lo-?fi|funk|soul|blues|chill)\b/i.test(prompt)) return modes.dorian
  if (/\b(dream\w*|space|wonder|magic\w*|ambient)\b/i.test(prompt)) return modes.lydian
  const dark = mood.light === 'night' || mood.light === 'storm' || mood.light === 'neon'
  return random.pick<Mode>(dark ? [modes.minor, modes.dorian] : [modes.major, modes.lydian, modes.dorian])
}

function stepToSemitones(scale: readonly number[], step: number): number {
  const octave = Math.floor(step / scale.length)
  return (scale[step - octave * scale.length] as number) + octave * 12
}

/** Four voices a chord, kept in one register so that they move little. */
function writePad({ chords, pitchOf, random }: PartInput): Note[] {
  const color = random.pick([6, 8])
  return chords.flatMap(({ at, length, step }) =>
    [0, 2, 4, color].map((above, voice) => {
      const pitch = pitchOf(step + above)
      const folded = pitch > 72 ? pitch - 12 : pitch < 53 ? pitch + 12 : pitch
      return { at, length, pitch: folded, strength: voice === 3 ? 0.55 : 0.8 }
    }),
  )
}

function writeBass({ chords, pitchOf, beat, energy, random }: PartInput): Note[] {
  const pushed = energy > 0.4 && random.chance(0.7)
  return chords.flatMap(({ at, length, step }) => {
    const pitch = pitchOf(step) - 12 - (pitchOf(step) > 55 ? 12 : 0)
    const whole: Note = {
      at,
      length: pushed ? Math.min(length, beat * 2.4) : length * 0.95,
      pitch,
      strength: 0.9,
    }
    if (!pushed || length < beat * beatsPerBar) return [whole]
    return [whole, { at: at + beat * 2.5, length: beat * 1.3, pitch, strength: 0.65 }]
  })
}

/** A motif of one bar that returns, each time over its chord, now and then turned. */
function writeMelody({ chords, pitchOf, beat, energy, random }: PartInput): Note[] {
  const density = 0.34 + 0.3 * energy
  const motif = Array.from({ length: 8 }, (_, slot) => ({
    slot,
    audios: slot === 0 || random.chance(slot % 2 === 0 ? density * 1.25 : density * 0.75),
    above: random.pick([0, 2, 4, 4, 7, 8, 9]),
    strength: random.between(0.45, 0.9),
  }))
  return chords.flatMap(({ at, length, step }, bar) => {
    if (length < beat * beatsPerBar || bar === chords.length - 1) {
      return [{ at, length: length * 0.8, pitch: pitchOf(step + 7), strength: 0.8 }]
    }
    return motif.flatMap(({ slot, audios, above, strength }) => {
      if (!audios || (bar % 4 === 3 && slot > 4)) return []
      const turned = bar % 2 === 1 && random.chance(0.35) ? random.pick([-1, 1, 2]) : 0
      const swing = slot % 2 === 1 ? beat * 0.05 : 0
      const pitch = pitchOf(step + above + turned) + 12
      return [
        {
          at: at + slot * (beat / 2) + swing,
          length: beat,
          pitch: pitch > 86 ? pitch - 12 : pitch,
          strength,
        },
      ]
    })
  })
}

function writeDrums({ chords, beat, random }: PartInput): DrumHit[] {
  return chords.slice(0, -1).flatMap(({ at }) => [
    { at, drum: 'kick' as const, strength: 1 },
    { at: at + beat * 2, drum: 'kick' as const, strength: 0.85 },
    { at: at + beat, drum: 'rim' as const, strength: 0.8 },
    { at: at + beat * 3, drum: 'rim' as const, strength: 0.8 },
    ...Array.from({ length: 8 }, (_, slot) => ({
      at: at + slot * (beat / 2),
      drum: 'hat' as const,
      strength: (slot % 2 === 1 ? 0.85 : 0.45) * random.between(0.75, 1),
    })),
  ])
}
