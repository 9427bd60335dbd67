import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createWindowMemory } from './window-memory.ts'
import { type Area, placeWindow, smallestWindow, type WindowPlace } from './window-place.ts'

const screen: Area = { x: 0, y: 25, width: 1920, height: 1055 }
const right: Area = { x: 1920, y: 0, width: 2560, height: 1440 }

function at(bounds: Area, more: Partial<WindowPlace> = {}): WindowPlace {
  return { bounds, isMaximized: false, isFullScreen: false, ...more }
}

describe('[DESK1] the window opens', () => {
  test('in the middle of the primary display the first time, and fits where that is small', () => {
    expect(placeWindow(null, [screen, right]).bounds).toEqual({ x: 240, y: 102, width: 1440, height: 900 })
    const small = { x: 0, y: 0, width: 1024, height: 700 }
    expect(placeWindow(null, [small]).bounds).toEqual(small)
  })

  test('where it was, also on another display, maximized or on the whole screen', () => {
    const place = at({ x: 2000, y: 80, width: 1200, height: 800 }, { isMaximized: true })
    expect(placeWindow(place, [screen, right])).toEqual(place)
    const whole = at({ x: 100, y: 80, width: 1200, height: 800 }, { isFullScreen: true })
    expect(placeWindow(whole, [screen, right])).toEqual(whole)
  })

  test('on the primary display where its own is gone', () => {
    const place = at({ x: 2000, y: 80, width: 1200, height: 800 }, { isMaximized: true })
    expect(placeWindow(place, [screen])).toEqual({
      bounds: { x: 360, y: 152, width: 1200, height: 800 },
      isMaximized: true,
      isFullScreen: false,
    })
  })

  test('whole and no larger than the display that it is on', () => {
    const beyond = at({ x: 1500, y: 700, width: 1200, height: 800 })
    expect(placeWindow(beyond, [screen]).bounds).toEqual({ x: 720, y: 280, width: 1200, height: 800 })
    const huge = at({ x: 2000, y: 10, width: 9000, height: 9000 })
    expect(placeWindow(huge, [screen, right]).bounds).toEqual(right)
  })
})

const length = fc.integer({ min: 1, max: 1_000_000 })
const position = fc.integer({ min: -1_000_000, max: 1_000_000 })
const area = fc.record({ x: position, y: position, width: length, height: length })
const display = fc.record({
  x: fc.integer({ min: -20_000, max: 20_000 }),
  y: fc.integer({ min: -20_000, max: 20_000 }),
  width: fc.integer({ min: 320, max: 8000 }),
  height: fc.integer({ min: 240, max: 8000 }),
})
const displays = fc.array(display, { minLength: 1, maxLength: 5 })

function isWithin(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

test('[DESK2] whatever was kept and whichever displays there are, it is whole on one of them, and stays there', () => {
  fc.assert(
    fc.property(fc.option(area), displays, (bounds, there) => {
      const placed = placeWindow(bounds && at(bounds), there)
      const home = there.find((one) => isWithin(placed.bounds, one))
      expect(home).toBeDefined()
      if (!home) return
      expect(placed.bounds.width).toBeGreaterThanOrEqual(Math.min(smallestWindow.width, home.width))
      expect(placed.bounds.height).toBeGreaterThanOrEqual(Math.min(smallestWindow.height, home.height))
      // Opened and closed again it doesn't wander.
      const again = placeWindow(placed, [home])
      expect(again).toEqual(placed)
    }),
  )
})

test('[DESK2] what is whole on a display stays where it is', () => {
  fc.assert(
    fc.property(displays, fc.nat(4), fc.nat(), fc.nat(), (there, which, dx, dy) => {
      const [primary] = there
      const home = there[which % there.length] ?? primary
      if (!home || home.width < smallestWindow.width || home.height < smallestWindow.height) return
      const bounds = {
        ...smallestWindow,
        x: home.x + (dx % (home.width - smallestWindow.width + 1)),
        y: home.y + (dy % (home.height - smallestWindow.height + 1)),
      }
      expect(placeWindow(at(bounds), there).bounds).toEqual(bounds)
    }),
  )
})

test('[DESK3] a place is kept over a restart; a file that holds none costs nothing but the place', () => {
  const path = join(temporaryFolder(), 'desktop', 'window.json')
  const warnings: string[] = []
  const memory = createWindowMemory(path, { warn: (text) => void warnings.push(text) })
  expect(memory.read()).toBeNull()
  const place = at({ x: 5, y: 6, width: 1000, height: 700 }, { isMaximized: true })
  memory.write(place)
  expect(memory.read()).toEqual(place)
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"bounds":{"x":0,"y":0,"width":0,"height":9}}',
    `${'['.repeat(99)}`,
  ]) {
    writeFileSync(path, text)
    expect(memory.read()).toBeNull()
  }
  writeFileSync(path, JSON.stringify({ ...place, isMaximized: 'yes' }))
  expect(memory.read()).toEqual({ ...place, isMaximized: false })
  const nowhere = createWindowMemory(join(path, 'below-a-file'), { warn: (text) => void warnings.push(text) })
  nowhere.write(place)
  nowhere.write(place)
  expect(warnings).toHaveLength(1)
})
