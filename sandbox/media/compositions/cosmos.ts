import { createCanvas } from '@napi-rs/canvas'
import { css, mix } from '../color.ts'
import { createNoise, layered } from '../noise.ts'
import type { Composition, Painter, Stage } from '../stage.ts'

/** A planet with its rings among stars and veils of light. */
export const createCosmos: Composition = (stage) => {
  const { width, height, palette } = stage
  const veils = createVeils(stage)
  const stars = createStars(stage)
  const planet = createPlanet(stage)
  return (context, seconds) => {
    const base = context.createLinearGradient(0, 0, width, height)
    base.addColorStop(0, css({ ...palette.sky[0], l: Math.min(palette.sky[0].l, 0.2) }))
    base.addColorStop(1, css({ ...palette.near, l: Math.min(palette.near.l, 0.12) }))
    context.fillStyle = base
    context.fillRect(0, 0, width, height)
    veils(context, seconds)
    stars(context, seconds)
    planet(context, seconds)
  }
}

function createVeils({ width, height, unit, random, palette }: Stage): Painter {
  const stream = random.branch('veils')
  const noise = createNoise(stream)
  const tilt = stream.between(-0.5, 0.5)
  const puffs = Array.from({ length: 110 }, () => {
    const along = stream.between(-0.1, 1.1)
    const across = stream.normal() * 0.19
    const density = Math.max(0, 0.5 + layered(noise, 3, along * 4, across * 6))
    return {
      x: along * width,
      y: height * (0.5 + tilt * (along - 0.5) + across),
      radius: unit * stream.between(0.08, 0.3),
      tint: mix(
        stream.pick([palette.accents[0], palette.accents[2], palette.accents[3], palette.sky[1]]),
        palette.sky[2],
        stream.between(0, 0.5),
      ),
      alpha: 0.3 * density ** 1.5,
    }
  })
  const sheet = createCanvas(width, height)
  const light = sheet.getContext('2d')
  light.globalCompositeOperation = 'screen'
  for (const { x, y, radius, tint, alpha } of puffs) {
    const gradient = light.createRadialGradient(x, y, 0, x, y, radius)
    gradient.addColorStop(0, css(tint, alpha))
    gradient.addColorStop(0.5, css(tint, alpha * 0.45))
    gradient.addColorStop(1, css(tint, 0))
    light.fillStyle = gradient
    light.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
  return (context, seconds) => {
    const growth = 1.06 + seconds * 0.004
    context.globalCompositeOperation = 'screen'
    context.drawImage(
      sheet,
      (width * (1 - growth)) / 2,
      (height * (1 - growth)) / 2,
      width * growth,
      height * growth,
    )
    context.globalCompositeOperation = 'source-over'
  }
}

function createStars({ width, height, unit, random, palette }: Stage): Painter {
  const stream = random.branch('stars')
  const stars = Array.from({ length: Math.round(520 * Math.sqrt((width * height) / unit ** 2)) }, () => ({
    x: stream.next() * width,
    y: stream.next() * height,
    radius: Math.max(0.55, unit * 0.0007 * (1 + 3.4 * stream.next() ** 9)),
    alpha: 0.25 + 0.75 * stream.next() ** 2.4,
    phase: stream.between(0, 6),
    near: stream.next() ** 3,
  }))
  return (context, seconds) => {
    for (const { x, y, radius, alpha, phase, near } of stars) {
      context.fillStyle = css(palette.glow, alpha * (0.8 + 0.2 * Math.sin(seconds * 2 + phase)))
      context.beginPath()
      context.arc(x - seconds * unit * 0.008 * near, y, radius, 0, Math.PI * 2)
      context.fill()
    }
  }
}

function createPlanet(stage: Stage): Painter {
  const { width, height, unit, random } = stage
  const stream = random.branch('planet')
  const radius = unit * stream.between(0.17, 0.29)
  const x = width * stream.between(0.32, 0.68)
  const y = height * stream.between(0.4, 0.62)
  const tilt = stream.between(-0.5, 0.5)
  const rings = stream.chance(0.7) ? createRings(stage, radius) : null
  const ball = createBall(stage, radius, tilt)
  return (context, seconds) => {
    context.save()
    context.translate(x + seconds * unit * 0.004, y)
    context.rotate(tilt)
    rings?.(context, -1)
    ball(context, seconds)
    rings?.(context, 1)
    context.restore()
  }
}

function createBall({ unit, random, palette }: Stage, radius: number, tilt: number): Painter {
  const stream = random.branch('bands')
  const noise = createNoise(stream)
  const tints = [palette.sky[2], palette.accents[1], palette.accents[0], palette.accents[3]]
  const bands = Array.from({ length: 15 }, (_, index) => ({
    y: -radius + (index / 15) * radius * 2,
    tint: mix(stream.pick(tints), palette.sky[1], 0.3),
    row: index * 2.3,
  }))
  return (context, seconds) => {
    context.save()
    context.shadowColor = css(palette.sky[2], 0.55)
    context.shadowBlur = unit * 0.09
    context.fillStyle = css(palette.sky[1])
    context.beginPath()
    context.arc(0, 0, radius, 0, Math.PI * 2)
    context.fill()
    context.shadowColor = 'transparent'
    context.clip()
    for (const { y, tint, row } of bands) {
      context.fillStyle = css(tint, 0.55)
      context.beginPath()
      context.moveTo(-radius, radius)
      for (let x = -radius; x <= radius; x += radius / 30) {
        context.lineTo(x, y + radius * 0.07 * layered(noise, 3, (x / radius) * 1.6 + seconds * 0.05, row))
      }
      context.lineTo(radius, radius)
      context.closePath()
      context.fill()
    }
    const shade = context.createRadialGradient(
      -radius * 0.5,
      -radius * (0.5 - tilt),
      radius * 0.1,
      -radius * 0.25,
      -radius * 0.2,
      radius * 1.35,
    )
    shade.addColorStop(0, css(palette.glow, 0.4))
    shade.addColorStop(0.4, css(palette.near, 0))
    shade.addColorStop(1, css({ ...palette.near, l: 0.06 }, 0.94))
    context.fillStyle = shade
    context.fillRect(-radius, -radius, radius * 2, radius * 2)
    context.restore()
  }
}

/** Half of the rings at a time: the part behind the planet, then the part in front of it. */
function createRings({ unit, random, palette }: Stage, radius: number) {
  const stream = random.branch('rings')
  const flatness = stream.between(0.16, 0.3)
  const rings = Array.from({ length: 26 }, (_, index) => ({
    radius: radius * (1.3 + index * 0.034),
    alpha: stream.between(0.1, 0.65),
    tint: mix(palette.glow, stream.pick([palette.accents[1], palette.sky[2]]), stream.between(0.2, 0.9)),
  }))
  return (context: Parameters<Painter>[0], side: 1 | -1) => {
    context.lineWidth = Math.max(0.8, unit * 0.0045)
    for (const ring of rings) {
      context.strokeStyle = css(ring.tint, ring.alpha)
      context.beginPath()
      context.ellipse(
        0,
        0,
        ring.radius,
        ring.radius * flatness,
        0,
        side === 1 ? 0 : Math.PI,
        side === 1 ? Math.PI : Math.PI * 2,
      )
      context.stroke()
    }
  }
}
