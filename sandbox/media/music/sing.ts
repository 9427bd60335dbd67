import type { Random } from '../random.ts'
import type { Chord, Note, PartInput } from './parts.ts'

export type Vowel = 'a' | 'e' | 'i' | 'o' | 'u'

/** A syllable on a note. */
export interface SungNote extends Note {
  readonly vowel: Vowel
  /** The vowel that a held note turns to. */
  readonly next: Vowel
  /** The consonant before the vowel. */
  readonly onset: 'none' | 'nasal' | 'plosive' | 'sibilant'
}

/** Lengths of the syllables of a bar in eighths; the rest of the eight is a pause. */
const rhythms: readonly (readonly number[])[] = [
  [1, 1, 2, 1, 1, 2],
  [2, 1, 1, 3],
  [1, 1, 1, 1, 3],
  [3, 1, 2, 1],
  [2, 2, 1, 2],
]
/** The end of a phrase: a held note, and a breath. */
const endings: readonly (readonly number[])[] = [
  [1, 1, 4],
  [2, 4],
  [1, 2, 3],
]
const barsPerPhrase = 2
const rangeSemitones = 14

export interface SingInput extends Omit<PartInput, 'energy'> {
  /** The lowest note of the singer, as a MIDI number. */
  readonly lowest: number
}

/**
 * A sung line over the chords: phrases of two bars with a rhythm that returns, moving by steps, on a note of the chord
 * where the bar begins, with a breath after each. The last chord is held alone.
 */
export function writeVoice({ chords, pitchOf, beat, random, lowest }: SingInput): SungNote[] {
  const opening = random.pick(rhythms)
  const other = random.pick(rhythms)
  const steps = stepsWithin(pitchOf, lowest)
  let place = Math.floor(steps.length * random.between(0.35, 0.6))
  return chords.flatMap((chord, bar) => {
    const isHome = bar === chords.length - 1
    const isEnding = bar % barsPerPhrase === barsPerPhrase - 1
    const usual = bar % (2 * barsPerPhrase) === 0 ? opening : other
    const rhythm = isHome
      ? [Math.max(2, (chord.length * 1.6) / beat)]
      : isEnding
        ? random.pick(endings)
        : usual
    let at = chord.at
    return rhythm.map((eighths, index) => {
      const isStrong = index === 0 || isHome || (isEnding && index === rhythm.length - 1)
      const moved = place + random.pick([-2, -1, -1, 0, 1, 1, 2])
      place = isStrong ? nearestOfChord(steps, place, chord) : Math.min(steps.length - 1, Math.max(0, moved))
      const length = Math.min(eighths * (beat / 2), chord.at + chord.length - at) * 0.97
      const note = {
        at,
        length,
        pitch: pitchOf(steps[place] ?? 0),
        strength: isStrong ? 1 : random.between(0.72, 0.92),
      }
      at += eighths * (beat / 2)
      return { ...note, ...chooseSyllable(random) }
    })
  })
}

function chooseSyllable(random: Random): Pick<SungNote, 'vowel' | 'next' | 'onset'> {
  return {
    vowel: random.pick<Vowel>(['a', 'a', 'e', 'i', 'o', 'o', 'u']),
    next: random.pick<Vowel>(['a', 'i', 'u']),
    onset: random.pick<SungNote['onset']>(['none', 'nasal', 'nasal', 'plosive', 'sibilant']),
  }
}

/** The scale steps within the singer's range, lowest first. */
function stepsWithin(pitchOf: (step: number) => number, lowest: number): number[] {
  const reach = Array.from({ length: 64 }, (_, index) => index - 16)
  return reach.filter((step) => pitchOf(step) >= lowest && pitchOf(step) <= lowest + rangeSemitones)
}

function nearestOfChord(steps: readonly number[], place: number, { step }: Pick<Chord, 'step'>): number {
  const ofChord = (candidate: number) => [0, 2, 4].includes((((candidate - step) % 7) + 7) % 7)
  const places = steps.flatMap((candidate, index) => (ofChord(candidate) ? [index] : []))
  return places.toSorted((left, right) => Math.abs(left - place) - Math.abs(right - place))[0] ?? place
}
