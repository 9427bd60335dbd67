import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Random } from '../random.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
import { createSky, type Lamp } from './sky.ts'

const depths = 6

/** Conifers in rows, mist between the rows, and light that falls through. */
export const createForest: Composition = (stage) => {
  const { random } = stage
  const sky = createSky(stage, { horizon: random.between(0.62, 0.74), disc: random.chance(0.6) })
  const rows = Array.from({ length: depths }, (_, row) => createRow(stage, row / (depths - 1)))
  const rays = stage.palette.isDark ? null : createRays(stage, sky.lamp)
  return (context, seconds) => {
    sky.paint(context, seconds)
    for (const [row, paint] of rows.entries()) {
      paint(context, seconds)
      if (row === 2) rays?.(context, seconds)
    }
  }
}

interface Tree {
  readonly x: number
  readonly height: number
  readonly width: number
  /** Half widths of the branches from the top down, left and right. */
  readonly branches: readonly (readonly [number, number])[]
  readonly phase: number
}

function createRow(stage: Stage, depth: number): Painter {
  const { width, height, unit, palette, mood } = stage
  const random = stage.random.branch(`row ${depth}`)
  const noise = createNoise(random)
  const floor = height * (0.56 + 0.5 * depth ** 1.25)
  const shift = unit * (0.005 + 0.05 * depth ** 2) * (0.5 + mood.energy)
  const size = unit * (0.1 + 0.62 * depth ** 1.7)
  const spacing = size * (0.2 + 0.12 * depth)
  const count = Math.ceil((width * 1.5) / spacing)
  const trees = Array.from({ length: count }, (_, place) =>
    createTree(random, (place - 1) * spacing + random.between(-0.45, 0.45) * spacing, size),
  )
  const tint = mix(palette.far, palette.near, depth ** 0.9)
  const mist = mix(palette.far, palette.sky[2], 0.55)
  const ground = (x: number) =>
    floor - unit * 0.07 * (1 - depth * 0.6) * layered(noise, 3, (x / unit) * 1.4, 0)
  return (context, seconds) => {
    const offset = shift * seconds
    const gradient = context.createLinearGradient(0, floor - size, 0, floor + unit * 0.1)
    gradient.addColorStop(0, css(tint))
    gradient.addColorStop(0.6, css(mix(tint, mist, 0.12)))
    gradient.addColorStop(1, css(mix(tint, mist, 0.62 * (1 - depth))))
    context.fillStyle = gradient
    for (const tree of trees) paintTree(context, tree, tree.x - offset, ground(tree.x), seconds)
    context.beginPath()
    for (let x = -2; x <= width + 8; x += 6) context.lineTo(x, ground(x + offset) - 1)
    context.lineTo(width + 4, height + 2)
    context.lineTo(-2, height + 2)
    context.closePath()
    context.fill()
  }
}

function createTree(random: Random, x: number, size: number): Tree {
  const height = size * random.between(0.62, 1.18)
  const tiers = 11
  const branches = Array.from({ length: tiers }, (_, tier) => {
    const spread = ((tier + 1) / tiers) ** 0.85
    return [spread * random.between(0.65, 1.05), spread * random.between(0.65, 1.05)] as const
  })
  return { x, height, width: height * random.between(0.15, 0.2), branches, phase: random.between(0, 6) }
}

function paintTree(
  context: SKRSContext2D,
  { height, width, branches, phase }: Tree,
  x: number,
  floor: number,
  seconds: number,
): void {
  const sway = Math.sin(seconds * 0.9 + phase) * height * 0.006
  const tier = (height * 0.94) / branches.length
  const top = floor - height
  context.beginPath()
  context.moveTo(x + sway, top)
  for (const [index, [, right]] of branches.entries()) {
    const y = top + tier * (index + 1)
    context.lineTo(x + right * width, y)
    context.lineTo(x + right * width * 0.5, y - tier * 0.12)
  }
  context.lineTo(x + width * 0.09, floor + 4)
  context.lineTo(x - width * 0.09, floor + 4)
  for (const [index, [left]] of [...branches.entries()].reverse()) {
    const y = top + tier * (index + 1)
    context.lineTo(x - left * width * 0.5, y - tier * 0.12)
    context.lineTo(x - left * width, y)
  }
  context.closePath()
  context.fill()
}

function createRays({ width, height, palette, random }: Stage, lamp: Lamp): Painter {
  const stream = random.branch('rays')
  const rays = Array.from({ length: stream.whole(4, 7) }, () => ({
    angle: stream.between(Math.PI * 0.2, Math.PI * 0.8),
    spread: stream.between(0.012, 0.05),
    alpha: stream.between(0.05, 0.13),
    phase: stream.between(0, 6),
  }))
  const reach = Math.hypot(width, height)
  return (context, seconds) => {
    for (const { angle, spread, alpha, phase } of rays) {
      const turned = angle + Math.sin(seconds * 0.25 + phase) * 0.02
      const gradient = context.createRadialGradient(lamp.x, lamp.y, 0, lamp.x, lamp.y, reach * 0.7)
      gradient.addColorStop(0, css(palette.glow, alpha * 1.6))
      gradient.addColorStop(1, css(palette.glow, 0))
      context.fillStyle = gradient
      context.beginPath()
      context.moveTo(lamp.x, lamp.y)
      context.lineTo(lamp.x + Math.cos(turned - spread) * reach, lamp.y + Math.sin(turned - spread) * reach)
      context.lineTo(lamp.x + Math.cos(turned + spread) * reach, lamp.y + Math.sin(turned + spread) * reach)
      context.closePath()
      context.fill()
    }
  }
}
