import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
import { paintGlow } from './sky.ts'

/** Someone in profile before a low sun: a silhouette with hair moving in the wind. */
export const createBust: Composition = (stage) => {
  const { width, height, unit, random, palette } = stage
  const facing = random.chance(0.5) ? 1 : -1
  const size = unit * random.between(0.6, 0.68)
  const centre = { x: width * 0.5 - facing * unit * 0.03, y: height - size * 0.64 }
  const halo = {
    x: width * 0.5 + facing * unit * random.between(0, 0.12),
    y: centre.y - size * 0.12,
    radius: size * random.between(0.44, 0.52),
  }
  const veil = createVeil(stage, facing)
  const hair = createHair(stage, { centre, size, facing })
  return (context, seconds) => {
    const base = context.createLinearGradient(0, 0, 0, height)
    base.addColorStop(0, css(palette.sky[0]))
    base.addColorStop(0.6, css(palette.sky[1]))
    base.addColorStop(1, css(mix(palette.sky[1], palette.near, 0.5)))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    veil(context, seconds)
    paintGlow(context, halo, palette.sky[2], unit * 0.9)
    paintHalo(context, stage, halo)
    hair.back(context, seconds)
    paintProfile(context, stage, { centre, size, facing })
    hair.front(context, seconds)
  }
}

interface Halo {
  readonly x: number
  readonly y: number
  readonly radius: number
}

function paintHalo(context: SKRSContext2D, { palette }: Stage, { x, y, radius }: Halo): void {
  const gradient = context.createLinearGradient(x, y - radius, x, y + radius)
  gradient.addColorStop(0, css(palette.glow))
  gradient.addColorStop(1, css(mix(palette.sky[2], palette.accents[0], 0.45)))
  context.fillStyle = gradient
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

/** Slow bands of colour behind everything. */
function createVeil({ width, height, unit, random, palette }: Stage, facing: number): Painter {
  const noise = createNoise(random.branch('veil'))
  return (context, seconds) => {
    for (let band = 0; band < 7; band++) {
      context.fillStyle = css(mix(palette.accents[band % 4] ?? palette.glow, palette.sky[1], 0.55), 0.13)
      context.beginPath()
      context.moveTo(0, height)
      for (let x = 0; x <= width + 8; x += 8) {
        const lift = layered(noise, 2, (x / unit) * 0.9 - facing * seconds * 0.05, band * 1.7)
        context.lineTo(x, height * (0.2 + band * 0.11) + unit * 0.13 * lift)
      }
      context.lineTo(width, height)
      context.closePath()
      context.fill()
    }
  }
}

interface Placing {
  readonly centre: { readonly x: number; readonly y: number }
  readonly size: number
  readonly facing: number
}

/** The face's outline from the crown down to the shoulder, looking right; units of the head's size. */
const outline: readonly (readonly [number, number, number, number, number, number])[] = [
  [0.1, -0.43, 0.2, -0.38, 0.235, -0.27],
  [0.25, -0.22, 0.252, -0.18, 0.248, -0.145],
  [0.246, -0.125, 0.262, -0.105, 0.282, -0.06],
  [0.298, -0.028, 0.312, -0.012, 0.302, 0.004],
  [0.292, 0.018, 0.268, 0.018, 0.262, 0.026],
  [0.258, 0.04, 0.284, 0.05, 0.282, 0.064],
  [0.28, 0.076, 0.266, 0.08, 0.264, 0.084],
  [0.276, 0.092, 0.28, 0.106, 0.27, 0.118],
  [0.26, 0.13, 0.256, 0.138, 0.262, 0.158],
  [0.262, 0.2, 0.23, 0.222, 0.19, 0.218],
  [0.13, 0.212, 0.1, 0.2, 0.085, 0.23],
  [0.07, 0.3, 0.09, 0.35, 0.14, 0.39],
  [0.24, 0.44, 0.36, 0.46, 0.44, 0.56],
  [0.48, 0.62, 0.5, 0.66, 0.5, 0.72],
]

function paintProfile(
  context: SKRSContext2D,
  { palette, unit }: Stage,
  { centre, size, facing }: Placing,
): void {
  context.save()
  context.translate(centre.x, centre.y)
  context.scale(facing * size, size)
  context.beginPath()
  context.moveTo(-0.02, -0.45)
  for (const curve of outline) context.bezierCurveTo(...curve)
  context.lineTo(-0.6, 0.72)
  context.bezierCurveTo(-0.56, 0.56, -0.4, 0.47, -0.26, 0.42)
  context.bezierCurveTo(-0.16, 0.38, -0.13, 0.3, -0.14, 0.2)
  context.bezierCurveTo(-0.3, 0.05, -0.32, -0.42, -0.02, -0.45)
  const skin = context.createLinearGradient(0.32, -0.3, -0.35, 0.45)
  skin.addColorStop(0, css(mix(palette.accents[0], palette.near, 0.52)))
  skin.addColorStop(0.35, css(mix(palette.accents[2], palette.near, 0.75)))
  skin.addColorStop(1, css(palette.near))
  context.fillStyle = skin
  context.fill()
  context.lineWidth = (unit * 0.0042) / size
  const rim = context.createLinearGradient(0.35, 0, 0, 0.2)
  rim.addColorStop(0, css(palette.glow, 0.95))
  rim.addColorStop(0.55, css(palette.sky[2], 0.35))
  rim.addColorStop(1, css(palette.sky[2], 0))
  context.strokeStyle = rim
  context.stroke()
  context.restore()
}

interface Hair {
  readonly back: Painter
  readonly front: Painter
}

/** Strands that start on the crown and flow back. */
function createHair({ unit, random, palette }: Stage, { centre, size, facing }: Placing): Hair {
  const stream = random.branch('hair')
  const noise = createNoise(stream)
  const long = stream.between(0.35, 0.8)
  const strands = Array.from({ length: 560 }, () => {
    const around = stream.between(-0.3, 2.75)
    return {
      around,
      depth: stream.next(),
      length: long * stream.between(0.65, 1.2),
      tint: mix(
        mix(palette.near, palette.accents[4], stream.next()),
        stream.pick([palette.accents[0], palette.sky[2]]),
        stream.next() ** 4 * 0.75,
      ),
      thickness: unit * stream.between(0.0014, 0.0048),
      row: stream.between(0, 3),
      inset: 1 - 0.45 * stream.next() ** 2,
    }
  })
  function paintStrands(context: SKRSContext2D, seconds: number, chosen: typeof strands): void {
    context.save()
    context.translate(centre.x, centre.y)
    context.scale(facing, 1)
    context.lineCap = 'round'
    for (const { around, length, tint, thickness, row, inset } of chosen) {
      const angle = -Math.PI / 2 + 0.55 - around
      let x = (-0.02 + Math.cos(angle) * 0.235 * inset) * size
      let y = (-0.2 + Math.sin(angle) * 0.258 * inset) * size
      let heading = angle - Math.PI / 2
      context.strokeStyle = css(adjust(tint, {}), 0.9)
      context.lineWidth = thickness
      context.beginPath()
      context.moveTo(x, y)
      const stride = (length * size) / 22
      for (let step = 0; step < 22; step++) {
        const wind = noise((x / size) * 2.2 + seconds * 0.35, (y / size) * 2.2 + row)
        const settle = Math.PI * (step < 6 ? 1.12 : 0.86)
        heading +=
          (settle + Math.PI * -2 * Math.round((settle - heading) / (Math.PI * 2)) + wind * 0.8 - heading) *
          0.13
        x += Math.cos(heading) * stride
        y += Math.sin(heading) * stride
        context.lineTo(x, y)
      }
      context.stroke()
    }
    context.restore()
  }
  const back = strands.filter((strand) => strand.depth < 0.4)
  const front = strands.filter((strand) => strand.depth >= 0.4)
  return {
    back: (context, seconds) => paintStrands(context, seconds, back),
    front: (context, seconds) => paintStrands(context, seconds, front),
  }
}
