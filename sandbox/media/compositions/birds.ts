import { adjust, css } from '../color.ts'
import type { Painter, Stage } from '../stage.ts'

/** A small distant flock; not every sky has one. */
export function createBirds(
  { width, height, unit, random, palette }: Stage,
  horizon: number,
): Painter | null {
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
