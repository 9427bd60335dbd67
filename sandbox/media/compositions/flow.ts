import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition, Stage } from '../stage.ts'

/** The visible points of one stroke, and how many more it slides along during a video. */
const seenPoints = 30
const sparePoints = 34
const pointsPerSecond = 3.2

interface Stroke {
  readonly points: Float32Array
  readonly tint: string
  readonly thickness: number
  readonly pace: number
}

/** Fine strokes that follow an invisible current and slide along it. */
export const createFlow: Composition = (stage) => {
  const { width, height, palette } = stage
  const strokes = createStrokes(stage)
  return (context, seconds) => {
    const base = context.createLinearGradient(0, 0, width * 0.4, height)
    base.addColorStop(0, css(palette.isDark ? palette.sky[0] : palette.backdrop))
    base.addColorStop(1, css(palette.isDark ? palette.near : mix(palette.backdrop, palette.sky[1], 0.28)))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    context.lineCap = 'round'
    for (const { points, tint, thickness, pace } of strokes) {
      const slid = Math.min(sparePoints - 2, seconds * pointsPerSecond * pace)
      const first = Math.floor(slid)
      const rest = slid - first
      context.strokeStyle = tint
      context.lineWidth = thickness
      context.beginPath()
      for (let point = first; point < first + seenPoints; point++) {
        const place = point * 2
        const x = points[place] as number
        const y = points[place + 1] as number
        context.lineTo(
          x + ((points[place + 2] as number) - x) * rest,
          y + ((points[place + 3] as number) - y) * rest,
        )
      }
      context.stroke()
    }
  }
}

function createStrokes({ width, height, unit, random, palette, mood }: Stage): Stroke[] {
  const noise = createNoise(random.branch('current'))
  const colorField = createNoise(random.branch('colour'))
  const scale = random.between(0.9, 1.7) / unit
  const turn = random.between(0, Math.PI * 2)
  const twist = random.between(1.4, 2.6)
  const tints = [...palette.accents, palette.glow, palette.sky[1], palette.sky[2]]
  const count = Math.round(1250 * Math.sqrt((width * height) / unit ** 2))
  return Array.from({ length: count }, () => {
    const start = { x: random.between(-0.08, 1.08) * width, y: random.between(-0.08, 1.08) * height }
    const stride = (unit * random.between(0.1, 0.42)) / seenPoints
    const field = layered(colorField, 2, (start.x / unit) * 1.1, (start.y / unit) * 1.1)
    const place = 0.5 + 0.62 * field + random.normal() * 0.07
    const tint =
      tints[Math.min(tints.length - 1, Math.max(0, Math.floor(place * tints.length)))] ?? palette.glow
    const heading = (x: number, y: number) => turn + twist * layered(noise, 2, x * scale, y * scale) * Math.PI
    return {
      points: tracePoints(start, stride, heading),
      tint: css(mix(tint, palette.glow, random.chance(0.1) ? 0.6 : 0), random.between(0.3, 0.85)),
      thickness: Math.max(0.6, unit * (0.0009 + 0.0052 * random.next() ** 3.2)),
      pace: random.between(0.4, 1) * (0.5 + mood.energy),
    }
  })
}

function tracePoints(
  start: { readonly x: number; readonly y: number },
  stride: number,
  heading: (x: number, y: number) => number,
): Float32Array {
  const points = new Float32Array((seenPoints + sparePoints) * 2)
  let { x, y } = start
  for (let point = 0; point < points.length; point += 2) {
    points[point] = x
    points[point + 1] = y
    const angle = heading(x, y)
    x += Math.cos(angle) * stride
    y += Math.sin(angle) * stride
  }
  return points
}
