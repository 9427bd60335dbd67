import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Points } from './facets.ts'
import type { Lamp } from './sky.ts'

/** Begins a path along a crest. */
export function tracePath(context: SKRSContext2D, points: Points): void {
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
export function paintRim(context: SKRSContext2D, { points, lamp, stage, depth }: RimInput): void {
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
export function paintSnow(context: SKRSContext2D, { points, stage, depth, rise, shift }: SnowInput): void {
  const { unit, palette } = stage
  const white = mix(mix(palette.glow, { l: 0.98, c: 0.005, h: 230 }, 0.7), palette.far, depth * 0.4)
  const noise = createNoise(stage.random.branch(`snow ${depth}`))
  const reach = rise * 0.42
  context.fillStyle = css(white, 0.9 - depth * 0.5)
  tracePath(context, points)
  for (const [x, y] of points.toReversed()) {
    const ragged = 0.5 + 0.5 * layered(noise, 3, ((x + shift) / unit) * 22, y / unit)
    const height = Math.max(0, stage.height * 0.62 - y) / stage.height
    context.lineTo(x, y + reach * ragged * Math.min(1, height * 3.2))
  }
  context.closePath()
  context.fill()
}

interface SnowInput extends Omit<RimInput, 'lamp'> {
  readonly rise: number
  /** How far the camera has moved, in pixels. */
  readonly shift: number
}
