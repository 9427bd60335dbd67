import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'

/** Sheets of paper with hand-cut edges, one over the other, each with its shadow. */
export const createCutouts: Composition = (stage) => {
  const { width, height, random, palette } = stage
  const count = random.whole(6, 8)
  const centre = { x: width * random.between(0.3, 0.7), y: height * random.between(0.3, 0.7) }
  const sheets = Array.from({ length: count }, (_, index) => createSheet(stage, centre, index / (count - 1)))
  const heart = createHeart(stage, centre)
  return (context, seconds) => {
    context.fillStyle = css(palette.glow)
    context.fillRect(0, 0, width, height)
    heart(context, seconds)
    for (const paint of sheets) paint(context, seconds)
  }
}

/** The content of the hole in the middle. */
function createHeart({ width, height, unit, palette }: Stage, centre: { x: number; y: number }): Painter {
  return (context) => {
    const gradient = context.createRadialGradient(centre.x, centre.y, 0, centre.x, centre.y, unit * 0.5)
    gradient.addColorStop(0, css(mix(palette.glow, { l: 1, c: 0, h: 0 }, 0.4)))
    gradient.addColorStop(1, css(palette.sky[2]))
    context.fillStyle = gradient
    context.fillRect(0, 0, width, height)
  }
}

function createSheet(stage: Stage, centre: { x: number; y: number }, depth: number): Painter {
  const { width, height, unit, palette, random, mood } = stage
  const stream = random.branch(`sheet ${depth}`)
  const noise = createNoise(stream)
  const ramp = [
    palette.sky[2],
    palette.accents[1],
    palette.accents[0],
    palette.accents[2],
    palette.accents[4],
  ]
  const place = depth * (ramp.length - 1)
  const low = ramp[Math.floor(place)] ?? palette.near
  const high = ramp[Math.min(ramp.length - 1, Math.floor(place) + 1)] ?? palette.near
  const tint = mix(low, high, place - Math.floor(place))
  const reach = Math.hypot(width, height)
  const hole = unit * 0.16 + reach * 0.42 * depth ** 1.15
  const pace = 0.16 * (0.5 + mood.energy)
  return (context, seconds) => {
    context.save()
    context.beginPath()
    context.rect(-40, -40, width + 80, height + 80)
    const points = 150
    for (let point = points; point >= 0; point--) {
      const angle = (point / points) * Math.PI * 2
      const wobble = layered(
        noise,
        2,
        Math.cos(angle) * 1.15 + seconds * pace,
        Math.sin(angle) * 1.15 + depth * 9,
      )
      const radius = hole * (1 + 0.5 * wobble)
      const x = centre.x + Math.cos(angle) * radius * Math.min(1.35, width / unit)
      const y = centre.y + Math.sin(angle) * radius * Math.min(1.35, height / unit)
      if (point === points) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.closePath()
    castShadow(context, stage)
    const gradient = context.createLinearGradient(0, 0, width, height)
    gradient.addColorStop(0, css(adjust(tint, { light: 1.06 })))
    gradient.addColorStop(1, css(adjust(tint, { light: 0.9 })))
    context.fillStyle = gradient
    context.fill('evenodd')
    context.restore()
  }
}

function castShadow(context: SKRSContext2D, { unit, palette }: Stage): void {
  context.shadowColor = css({ ...palette.near, l: Math.min(palette.near.l, 0.22) }, 0.42)
  context.shadowBlur = unit * 0.035
  context.shadowOffsetX = unit * 0.006
  context.shadowOffsetY = unit * 0.014
}
