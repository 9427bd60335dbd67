import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, type Color, css, mix } from '../color.ts'
import type { Random } from '../random.ts'
import type { Composition, Painter, Stage } from '../stage.ts'

/** Stems, leaves and blossoms as in a pressed herbarium, swaying a little. */
export const createFlora: Composition = (stage) => {
  const { width, height, unit, random, palette } = stage
  const paper = palette.isDark
    ? mix(palette.near, palette.sky[0], 0.5)
    : mix(palette.backdrop, palette.glow, 0.35)
  const count = Math.round((random.whole(8, 11) * width) / unit)
  const stems = Array.from({ length: count }, (_, index) =>
    createStem(stage, (index + random.between(0.2, 0.8)) / count, random.branch(`stem ${index}`)),
  ).toSorted((left, right) => left.depth - right.depth)
  const halo = {
    x: width * random.between(0.35, 0.65),
    y: height * random.between(0.3, 0.45),
    radius: unit * random.between(0.24, 0.34),
  }
  return (context, seconds) => {
    const base = context.createLinearGradient(0, 0, 0, height)
    base.addColorStop(0, css(paper))
    base.addColorStop(1, css(mix(paper, palette.sky[1], 0.32)))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    const disc = context.createLinearGradient(0, halo.y - halo.radius, 0, halo.y + halo.radius)
    disc.addColorStop(0, css(mix(palette.accents[1], palette.glow, 0.25), 0.85))
    disc.addColorStop(1, css(mix(palette.accents[1], paper, 0.75), 0.6))
    context.fillStyle = disc
    context.beginPath()
    context.arc(halo.x, halo.y, halo.radius, 0, Math.PI * 2)
    context.fill()
    for (const stem of stems) stem.paint(context, seconds)
  }
}

interface Stem {
  readonly depth: number
  readonly paint: Painter
}

type Crown = (context: SKRSContext2D, size: number, seconds: number) => void

function createStem(stage: Stage, share: number, random: Random): Stem {
  const { width, height, unit, palette } = stage
  const depth = random.next()
  const length = height * random.between(0.36, 0.84)
  const root = { x: width * share, y: height * 1.04 }
  const lean = random.between(-0.16, 0.16) * unit
  const bend = random.between(-0.12, 0.12) * unit
  const leafHue = palette.isDark ? { l: 0.6, c: 0.075, h: 155 } : { l: 0.46, c: 0.075, h: 150 }
  const green = mix(mix(palette.accents[4], leafHue, 0.72), palette.backdrop, 0.5 * (1 - depth))
  const petal = mix(
    random.pick([palette.accents[0], palette.accents[1], palette.accents[3], palette.sky[1]]),
    palette.backdrop,
    0.3 * (1 - depth),
  )
  const crown = createCrown(petal, palette.glow, random)
  const leaves = createLeaves(random)
  const size = unit * random.between(0.075, 0.135) * (0.65 + 0.5 * depth)
  const phase = random.between(0, 6)
  function paint(context: SKRSContext2D, seconds: number): void {
    const sway = Math.sin(seconds * 0.8 + phase) * unit * 0.012
    const tip = { x: root.x + lean + sway, y: root.y - length }
    const middle = { x: root.x + bend + sway * 0.3, y: root.y - length * 0.55 }
    context.strokeStyle = css(green)
    context.lineWidth = unit * (0.0034 + 0.0034 * depth)
    context.lineCap = 'round'
    context.beginPath()
    context.moveTo(root.x, root.y)
    context.quadraticCurveTo(middle.x, middle.y, tip.x, tip.y)
    context.stroke()
    for (const leaf of leaves) paintLeaf(context, { ...leaf, root, middle, tip, green, size: size * 1.25 })
    context.save()
    context.translate(tip.x, tip.y)
    context.rotate(Math.atan2(tip.x - middle.x, middle.y - tip.y))
    crown(context, size, seconds + phase)
    context.restore()
  }
  return { depth, paint }
}

interface Leaf {
  /** Where along the stem, 0 to 1. */
  readonly along: number
  readonly side: 1 | -1
  readonly scale: number
}

function createLeaves(random: Random): Leaf[] {
  const count = random.whole(4, 9)
  return Array.from({ length: count }, (_, index) => ({
    along: 0.25 + (0.62 * index) / count,
    side: index % 2 === 0 ? 1 : -1,
    scale: random.between(0.55, 1.1),
  }))
}

interface Point {
  readonly x: number
  readonly y: number
}

interface LeafInput extends Leaf {
  readonly root: Point
  readonly middle: Point
  readonly tip: Point
  readonly green: Color
  readonly size: number
}

function paintLeaf(
  context: SKRSContext2D,
  { along, side, scale, root, middle, tip, green, size }: LeafInput,
): void {
  const rest = 1 - along
  const x = rest * rest * root.x + 2 * rest * along * middle.x + along * along * tip.x
  const y = rest * rest * root.y + 2 * rest * along * middle.y + along * along * tip.y
  const length = size * scale
  context.save()
  context.translate(x, y)
  context.rotate(side * 0.85)
  context.fillStyle = css(adjust(green, { light: side === 1 ? 1.12 : 0.94 }), 0.92)
  context.beginPath()
  context.moveTo(0, 0)
  context.bezierCurveTo(length * 0.32, -length * 0.35, length * 0.26, -length * 0.8, 0, -length)
  context.bezierCurveTo(-length * 0.26, -length * 0.8, -length * 0.32, -length * 0.35, 0, 0)
  context.fill()
  context.restore()
}

/** One of three kinds of blossom. */
function createCrown(petal: Color, heart: Color, random: Random): Crown {
  const petals = random.whole(6, 11)
  const kind = random.pick(['daisy', 'tulip', 'umbel'] as const)
  const crowns: Readonly<Record<typeof kind, Crown>> = {
    daisy: (context, size, seconds) => {
      for (let ring = 0; ring < 2; ring++) {
        for (let index = 0; index < petals; index++) {
          const angle = ((index + ring / 2) / petals) * Math.PI * 2 + Math.sin(seconds * 0.5) * 0.05
          paintPetal(context, {
            angle,
            length: size * (1 - ring * 0.32),
            width: size * 0.3,
            tint: adjust(petal, { light: 1 + ring * 0.12 }),
          })
        }
      }
      context.fillStyle = css(mix(heart, petal, 0.3))
      context.beginPath()
      context.arc(0, 0, size * 0.22, 0, Math.PI * 2)
      context.fill()
    },
    tulip: (context, size) => {
      for (const [angle, light] of [
        [-0.42, 0.86],
        [0.42, 0.92],
        [0, 1.06],
      ] as const) {
        paintPetal(context, { angle, length: size * 1.35, width: size * 0.5, tint: adjust(petal, { light }) })
      }
    },
    umbel: (context, size) => {
      context.lineWidth = Math.max(0.7, size * 0.03)
      for (let index = 0; index <= petals * 2; index++) {
        const angle = -1.15 + (2.3 * index) / (petals * 2)
        const reach = size * (1.15 - 0.18 * Math.abs(angle)) * (index % 2 === 0 ? 1 : 0.78)
        const x = Math.sin(angle) * reach
        const y = -Math.cos(angle) * reach
        context.strokeStyle = css(petal, 0.6)
        context.beginPath()
        context.moveTo(0, 0)
        context.quadraticCurveTo(0, y * 0.6, x, y)
        context.stroke()
        context.fillStyle = css(mix(petal, heart, index % 3 === 0 ? 0.45 : 0.1))
        context.beginPath()
        context.arc(x, y, size * 0.1, 0, Math.PI * 2)
        context.fill()
      }
    },
  }
  return crowns[kind]
}

interface PetalInput {
  readonly angle: number
  readonly length: number
  readonly width: number
  readonly tint: Color
}

function paintPetal(context: SKRSContext2D, { angle, length, width, tint }: PetalInput): void {
  context.save()
  context.rotate(angle)
  context.fillStyle = css(tint, 0.94)
  context.beginPath()
  context.moveTo(0, 0)
  context.bezierCurveTo(width, -length * 0.4, width * 0.8, -length, 0, -length)
  context.bezierCurveTo(-width * 0.8, -length, -width, -length * 0.4, 0, 0)
  context.fill()
  context.restore()
}
