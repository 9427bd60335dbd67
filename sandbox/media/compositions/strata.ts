import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition } from '../stage.ts'

/** Lines one behind the other, lifted by a waveform: a relief drawn by a plotter. */
export const createStrata: Composition = ({ width, height, unit, random, palette, mood }) => {
  const count = random.whole(46, 70)
  const noise = createNoise(random.branch('lift'))
  const shape = createNoise(random.branch('shape'))
  const peak = random.between(0.35, 0.65)
  const spread = random.between(0.2, 0.34)
  const margin = unit * 0.08
  const lift = unit * random.between(0.2, 0.3)
  const ground = palette.isDark ? palette.near : palette.backdrop
  const ink = palette.isDark ? palette.glow : palette.near
  const step = Math.max(2, width / 190)
  return (context, seconds) => {
    const base = context.createLinearGradient(0, 0, 0, height)
    base.addColorStop(0, css(mix(ground, palette.sky[0], palette.isDark ? 0.5 : 0.1)))
    base.addColorStop(1, css(ground))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    context.lineJoin = 'round'
    for (let line = 0; line < count; line++) {
      const depth = line / (count - 1)
      const y = margin + lift * 0.8 + (height - margin * 2 - lift * 0.8) * depth
      context.beginPath()
      context.moveTo(margin, y)
      for (let x = margin; x <= width - margin; x += step) {
        const share = x / width
        const bump = Math.exp(-(((share - peak - 0.08 * shape(depth * 3, 1)) / spread) ** 2))
        const rough = layered(
          noise,
          3,
          (x / unit) * 3.4 + line * 0.13,
          line * 0.19 + seconds * (0.1 + 0.35 * mood.energy),
        )
        context.lineTo(x, y - lift * bump * Math.max(0, rough + 0.22) - unit * 0.003 * rough)
      }
      context.lineTo(width - margin, y)
      context.fillStyle = css(mix(ground, palette.sky[0], palette.isDark ? 0.5 * (1 - depth) : 0.1), 0.94)
      context.fill()
      context.strokeStyle = css(
        mix(mix(palette.accents[0], palette.accents[1], depth), ink, 0.1 + 0.25 * Math.sin(depth * Math.PI)),
        0.95,
      )
      context.lineWidth = Math.max(0.9, unit * 0.0028)
      context.stroke()
    }
  }
}
