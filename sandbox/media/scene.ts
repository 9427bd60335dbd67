import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { compositions } from './compositions/compositions.ts'
import { createGrain, paintVignette } from './finish.ts'
import { type Mood, readMood } from './mood.ts'
import { createPalette } from './palette.ts'
import { createRandom } from './random.ts'

export interface SceneInput {
  /** Decides every choice: the same key, the same scene. */
  readonly key: string
  readonly prompt: string
  readonly width: number
  readonly height: number
  /** How strong the grain is, 0 to 1. */
  readonly grain: number
  /** A hue in degrees that overrides the words. */
  readonly hue?: number | null
}

export interface Scene {
  readonly mood: Mood
  /** Paints the moment at `seconds`. */
  paint(context: SKRSContext2D, seconds: number): void
  /** Paints the moment over the existing content, with the context's own alpha and blending. */
  paintOnto(context: SKRSContext2D, seconds: number): void
}

/** The scene of a prompt: the words choose subject and light, the key everything else. */
export function createScene({ key, prompt, width, height, grain, hue = null }: SceneInput): Scene {
  const random = createRandom(key)
  const read = readMood(prompt, random.branch('mood'))
  const mood = hue === null ? read : { ...read, hue }
  const palette = createPalette(mood, random.branch('palette'))
  const unit = Math.min(width, height)
  const compose = compositions[mood.subject]
  const painter = compose({ width, height, unit, random: random.branch('composition'), palette, mood })
  const addGrain = createGrain(random.branch('grain'), grain)
  function paint(context: SKRSContext2D, seconds: number): void {
    context.save()
    painter(context, seconds)
    context.restore()
    paintVignette(context, palette.isDark ? 0.42 : 0.24)
    addGrain(context)
  }
  let sheet: Canvas | undefined
  return {
    mood,
    paint,
    paintOnto(context, seconds) {
      sheet ??= createCanvas(width, height)
      paint(sheet.getContext('2d'), seconds)
      context.drawImage(sheet, 0, 0)
    },
  }
}
