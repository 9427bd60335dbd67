import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import type { Random } from '../random.ts'
import type { Composition } from '../stage.ts'

type Shape = (context: SKRSContext2D, size: number) => void

/** The shapes of a tile, drawn from its centre; each is rotated in quarter turns. */
const shapes: readonly Shape[] = [
  (context, size) => wedge(context, size, 1),
  (context, size) => wedge(context, size, 0.62),
  (context, size) => {
    context.arc(0, 0, size * 0.5, 0, Math.PI * 2)
  },
  (context, size) => {
    context.arc(0, 0, size * 0.24, 0, Math.PI * 2)
  },
  (context, size) => {
    context.arc(0, 0, size / 2, 0, Math.PI)
    context.closePath()
  },
  (context, size) => {
    context.moveTo(-size / 2, -size / 2)
    context.lineTo(size / 2, size / 2)
    context.lineTo(-size / 2, size / 2)
    context.closePath()
  },
  (context, size) => {
    for (let bar = 0; bar < 4; bar++) context.rect(-size / 2 + (bar * size) / 4, -size / 2, size / 8, size)
  },
  (context, size) => {
    wedge(context, size, 1)
    context.moveTo(size / 2, size / 2)
    context.arc(size / 2, size / 2, size * 0.5, Math.PI, Math.PI * 1.5)
    context.closePath()
  },
]

function wedge(context: SKRSContext2D, size: number, share: number): void {
  context.moveTo(-size / 2, -size / 2)
  context.arc(-size / 2, -size / 2, size * share, 0, Math.PI / 2)
  context.closePath()
}

interface Tile {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly ground: string
  readonly ink: string
  readonly shape: Shape
  readonly quarter: number
  /** When it makes its next quarter turn, in seconds. */
  readonly turnsAt: number
}

/** A grid of simple shapes in few colours, as on a poster; tiles turn one after another. */
export const createTiles: Composition = ({ width, height, unit, random, palette, mood }) => {
  const across = chooseAcross(Math.max(width, height) / unit, random)
  const size = unit / across
  const columns = Math.ceil(width / size - 0.02)
  const rows = Math.ceil(height / size - 0.02)
  const paper = palette.isDark ? palette.near : palette.backdrop
  const inks = [...palette.accents, mix(palette.glow, palette.sky[2], 0.25), palette.near].map((ink) =>
    css(ink),
  )
  const grounds = [css(paper), css(mix(paper, palette.sky[2], 0.5)), ...inks]
  const left = (width - columns * size) / 2
  const top = (height - rows * size) / 2
  const tiles = Array.from({ length: columns * rows }, (_, index): Tile => {
    const ground = random.chance(0.45) ? (grounds[0] as string) : random.pick(grounds)
    return {
      x: left + ((index % columns) + 0.5) * size,
      y: top + (Math.floor(index / columns) + 0.5) * size,
      size,
      ground,
      ink: pickOther(random, inks, ground),
      shape: random.pick(shapes),
      quarter: random.whole(0, 3),
      turnsAt: random.between(0.4, 9) * (1.3 - mood.energy),
    }
  })
  return (context, seconds) => {
    for (const tile of tiles) paintTile(context, tile, seconds)
  }
}

/** How many tiles fit the shorter side so that the longer one comes out even, or nearly so. */
function chooseAcross(stretch: number, random: Random): number {
  const rest = (across: number) => Math.abs(across * stretch - Math.round(across * stretch))
  const counts = [3, 4, 5, 6, 7]
  const least = Math.min(...counts.map(rest))
  return random.pick(counts.filter((across) => rest(across) < least + 0.05))
}

function pickOther(random: Random, inks: readonly string[], ground: string): string {
  return random.pick(inks.filter((ink) => ink !== ground))
}

function paintTile(context: SKRSContext2D, tile: Tile, seconds: number): void {
  const { x, y, size, ground, ink, shape, quarter, turnsAt } = tile
  const turn = Math.min(1, Math.max(0, (seconds - turnsAt) / 0.9))
  const eased = turn * turn * (3 - 2 * turn)
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.rect(-size / 2 - 0.5, -size / 2 - 0.5, size + 1, size + 1)
  context.fillStyle = ground
  context.fill()
  context.clip()
  context.rotate(((quarter + eased) * Math.PI) / 2)
  context.fillStyle = ink
  context.beginPath()
  shape(context, size)
  context.fill()
  context.restore()
}
