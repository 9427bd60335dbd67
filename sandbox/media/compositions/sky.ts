import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, type Color, css, mix } from '../color.ts'
import type { Random } from '../random.ts'
import type { Painter, Stage } from '../stage.ts'

/** The position of the sun or moon, in pixels. */
export interface Lamp {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface Sky {
  readonly lamp: Lamp
  readonly paint: Painter
}

export interface SkyOptions {
  /** How far down the horizon lies, 0 to 1 of the height. */
  readonly horizon: number
  /** Whether a sun or moon shows as a disc. */
  readonly disc: boolean
}

/** A sky with its light, stars at night and drawn-out clouds. */
export function createSky(stage: Stage, { horizon, disc }: SkyOptions): Sky {
  const { width, height, unit, palette, mood } = stage
  const random = stage.random.branch('sky')
  const lamp = {
    x: width * random.pick([random.between(0.2, 0.4), random.between(0.58, 0.8)]),
    y: height * horizon * (mood.light === 'night' ? random.between(0.25, 0.5) : random.between(0.5, 0.88)),
    radius: unit * random.between(0.045, 0.1),
  }
  const stars = palette.isDark && mood.light !== 'storm' ? createStars(stage, random, horizon) : null
  const clouds = createClouds(stage, random.branch('clouds'), horizon)
  return {
    lamp,
    paint(context, seconds) {
      const gradient = context.createLinearGradient(0, 0, 0, height * Math.max(horizon, 0.35))
      gradient.addColorStop(0, css(palette.sky[0]))
      gradient.addColorStop(0.55, css(palette.sky[1]))
      gradient.addColorStop(1, css(palette.sky[2]))
      context.fillStyle = gradient
      context.fillRect(0, 0, width, height)
      stars?.(context, seconds)
      paintGlow(context, lamp, palette.glow, Math.max(width, height) * 0.6)
      if (disc) paintDisc(context, lamp, palette.glow)
      clouds(context, seconds)
    },
  }
}

/** A soft light around a point. */
export function paintGlow(context: SKRSContext2D, lamp: Lamp, glow: Color, reach: number): void {
  const gradient = context.createRadialGradient(lamp.x, lamp.y, 0, lamp.x, lamp.y, reach)
  const edge = Math.min(0.6, lamp.radius / reach)
  gradient.addColorStop(edge * 0.9, css(glow, 0.62))
  for (let step = 1; step <= 8; step++) {
    const share = step / 8
    gradient.addColorStop(edge + (1 - edge) * share ** 1.6, css(glow, 0.5 * (1 - share) ** 2.4))
  }
  context.fillStyle = gradient
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

function paintDisc(context: SKRSContext2D, { x, y, radius }: Lamp, glow: Color): void {
  const gradient = context.createLinearGradient(0, y - radius, 0, y + radius)
  gradient.addColorStop(0, css(mix(glow, { l: 1, c: 0, h: 0 }, 0.5)))
  gradient.addColorStop(1, css(adjust(glow, { light: 0.97, chroma: 1.25 })))
  context.fillStyle = gradient
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

function createStars({ width, height, unit, palette }: Stage, random: Random, horizon: number): Painter {
  const stars = Array.from({ length: Math.round(260 * Math.sqrt((width * height) / unit ** 2)) }, () => ({
    x: random.between(0, width),
    y: height * horizon * random.next() ** 1.4 * 0.95,
    radius: unit * 0.0007 * (1 + 2.6 * random.next() ** 6),
    alpha: random.between(0.25, 0.95),
    phase: random.between(0, Math.PI * 2),
  }))
  return (context, seconds) => {
    for (const { x, y, radius, alpha, phase } of stars) {
      const twinkle = 0.78 + 0.22 * Math.sin(seconds * 1.7 + phase)
      context.fillStyle = css(palette.glow, alpha * twinkle * (1 - y / (height * horizon)) ** 0.6)
      context.beginPath()
      context.arc(x, y, Math.max(0.55, radius), 0, Math.PI * 2)
      context.fill()
    }
  }
}

function createClouds({ width, height, unit, palette }: Stage, random: Random, horizon: number): Painter {
  const bands = Array.from({ length: random.whole(3, 7) }, () => ({
    x: random.between(-0.2, 1) * width,
    y: height * horizon * random.between(0.15, 0.85),
    length: width * random.between(0.3, 0.8),
    thickness: unit * random.between(0.006, 0.03),
    alpha: random.between(0.05, 0.2),
    speed: unit * random.between(0.002, 0.008),
  }))
  const tint = mix(palette.glow, palette.sky[2], 0.4)
  return (context, seconds) => {
    for (const { x, y, length, thickness, alpha, speed } of bands) {
      context.save()
      context.translate(x + length / 2 + speed * seconds, y)
      context.scale(length / 2, thickness)
      const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1)
      gradient.addColorStop(0, css(tint, alpha))
      gradient.addColorStop(1, css(tint, 0))
      context.fillStyle = gradient
      context.fillRect(-1, -1, 2, 2)
      context.restore()
    }
  }
}
