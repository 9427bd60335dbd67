import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Color, css, mix } from '../color.ts'
import { createNoise, layered, type Noise } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
import { createBirds } from './birds.ts'
import { paintRim, paintSnow, tracePath } from './crest.ts'
import { type Points, paintFacets } from './facets.ts'
import { createGroves } from './groves.ts'
import { createSky, type Lamp } from './sky.ts'

/** The relief of a landscape. */
interface Relief {
  readonly layers: readonly [number, number]
  readonly horizon: readonly [number, number]
  /** How high the ridges rise, far and near, as shares of the shorter side. */
  readonly rise: readonly [number, number]
  /** Waves across the shorter side, far and near. */
  readonly waves: readonly [number, number]
  readonly octaves: number
  /** 0 for rolling, 1 for sharp crests. */
  readonly sharpness: number
  /** How far down light and shade reach on the slopes, as a share of the rise. */
  readonly relief: number
  /** How broken the edge between light and shade is, 0 to 1. */
  readonly jag: number
  readonly trees: boolean
}

const reliefs = {
  mountains: {
    layers: [6, 8],
    horizon: [0.5, 0.62],
    rise: [0.34, 0.16],
    waves: [1.5, 1.1],
    octaves: 6,
    sharpness: 0.85,
    relief: 0.85,
    jag: 1,
    trees: false,
  },
  hills: {
    layers: [5, 7],
    horizon: [0.52, 0.64],
    rise: [0.12, 0.24],
    waves: [1.5, 0.75],
    octaves: 2,
    sharpness: 0,
    relief: 0,
    jag: 0,
    trees: true,
  },
  dunes: {
    layers: [4, 6],
    horizon: [0.5, 0.62],
    rise: [0.13, 0.34],
    waves: [1.1, 0.55],
    octaves: 2,
    sharpness: 0.75,
    relief: 1.1,
    jag: 0,
    trees: false,
  },
} as const satisfies Record<string, Relief>

/** Layered land under a sky: each layer nearer, darker, clearer and quicker as the camera drifts. */
function createLandscape(stage: Stage, relief: Relief): Painter {
  const { random, height } = stage
  const horizon = random.between(...relief.horizon)
  const sky = createSky(stage, { horizon, disc: stage.mood.light !== 'fog' || random.chance(0.4) })
  const count = random.whole(...relief.layers)
  const layers = Array.from({ length: count }, (_, index) =>
    createRidge(stage, { relief, depth: index / (count - 1), base: height * horizon, lamp: sky.lamp }),
  )
  const birds = stage.palette.isDark ? null : createBirds(stage, horizon)
  return (context, seconds) => {
    sky.paint(context, seconds)
    for (const [index, paint] of layers.entries()) {
      paint(context, seconds)
      if (index === 1) birds?.(context, seconds)
    }
  }
}

export const createMountains: Composition = (stage) => createLandscape(stage, reliefs.mountains)
export const createHills: Composition = (stage) => createLandscape(stage, reliefs.hills)
export const createDunes: Composition = (stage) => createLandscape(stage, reliefs.dunes)

interface RidgeOptions {
  readonly relief: Relief
  /** 0 farthest, 1 nearest. */
  readonly depth: number
  readonly base: number
  readonly lamp: Lamp
}

function createRidge(stage: Stage, { relief, depth, base, lamp }: RidgeOptions): Painter {
  const { width, height, unit, palette, mood } = stage
  const noise = createNoise(stage.random.branch(`ridge ${depth}`))
  const [farRise, nearRise] = relief.rise
  const [farWaves, nearWaves] = relief.waves
  const rise = unit * (farRise + (nearRise - farRise) * depth)
  const waves = (farWaves + (nearWaves - farWaves) * depth) / unit
  const floor = base + (height * 1.02 - base) * depth ** 1.35
  const speed = unit * (0.006 + 0.055 * depth ** 2) * (0.5 + mood.energy)
  const body = mix(palette.far, palette.near, depth ** 0.85)
  const step = Math.max(1, width / 330)
  const crest = remember((x) => floor - rise * elevation(noise, relief, x * waves))
  const groves =
    relief.trees && depth > 0.15 && depth < 0.95 ? createGroves(stage, { depth, crest, speed }) : null
  return (context, seconds) => {
    const points = traceRidge(crest, width, step, speed * seconds)
    groves?.(context, seconds)
    paintRidgeBody(context, { points, body, floor, rise, stage, depth })
    paintFacets(context, {
      points,
      lamp,
      stage,
      depth,
      reach: rise * relief.relief,
      jag: relief.jag,
      shift: speed * seconds,
    })
    paintRim(context, { points, lamp, stage, depth })
    if (mood.snow && depth < 0.75) paintSnow(context, { points, stage, depth, rise, shift: speed * seconds })
  }
}

/** Cached: a video requests the same positions in every frame. */
function remember(measure: (x: number) => number): (x: number) => number {
  const known = new Map<number, number>()
  return (x) => {
    const value = known.get(x) ?? measure(x)
    known.set(x, value)
    return value
  }
}

function elevation(noise: Noise, { octaves, sharpness }: Relief, x: number): number {
  const rolling = 0.5 + 0.5 * layered(noise, octaves, x, 3.3)
  if (sharpness === 0) return rolling
  const sharp = 1 - Math.abs(layered(noise, octaves, x * 0.8, 9.1)) * 1.6
  return rolling * (1 - sharpness) + sharp * sharpness * (0.55 + 0.45 * noise(x * 0.37, 5.5))
}

/**
 * The crest as the camera sees it, and some land on both sides. The samples stay at the same positions of the
 * land while the camera drifts, so that nothing flickers.
 */
function traceRidge(crest: (x: number) => number, width: number, step: number, shift: number): Points {
  const points: [number, number][] = []
  const first = Math.floor((shift - width * 0.3) / step) * step
  for (let x = first; x <= shift + width * 1.3; x += step) points.push([x - shift, crest(x)])
  return points
}

interface BodyInput {
  readonly points: Points
  readonly body: Color
  readonly floor: number
  readonly rise: number
  readonly stage: Stage
  readonly depth: number
}

function paintRidgeBody(
  context: SKRSContext2D,
  { points, body, floor, rise, stage, depth }: BodyInput,
): void {
  const { width, height, unit, palette } = stage
  const mist = mix(palette.far, palette.sky[2], 0.5)
  const gradient = context.createLinearGradient(0, floor - rise, 0, floor + unit * (0.12 + 0.3 * depth))
  gradient.addColorStop(0, css(body))
  gradient.addColorStop(0.35, css(mix(body, mist, 0.06)))
  gradient.addColorStop(1, css(mix(body, mist, 0.5 * (1 - depth))))
  context.fillStyle = gradient
  tracePath(context, points)
  context.lineTo(width * 1.3, height)
  context.lineTo(-width * 0.3, height)
  context.closePath()
  context.fill()
}
