import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
import { createSky, type Lamp } from './sky.ts'

/** Open water under a sky: a far headland, swell that grows towards us, and the light's path on it. */
export const createSea: Composition = (stage) => {
  const { random, height } = stage
  const horizon = random.between(0.44, 0.6)
  const sky = createSky(stage, { horizon: horizon * 1.02, disc: stage.mood.light !== 'storm' })
  const top = height * horizon
  const headland = random.chance(0.65) ? createHeadland(stage, top) : null
  const swell = createSwell(stage, top)
  const glitter = createGlitter(stage, top, sky.lamp)
  const sail = random.chance(0.4) ? createSail(stage, top) : null
  return (context, seconds) => {
    sky.paint(context, seconds)
    headland?.(context, seconds)
    paintWater(context, stage, top)
    swell(context, seconds)
    glitter(context, seconds)
    sail?.(context, seconds)
  }
}

function paintWater(context: SKRSContext2D, { width, height, palette }: Stage, top: number): void {
  const gradient = context.createLinearGradient(0, top, 0, height)
  gradient.addColorStop(0, css(mix(palette.sky[2], palette.sky[1], 0.4)))
  gradient.addColorStop(0.25, css(mix(palette.sky[1], palette.sky[0], 0.6)))
  gradient.addColorStop(1, css(mix(palette.sky[0], palette.near, 0.72)))
  context.fillStyle = gradient
  context.fillRect(0, top, width, height - top)
}

function createHeadland({ width, unit, palette, random }: Stage, top: number): Painter {
  const noise = createNoise(random.branch('headland'))
  const fromLeft = random.chance(0.5)
  const reach = random.between(0.35, 0.7) * width
  const rise = unit * random.between(0.06, 0.13)
  return (context, seconds) => {
    context.fillStyle = css(mix(palette.far, palette.near, 0.3))
    context.beginPath()
    context.moveTo(fromLeft ? 0 : width, top + 1)
    for (let step = 0; step <= 120; step++) {
      const share = step / 120
      const x = fromLeft ? share * reach : width - share * reach
      const fade = (1 - share) ** 0.8
      const lift = 0.45 + 0.75 * layered(noise, 5, (x + seconds * unit * 0.004) / unit / 0.28, 1)
      context.lineTo(x, top + 1 - rise * fade * Math.max(0, lift))
    }
    context.closePath()
    context.fill()
  }
}

/** Bands of waves, each in the colour of its reflection. */
function createSwell({ width, height, unit, palette, random, mood }: Stage, top: number): Painter {
  const noise = createNoise(random.branch('swell'))
  const bands = Array.from({ length: 22 }, (_, index) => {
    const depth = (index + 1) / 22
    return { depth, y: top + (height - top) * depth ** 1.7, row: index * 3.7 }
  })
  return (context, seconds) => {
    for (const { depth, y, row } of bands) {
      const rise = unit * 0.034 * depth ** 1.2 * (0.6 + mood.energy)
      const scale = 1 / (unit * (0.06 + 0.5 * depth))
      const light = index(row) ? palette.sky[2] : palette.near
      context.fillStyle = css(mix(light, palette.sky[1], 0.25), 0.05 + 0.1 * depth)
      context.beginPath()
      context.moveTo(-2, height)
      for (let x = -2; x <= width + 4; x += Math.max(2, width / 200)) {
        const wave = layered(noise, 3, x * scale + seconds * 0.12, row + seconds * 0.22)
        context.lineTo(x, y - rise * wave)
      }
      context.lineTo(width + 2, height)
      context.closePath()
      context.fill()
    }
  }
}

function index(row: number): boolean {
  return Math.round(row / 3.7) % 3 !== 0
}

/** The path of light: short strokes, dense under the lamp, wider towards us. */
function createGlitter({ width, height, unit, palette, random }: Stage, top: number, lamp: Lamp): Painter {
  const stream = random.branch('glitter')
  const strokes = Array.from({ length: 620 }, () => {
    const depth = stream.next() ** 1.5
    const spread = unit * (0.035 + 0.3 * depth)
    const offset = stream.normal()
    return {
      x: lamp.x + offset * spread * 0.55,
      y: top + 1 + (height - top) * depth,
      length: unit * (0.004 + 0.05 * depth) * stream.between(0.5, 1.5),
      thickness: Math.max(0.6, unit * (0.0006 + 0.0045 * depth)),
      alpha: 0.75 * Math.exp(-offset * offset * 0.5) * (1 - 0.55 * depth) * stream.between(0.35, 1),
      phase: stream.between(0, Math.PI * 2),
      pace: stream.between(1, 2.6),
    }
  })
  return (context, seconds) => {
    context.lineCap = 'round'
    for (const { x, y, length, thickness, alpha, phase, pace } of strokes) {
      const shimmer = 0.55 + 0.45 * Math.sin(seconds * pace + phase)
      const cx = x + Math.sin(seconds * 0.6 + phase) * length * 0.4
      if (cx < -width * 0.1 || cx > width * 1.1) continue
      context.strokeStyle = css(palette.glow, alpha * shimmer)
      context.lineWidth = thickness
      context.beginPath()
      context.moveTo(cx - length / 2, y)
      context.quadraticCurveTo(cx, y + thickness * 0.8, cx + length / 2, y)
      context.stroke()
    }
  }
}

function createSail({ width, height, unit, palette, random }: Stage, top: number): Painter {
  const x = width * random.between(0.2, 0.8)
  const y = top + (height - top) * random.between(0.03, 0.1)
  const size = unit * random.between(0.03, 0.055)
  return (context, seconds) => {
    context.save()
    context.translate(x + seconds * unit * 0.006, y + Math.sin(seconds * 1.1) * size * 0.04)
    context.rotate(Math.sin(seconds * 0.9) * 0.03)
    context.fillStyle = css(mix(palette.near, palette.sky[0], 0.2), 0.92)
    context.beginPath()
    context.moveTo(-size * 0.55, 0)
    context.quadraticCurveTo(0, size * 0.26, size * 0.6, 0)
    context.closePath()
    context.fill()
    context.beginPath()
    context.moveTo(0, -size * 1.5)
    context.quadraticCurveTo(size * 0.5, -size * 0.7, size * 0.5, -size * 0.12)
    context.lineTo(0, -size * 0.12)
    context.closePath()
    context.moveTo(-size * 0.06, -size * 1.25)
    context.lineTo(-size * 0.06, -size * 0.12)
    context.lineTo(-size * 0.42, -size * 0.12)
    context.closePath()
    context.fill()
    context.restore()
  }
}
