import { css, mix } from '../color.ts'
import type { Painter, Stage } from '../stage.ts'

export interface GroveOptions {
  /** 0 farthest, 1 nearest. */
  readonly depth: number
  /** The height of the ground, in pixels, at a position of the land. */
  readonly crest: (x: number) => number
  /** How fast the land moves, in pixels a second. */
  readonly speed: number
}

/** Trees in small groups along a hill: slim ones and round ones. */
export function createGroves(stage: Stage, { depth, crest, speed }: GroveOptions): Painter {
  const { width, unit, palette } = stage
  const random = stage.random.branch(`grove ${depth}`)
  const size = unit * (0.012 + 0.06 * depth)
  const trees = Array.from({ length: random.whole(2, 4) }, () => random.between(0, 1.3) * width).flatMap(
    (centre) =>
      Array.from({ length: random.whole(2, 7) }, () => ({
        x: centre + random.normal() * size * 2.4,
        height: size * random.between(0.8, 1.9),
        slim: random.chance(0.5),
      })),
  )
  const tint = css(
    mix(
      mix(palette.far, palette.near, Math.min(1, depth + 0.16)),
      { l: 0.12, c: 0.04, h: palette.near.h },
      0.2,
    ),
  )
  return (context, seconds) => {
    context.fillStyle = tint
    for (const { x, height, slim } of trees) {
      const foot = crest(x)
      const across = slim ? height * 0.13 : height * 0.34
      const middle = slim ? height * 0.5 : height * 0.62
      context.beginPath()
      context.ellipse(
        x - speed * seconds,
        foot - middle,
        across,
        height * (slim ? 0.52 : 0.38),
        0,
        0,
        Math.PI * 2,
      )
      context.fill()
      context.fillRect(
        x - speed * seconds - height * 0.02,
        foot - middle,
        Math.max(1, height * 0.04),
        middle + 1,
      )
    }
  }
}
