import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Mood } from './mood.ts'
import type { Palette } from './palette.ts'
import type { Random } from './random.ts'

/** The inputs of a composition. Lengths are pixels. */
export interface Stage {
  readonly width: number
  readonly height: number
  /** The shorter side: details are measured by it, so that they look alike at every size. */
  readonly unit: number
  readonly random: Random
  readonly palette: Palette
  readonly mood: Mood
}

/** Paints the whole canvas at a time in seconds; an image is the moment 0. */
export type Painter = (context: SKRSContext2D, seconds: number) => void

/** Makes all constant choices, and returns how to paint a moment. */
export type Composition = (stage: Stage) => Painter
