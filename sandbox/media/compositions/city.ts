import type { SKRSContext2D } from '@napi-rs/canvas'
import { adjust, type Color, color, css, mix } from '../color.ts'
import type { Random } from '../random.ts'
import type { Composition, Painter, Stage } from '../stage.ts'
import { createSky } from './sky.ts'

const depths = 5

/** A skyline in rows that fade into the haze; windows are lit when it is dark. */
export const createCity: Composition = (stage) => {
  const sky = createSky(stage, {
    horizon: stage.random.between(0.72, 0.84),
    disc: stage.mood.light !== 'storm',
  })
  const rows = Array.from({ length: depths }, (_, row) => createRow(stage, row / (depths - 1)))
  const rain = stage.mood.rain ? createRain(stage) : null
  return (context, seconds) => {
    sky.paint(context, seconds)
    for (const [row, paint] of rows.entries()) {
      paint(context, seconds)
      if (row < depths - 1) paintHaze(context, stage, row / depths)
    }
    rain?.(context, seconds)
  }
}

interface Building {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly roof: 'flat' | 'step' | 'spire' | 'slope'
  readonly windows: readonly Window[]
}

interface Window {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly alpha: number
  readonly warm: boolean
}

function createRow(stage: Stage, depth: number): Painter {
  const { width, height, unit, palette, mood } = stage
  const random = stage.random.branch(`row ${depth}`)
  const buildings: Building[] = []
  const scale = unit * (0.055 + 0.13 * depth)
  const lit = palette.isDark || mood.light === 'sunset'
  for (let x = -scale; x < width * 1.3; ) {
    const building = createBuilding(random, { x, scale, depth, height, unit, lit })
    buildings.push(building)
    x += building.width * random.between(0.92, 1.25)
  }
  const body = mix(palette.far, palette.near, 0.12 + 0.88 * depth ** 0.9)
  const shift = unit * (0.005 + 0.05 * depth ** 2) * (0.5 + mood.energy)
  const lamps: readonly [Color, Color] = [
    color(0.88, 0.12 * mood.chroma, 78),
    adjust(palette.accents[1], { light: 1.2 }),
  ]
  return (context, seconds) => {
    context.save()
    context.translate(-shift * seconds, 0)
    const gradient = context.createLinearGradient(0, height * 0.3, 0, height)
    gradient.addColorStop(0, css(body))
    gradient.addColorStop(1, css(mix(body, palette.sky[2], 0.3 * (1 - depth))))
    for (const building of buildings) {
      context.fillStyle = gradient
      paintBuilding(context, building, height)
      for (const { x, y, width: across, height: down, alpha, warm } of building.windows) {
        context.fillStyle = css(warm ? lamps[0] : lamps[1], alpha * (0.3 + 0.6 * depth))
        context.fillRect(x, y, across, down)
      }
    }
    context.restore()
  }
}

interface BuildingInput {
  readonly x: number
  readonly scale: number
  readonly depth: number
  readonly height: number
  readonly unit: number
  readonly lit: boolean
}

function createBuilding(random: Random, { x, scale, depth, height, unit, lit }: BuildingInput): Building {
  const width = scale * random.between(0.6, 1.5)
  const tall = random.next() ** 2.2
  const rise = unit * (0.16 + 0.5 * tall * (1 - 0.45 * depth) + 0.1 * (1 - depth))
  const top = height * (1.0 - 0.03 * (1 - depth)) - rise - unit * 0.12 * (1 - depth)
  const roof = random.pick(['flat', 'flat', 'step', 'spire', 'slope'] as const)
  const windows = lit && depth > 0.15 ? createWindows(random, { x, width, top, height, scale }) : []
  return { x, width, top, roof, windows }
}

interface WindowsInput {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly height: number
  readonly scale: number
}

function createWindows(random: Random, { x, width, top, height, scale }: WindowsInput): Window[] {
  const columns = Math.max(2, Math.round(width / (scale * 0.16)))
  const pitch = width / (columns + 0.6)
  const rowPitch = pitch * random.pick([1.1, 1.5, 2])
  const density = random.between(0.12, 0.5)
  const windows: Window[] = []
  for (let y = top + rowPitch; y < height; y += rowPitch) {
    for (let column = 0; column < columns; column++) {
      if (!random.chance(density)) continue
      windows.push({
        x: x + pitch * (column + 0.5),
        y,
        width: pitch * 0.5,
        height: rowPitch * 0.5,
        alpha: random.between(0.35, 1),
        warm: random.chance(0.82),
      })
    }
  }
  return windows
}

function paintBuilding(context: SKRSContext2D, { x, width, top, roof }: Building, height: number): void {
  context.fillRect(x, top, width, height - top)
  const rise = width * 0.22
  if (roof === 'step') context.fillRect(x + width * 0.2, top - rise, width * 0.6, rise + 1)
  if (roof === 'spire') {
    context.fillRect(x + width * 0.3, top - rise * 0.7, width * 0.4, rise)
    context.fillRect(x + width * 0.485, top - rise * 3.4, Math.max(1, width * 0.03), rise * 3)
  }
  if (roof === 'slope') {
    context.beginPath()
    context.moveTo(x, top + 1)
    context.lineTo(x + width, top + 1)
    context.lineTo(x + width, top - rise)
    context.closePath()
    context.fill()
  }
}

function paintHaze(context: SKRSContext2D, { width, height, palette }: Stage, depth: number): void {
  const gradient = context.createLinearGradient(0, height * 0.45, 0, height)
  const haze = mix(palette.sky[2], palette.sky[1], 0.35)
  gradient.addColorStop(0, css(haze, 0))
  gradient.addColorStop(1, css(haze, 0.34 * (1 - depth * 0.7)))
  context.fillStyle = gradient
  context.fillRect(0, height * 0.45, width, height * 0.55)
}

function createRain({ width, height, unit, random, palette }: Stage): Painter {
  const stream = random.branch('rain')
  const drops = Array.from({ length: 260 }, () => ({
    x: stream.between(-0.1, 1.1) * width,
    y: stream.next() * height,
    length: unit * stream.between(0.02, 0.06),
    alpha: stream.between(0.06, 0.22),
    speed: height * stream.between(1.1, 1.7),
  }))
  return (context, seconds) => {
    context.lineWidth = Math.max(0.7, unit * 0.0012)
    for (const { x, y, length, alpha, speed } of drops) {
      const fallen = (y + speed * seconds) % (height + length)
      context.strokeStyle = css(palette.glow, alpha)
      context.beginPath()
      context.moveTo(x, fallen - length)
      context.lineTo(x - length * 0.16, fallen)
      context.stroke()
    }
  }
}
