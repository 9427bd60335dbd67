import type { Random } from '../random.ts'

/** A note: when it starts and how long it is held in seconds, how high in MIDI numbers, how strong from 0 to 1. */
export interface Note {
  readonly at: number
  readonly length: number
  readonly pitch: number
  readonly strength: number
}

/** One chord: when and how long in seconds, and on which step of the scale. */
export interface Chord {
  readonly at: number
  readonly length: number
  readonly step: number
}

/** The common input of every part of a piece. */
export interface PartInput {
  readonly chords: readonly Chord[]
  readonly pitchOf: (step: number) => number
  readonly beat: number
  readonly random: Random
  readonly energy: number
}
