import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, type Color, css, mix } from '../color.ts'
import { createNoise, layered, type Noise } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
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
}

const reliefs = {
  mountains: {
    layers: [6, 8],
    horizon: [0.5, 0.62],
    rise: [0.34, 0.16],
    waves: [1.5, 1.1],
    octaves: 6,
    sharpness: 0.85,
  },
  hills: {
    layers: [5, 7],
    horizon: [0.52, 0.64],
    rise: [0.09, 0.16],
    waves: [1.3, 0.6],
    octaves: 2,
    sharpness: 0,
  },
  dunes: {
    layers: [4, 6],
    horizon: [0.5, 0.62],
    rise: [0.12, 0.24],
    waves: [0.9, 0.45],
    octaves: 2,
    sharpness: 0.35,
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
  const speed = unit * (0.004 + 0.03 * depth ** 2) * (0.5 + mood.energy)
  const body = mix(palette.far, palette.near, depth ** 0.85)
  const step = Math.max(1, width / 420)
  const crest = (x: number) => floor - rise * elevation(noise, relief, x * waves)
  return (context, seconds) => {
    const points = traceRidge(crest, width, step, speed * seconds)
    paintRidgeBody(context, { points, body, floor, rise, stage, depth })
    paintRim(context, { points, lamp, stage, depth })
    if (mood.snow && depth < 0.75) paintSnow(context, { points, stage, depth, rise })
  }
}

function elevation(noise: Noise, { octaves, sharpness }: Relief, x: number): number {
  const rolling = 0.5 + 0.5 * layered(noise, octaves, x, 3.3)
  if (sharpness === 0) return rolling
  const sharp = 1 - Math.abs(layered(noise, octaves, x * 0.8, 9.1)) * 1.6
  return rolling * (1 - sharpness) + sharp * sharpness * (0.55 + 0.45 * noise(x * 0.37, 5.5))
}

type Points = readonly (readonly [number, number])[]

function traceRidge(crest: (x: number) => number, width: number, step: number, shift: number): Points {
  const points: [number, number][] = []
  for (let x = -step; x <= width + step; x += step) points.push([x, crest(x + shift)])
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
  context.lineTo(width + 2, height)
  context.lineTo(-2, height)
  context.closePath()
  context.fill()
}

function tracePath(context: SKRSContext2D, points: Points): void {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
}

interface RimInput {
  readonly points: Points
  readonly lamp: Lamp
  readonly stage: Stage
  readonly depth: number
}

/** Light that catches the crest on the side of the lamp. */
function paintRim(context: SKRSContext2D, { points, lamp, stage, depth }: RimInput): void {
  const { width, unit, palette } = stage
  const strength = 0.5 * (1 - 0.6 * depth)
  const gradient = context.createRadialGradient(lamp.x, lamp.y, 0, lamp.x, lamp.y, width * 0.55)
  gradient.addColorStop(0, css(palette.glow, strength))
  gradient.addColorStop(1, css(palette.glow, 0))
  context.strokeStyle = gradient
  context.lineWidth = Math.max(0.8, unit * 0.0022)
  tracePath(context, points)
  context.stroke()
}

/** Snow lies on the crest and breaks up downhill. */
function paintSnow(context: SKRSContext2D, { points, stage, depth, rise }: SnowInput): void {
  const { unit, palette } = stage
  const white = mix(mix(palette.glow, { l: 0.98, c: 0.005, h: 230 }, 0.7), palette.far, depth * 0.4)
  const noise = createNoise(stage.random.branch(`snow ${depth}`))
  const reach = rise * 0.42
  context.fillStyle = css(white, 0.9 - depth * 0.5)
  tracePath(context, points)
  for (const [x, y] of points.toReversed()) {
    const ragged = 0.5 + 0.5 * layered(noise, 3, (x / unit) * 22, y / unit)
    const height = Math.max(0, stage.height * 0.62 - y) / stage.height
    context.lineTo(x, y + reach * ragged * Math.min(1, height * 3.2))
  }
  context.closePath()
  context.fill()
}

interface SnowInput extends Omit<RimInput, 'lamp'> {
  readonly rise: number
}

function createBirds({ width, height, unit, random, palette }: Stage, horizon: number): Painter | null {
  const stream = random.branch('birds')
  if (stream.chance(0.45)) return null
  const origin = { x: stream.between(0.2, 0.7) * width, y: height * horizon * stream.between(0.3, 0.6) }
  const flock = Array.from({ length: stream.whole(3, 8) }, (_, index) => ({
    x: origin.x + index * unit * stream.between(0.018, 0.03),
    y: origin.y + stream.normal() * unit * 0.015,
    size: unit * stream.between(0.006, 0.011),
    phase: stream.between(0, 6),
  }))
  return (context, seconds) => {
    context.strokeStyle = css(adjust(palette.near, { light: 1.1 }), 0.7)
    context.lineWidth = Math.max(0.8, unit * 0.0018)
    context.lineCap = 'round'
    for (const { x, y, size, phase } of flock) {
      const lift = size * (0.35 + 0.3 * Math.sin(seconds * 6 + phase))
      const px = x + seconds * unit * 0.02
      context.beginPath()
      context.moveTo(px - size, y - lift)
      context.quadraticCurveTo(px - size * 0.3, y - lift * 0.9, px, y)
      context.quadraticCurveTo(px + size * 0.3, y - lift * 0.9, px + size, y - lift)
      context.stroke()
    }
  }
}
