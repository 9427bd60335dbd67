import { adjust, type Color, color, mix } from './color.ts'
import type { Light, Mood } from './mood.ts'
import type { Random } from './random.ts'

/** The colours of one image. */
export interface Palette {
  /** From the top of the sky down to the horizon. */
  readonly sky: readonly [Color, Color, Color]
  /** Sun, moon or lamp. */
  readonly glow: Color
  /** The nearest layer; the darkest of the ground. */
  readonly near: Color
  /** The farthest layer, almost sky. */
  readonly far: Color
  /** Matching colours, the calmest first. */
  readonly accents: readonly [Color, Color, Color, Color, Color]
  /** Paper or night behind flat compositions. */
  readonly backdrop: Color
  readonly isDark: boolean
}

interface LightColors {
  readonly sky: readonly [Color, Color, Color]
  readonly glow: Color
  readonly near: Color
  readonly isDark: boolean
}

const colorsOfLight: Readonly<Record<Light, LightColors>> = {
  day: {
    sky: [color(0.62, 0.13, 248), color(0.78, 0.08, 232), color(0.94, 0.03, 205)],
    glow: color(0.99, 0.03, 95),
    near: color(0.36, 0.08, 165),
    isDark: false,
  },
  dawn: {
    sky: [color(0.68, 0.08, 262), color(0.83, 0.07, 345), color(0.94, 0.06, 70)],
    glow: color(0.98, 0.05, 80),
    near: color(0.38, 0.07, 285),
    isDark: false,
  },
  golden: {
    sky: [color(0.64, 0.07, 225), color(0.85, 0.08, 88), color(0.93, 0.1, 82)],
    glow: color(0.99, 0.06, 95),
    near: color(0.33, 0.07, 48),
    isDark: false,
  },
  sunset: {
    sky: [color(0.38, 0.12, 288), color(0.64, 0.17, 18), color(0.86, 0.14, 70)],
    glow: color(0.96, 0.1, 88),
    near: color(0.22, 0.07, 305),
    isDark: false,
  },
  dusk: {
    sky: [color(0.24, 0.07, 276), color(0.44, 0.12, 312), color(0.74, 0.13, 38)],
    glow: color(0.94, 0.07, 65),
    near: color(0.16, 0.05, 278),
    isDark: true,
  },
  night: {
    sky: [color(0.15, 0.045, 274), color(0.25, 0.08, 268), color(0.45, 0.1, 245)],
    glow: color(0.96, 0.03, 95),
    near: color(0.1, 0.035, 265),
    isDark: true,
  },
  fog: {
    sky: [color(0.78, 0.025, 235), color(0.87, 0.018, 215), color(0.95, 0.014, 90)],
    glow: color(0.99, 0.02, 90),
    near: color(0.34, 0.035, 215),
    isDark: false,
  },
  storm: {
    sky: [color(0.28, 0.035, 238), color(0.45, 0.045, 220), color(0.76, 0.05, 195)],
    glow: color(0.95, 0.04, 160),
    near: color(0.18, 0.03, 232),
    isDark: true,
  },
  neon: {
    sky: [color(0.15, 0.08, 288), color(0.34, 0.19, 305), color(0.68, 0.23, 352)],
    glow: color(0.92, 0.12, 330),
    near: color(0.12, 0.07, 284),
    isDark: true,
  },
}

/** A palette for a mood; the stream turns every hue a little, so that no two images share one. */
export function createPalette(mood: Mood, random: Random): Palette {
  const base = colorsOfLight[mood.light]
  const drift = random.between(-14, 14)
  const tint = (one: Color): Color => {
    const turned = adjust(one, { chroma: mood.chroma, turn: drift })
    return mood.hue === null ? turned : towards(turned, mood.hue)
  }
  const sky = [tint(base.sky[0]), tint(base.sky[1]), tint(base.sky[2])] as const
  const glow = tint(base.glow)
  const near = tint(base.near)
  return {
    sky,
    glow,
    near,
    far: mix(mix(sky[2], sky[1], 0.55), near, 0.14),
    accents: createAccents({ sky, near }, mood, random),
    backdrop: base.isDark ? mix(sky[0], near, 0.35) : mix(sky[2], glow, 0.45),
    isDark: base.isDark,
  }
}

/** Turns a colour most of the way to a hue, the short way round. */
function towards(one: Color, hue: number): Color {
  const distance = ((hue - one.h + 540) % 360) - 180
  return color(one.l, Math.max(one.c, 0.03) * 1.05, one.h + distance * 0.72)
}

function createAccents(
  { sky, near }: Pick<Palette, 'sky' | 'near'>,
  mood: Mood,
  random: Random,
): Palette['accents'] {
  const hue = mood.hue ?? sky[1].h
  const chroma = Math.max(sky[1].c, 0.09) * (mood.chroma === 0 ? 0 : 1)
  const spread = random.pick([28, 36, 44])
  const opposite = hue + random.pick([150, 180, 205])
  return [
    color(0.62, chroma, hue),
    color(0.76, chroma * 0.9, hue + spread),
    color(0.5, chroma * 0.95, hue - spread),
    color(0.72, chroma * 0.85, opposite),
    mix(color(0.36, chroma * 0.8, hue - spread * 1.4), near, 0.25),
  ]
}
