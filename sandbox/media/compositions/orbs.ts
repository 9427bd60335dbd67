import { css, mix } from '../color.ts'
import type { Composition } from '../stage.ts'

/** Large soft lights that melt into each other and wander slowly. */
export const createOrbs: Composition = ({ width, height, random, palette, mood }) => {
  const reach = Math.max(width, height)
  const orbs = Array.from({ length: random.whole(6, 9) }, (_, index) => ({
    x: random.between(-0.05, 1.05) * width,
    y: random.between(-0.05, 1.05) * height,
    radius: reach * random.between(0.28, 0.6) * (1 - index * 0.04),
    color: mix(
      random.pick([...palette.accents, palette.sky[1], palette.sky[2]]),
      palette.glow,
      index % 3 === 0 ? 0.45 : 0.06,
    ),
    drift: random.between(0.02, 0.06) * reach,
    pace: random.between(0.25, 0.6) * (0.5 + mood.energy),
    phase: random.between(0, Math.PI * 2),
  }))
  const angle = random.between(0, Math.PI * 2)
  return (context, seconds) => {
    const base = context.createLinearGradient(
      width * (0.5 + 0.5 * Math.cos(angle)),
      height * (0.5 + 0.5 * Math.sin(angle)),
      width * (0.5 - 0.5 * Math.cos(angle)),
      height * (0.5 - 0.5 * Math.sin(angle)),
    )
    base.addColorStop(0, css(palette.sky[0]))
    base.addColorStop(1, css(palette.sky[1]))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    for (const { x, y, radius, color, drift, pace, phase } of orbs) {
      const cx = x + Math.cos(seconds * pace + phase) * drift
      const cy = y + Math.sin(seconds * pace * 0.8 + phase) * drift
      const gradient = context.createRadialGradient(cx, cy, 0, cx, cy, radius)
      for (let stop = 0; stop <= 1; stop += 0.125) {
        gradient.addColorStop(stop, css(color, 0.86 * (0.5 + 0.5 * Math.cos(Math.PI * stop))))
      }
      context.fillStyle = gradient
      context.fillRect(0, 0, width, height)
    }
  }
}
