import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import { createNoise, type Noise } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Lamp } from './sky.ts'

export type Points = readonly (readonly [number, number])[]

export interface FacetInput {
  /** A crest from left to right, evenly spaced. */
  readonly points: Points
  readonly lamp: Lamp
  readonly stage: Stage
  /** 0 farthest, 1 nearest. */
  readonly depth: number
  /** How far the sides reach down, in pixels. */
  readonly reach: number
  /** 0 for a smooth edge between light and shade, 1 for a broken one. */
  readonly jag: number
  /** How far the camera has moved, in pixels: the edges move with the land. */
  readonly shift: number
}

/** Gives each summit a side in the light and a side in the shade. */
export function paintFacets(context: SKRSContext2D, input: FacetInput): void {
  const { points, stage, depth, reach } = input
  const noise = createNoise(stage.random.branch(`facet ${depth}`))
  const span = Math.max(3, Math.round(points.length * 0.03))
  const shade = css(mix(stage.palette.near, stage.palette.sky[0], 0.25), 0.34 * (1 - depth * 0.5))
  const light = css(mix(stage.palette.glow, stage.palette.sky[2], 0.4), 0.2 * (1 - depth * 0.6))
  for (const summit of findSummits(points, span, reach * (0.04 + 0.06 * input.jag))) {
    const [x] = points[summit] as readonly [number, number]
    const away = x < input.lamp.x ? -1 : 1
    paintSide(context, { ...input, noise, summit, side: away, tint: shade })
    paintSide(context, { ...input, noise, summit, side: away === 1 ? -1 : 1, tint: light })
  }
}

/** Places that are highest among their neighbours and rise clearly above them. */
function findSummits(points: Points, span: number, least: number): number[] {
  const height = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))]?.[1] ?? 0
  return points.flatMap(([, y], index) => {
    for (let step = 1; step <= span; step++) {
      if (height(index - step) < y || height(index + step) <= y) return []
    }
    const rise = Math.max(height(index - span * 3), height(index + span * 3)) - y
    return rise > least ? [index] : []
  })
}

interface SideInput extends FacetInput {
  readonly noise: Noise
  readonly summit: number
  readonly side: 1 | -1
  readonly tint: string
}

const edgeSteps = 9

function paintSide(context: SKRSContext2D, input: SideInput): void {
  const { points, noise, summit, side, tint, reach, jag, shift, stage } = input
  const [x, y] = points[summit] as readonly [number, number]
  const down = Math.min(reach * 1.25, stage.height - y)
  context.beginPath()
  context.moveTo(x, y)
  let end = summit
  for (let index = summit; index >= 0 && index < points.length; index += side) {
    const [px, py] = points[index] as readonly [number, number]
    if (py < y - 1 || py - y > reach * 0.9) break
    context.lineTo(px, py)
    end = index
  }
  const [endX] = points[end] as readonly [number, number]
  const foot = x + (endX - x) * 0.3 + side * down * 0.06
  for (let step = edgeSteps; step > 0; step--) {
    const share = step / edgeSteps
    const broken = noise((x + shift) * 0.05 + step * 1.7, 2) * jag * down * 0.16
    const bow = Math.sin(share * Math.PI) * down * (0.1 - jag * 0.1) * side
    context.lineTo(x + (foot - x) * share + broken * Math.min(1, share * 3) - bow, y + down * share)
  }
  context.closePath()
  const gradient = context.createLinearGradient(0, y, 0, y + down)
  gradient.addColorStop(0, tint)
  gradient.addColorStop(0.45, tint)
  gradient.addColorStop(1, tint.replace(/[\d.]+\)$/, '0)'))
  context.fillStyle = gradient
  context.fill()
}
