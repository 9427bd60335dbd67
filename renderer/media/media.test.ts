import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileView } from '../../shared/bridge/views.ts'
import { settle } from '../testing/fixture-studio.ts'
import { fileView } from '../testing/fixtures.ts'
import { peaksOf } from './decode-audio.ts'
import { lookOf } from './look.ts'
import { createPosterQueue, type Poster } from './poster-queue.ts'
import { posterSize } from './poster-size.ts'
import { arrowKeys, fitScale, pan, panOfKey, zoomAt } from './zoom.ts'

const poster: Poster = { jpeg: null, width: 8, height: 8, durationSeconds: null, look: null }

function startQueue(make: (file: FileView) => Promise<Poster> = async () => poster) {
  const kept: string[] = []
  const reported: string[] = []
  const idle: (() => void)[] = []
  const queue = createPosterQueue({
    make,
    async keep(fileId) {
      if (fileId === 'full') throw new Error('no space')
      kept.push(fileId)
    },
    report: (fileId, _, isUnreadable) => reported.push(isUnreadable ? `${fileId} is unreadable` : fileId),
    isHere: async (fileId) => fileId !== 'away',
    whenIdle(task) {
      idle.push(task)
      return () => idle.splice(idle.indexOf(task), 1)
    },
  })
  async function rest() {
    while (idle.length > 0) {
      idle.shift()?.()
      await settle()
    }
  }
  return { queue, kept, reported, idle, rest }
}

function missing(fileId: string, some: Partial<FileView> = {}): FileView {
  return fileView({ fileId, hasPoster: false, ...some })
}

describe('thumbnails', () => {
  it('are made for saved files that have none, each once', async () => {
    const { queue, kept, rest } = startQueue()
    queue.offer([missing('a'), missing('b', { hasPoster: true }), missing('c', { state: 'downloading' })])
    queue.offer([missing('a')])
    await rest()
    queue.offer([missing('a')])
    await rest()
    expect(kept).toEqual(['a'])
  })

  it('[LIB411] are made once the file is back where it was missing when its turn came', async () => {
    let isLost = true
    const { queue, kept, rest } = startQueue(() =>
      isLost ? Promise.reject(new Error('404')) : Promise.resolve(poster),
    )
    queue.offer([missing('away'), missing('b')])
    await rest()
    queue.offer([missing('b', { state: 'failed' })])
    isLost = false
    queue.offer([missing('away'), missing('b')])
    await rest()
    expect(kept.toSorted()).toEqual(['away', 'b'])
  })

  it('[LIB411] are tried once while the file is missing, however often it is drawn, and once more when the studio is back', async () => {
    const { queue, reported, rest } = startQueue(() => Promise.reject(new Error('404')))
    for (let draw = 0; draw < 3; draw += 1) {
      queue.see([missing('away')])
      await rest()
    }
    expect(reported).toEqual(['away'])
    queue.offer([missing('away')])
    await rest()
    expect(reported).toEqual(['away', 'away'])
    queue.reconnect()
    for (let draw = 0; draw < 3; draw += 1) queue.see([missing('away')])
    await rest()
    expect(reported).toEqual(['away', 'away', 'away'])
  })

  it('are made one at a time, and only when the page is idle', async () => {
    const { queue, idle, kept } = startQueue()
    queue.offer([missing('a'), missing('b')])
    expect([idle.length, kept]).toEqual([1, []])
    idle.shift()?.()
    expect(idle.length).toBe(0)
    await settle()
    expect([idle.length, kept]).toEqual([1, ['a']])
  })

  it('[LIB193] continue after one that could not be made or kept, and tell which can’t be read', async () => {
    const { queue, kept, reported, rest } = startQueue(async (file) => {
      if (['a', 'away'].includes(file.fileId)) throw new Error('broken')
      return poster
    })
    queue.offer([missing('a'), missing('away'), missing('full'), missing('b')])
    await rest()
    expect(kept).toEqual(['b'])
    expect(reported).toEqual(['a is unreadable', 'away', 'full'])
  })

  it('[LIB43] are not made of media with more pixels than a page decodes', async () => {
    const { queue, kept, rest } = startQueue()
    const huge = { width: 20_000, height: 20_000 }
    queue.offer([
      missing('image', huge),
      missing('video', { kind: 'video', width: 8_192, height: 8_192 }),
      missing('large', { width: 8_192, height: 8_192 }),
    ])
    await rest()
    expect(kept).toEqual(['large'])
  })

  it('[LIB156] in sight come first, and one that is out of sight again before its turn is not made', async () => {
    const { queue, kept, rest } = startQueue()
    queue.offer([missing('new')])
    queue.see([missing('a'), missing('b')])
    queue.see([missing('c'), missing('b')])
    await rest()
    expect(kept).toEqual(['c', 'b', 'new'])
    queue.see([missing('a')])
    await rest()
    expect(kept.at(-1)).toBe('a')
  })

  it('[LIB42] that were lost are made once more', async () => {
    const { queue, kept, rest } = startQueue()
    queue.offer([missing('a')])
    await rest()
    queue.offer([missing('a', { hasPoster: true })])
    queue.offer([missing('a')])
    await rest()
    expect(kept).toEqual(['a', 'a'])
  })

  it('have a long side of at most 512 pixels and are never enlarged', () => {
    expect(posterSize(2048, 1024)).toEqual({ width: 512, height: 256 })
    expect(posterSize(100, 60)).toEqual({ width: 100, height: 60 })
    expect(posterSize(8000, 2)).toEqual({ width: 512, height: 1 })
  })
})

describe('[LIB157] the look of a thumbnail', () => {
  const pixels = (colors: readonly (readonly [number, number, number])[]) =>
    Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255]))

  it('is its average color, and the color of most of what is colorful', () => {
    const greys = Array.from({ length: 700 }, () => [128, 128, 128] as const)
    const blues = Array.from({ length: 324 }, () => [16, 32, 200] as const)
    const { color, accent } = lookOf(pixels([...greys, ...blues]), new Uint8ClampedArray(288))
    expect(accent).toBe('1020c8')
    expect(color).toBe('5d6297')
  })

  it('is hashed by what is brighter than what is right of it, whatever its light', () => {
    const ramp = (light: number) =>
      pixels(Array.from({ length: 72 }, (_, at) => (at % 9 < 4 ? [light, light, light] : [40, 40, 40])))
    const hash = (light: number) => lookOf(new Uint8ClampedArray(4), ramp(light)).hash
    expect(hash(200)).toBe('10'.repeat(8))
    expect(hash(90)).toBe(hash(200))
  })
})

describe('a waveform', () => {
  it('reaches 1 at its loudest and lies between 0 and 1', () => {
    const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: 64, maxLength: 2048 })
    fc.assert(
      fc.property(samples, (audio) => {
        const peaks = peaksOf(audio, 32)
        expect(peaks).toHaveLength(32)
        expect(peaks.every((peak) => peak >= 0 && peak <= 1)).toBe(true)
      }),
    )
    expect(Math.max(...peaksOf(Float32Array.from([0, 0, 0.5, 0.5]), 2))).toBe(1)
  })
})

describe('zoom', () => {
  const image = { width: 2000, height: 1000 }
  const room = { width: 500, height: 500 }
  const fitted = { scale: fitScale(image, room), x: 0, y: 0 }

  it('[ACT15] begins with the whole image, as large as its place allows', () => {
    expect(fitted.scale).toBe(0.25)
    expect(fitScale({ width: 10, height: 10 }, room)).toBe(50)
  })

  it('[ACT15] reaches the pixels of an image that is smaller than its place', () => {
    const small = { width: 100, height: 100 }
    const filling = { scale: fitScale(small, room), x: 0, y: 0 }
    expect(zoomAt(filling, 1 / filling.scale, { x: 0, y: 0 }, small, room).scale).toBe(1)
  })

  it('[VIEW410] is moved by the arrows so that what lies on their side comes into view, up to its edges', () => {
    const zoomed = zoomAt(fitted, 4, { x: 0, y: 0 }, image, room)
    const [right, down] = [panOfKey('ArrowRight', room), panOfKey('ArrowDown', room)]
    expect(right.x).toBeLessThan(0)
    expect(down.y).toBeLessThan(0)
    const moved = pan(pan(zoomed, right, image, room), panOfKey('ArrowLeft', room), image, room)
    expect(moved).toEqual(zoomed)
    let edge = zoomed
    for (let press = 0; press < 50; press += 1) edge = pan(edge, right, image, room)
    expect(edge.x).toBeCloseTo(-(image.width * zoomed.scale - room.width) / 2, 6)
    expect(
      arrowKeys.map((key) => Object.values(panOfKey(key, room)).filter((by) => by !== 0).length),
    ).toEqual([1, 1, 1, 1])
  })

  it('keeps the point under the pointer where it is', () => {
    const point = { x: 100, y: 0 }
    const zoomed = zoomAt(fitted, 4, point, image, room)
    const before = (point.x - fitted.x) / fitted.scale
    const after = (point.x - zoomed.x) / zoomed.scale
    expect(after).toBeCloseTo(before, 6)
  })

  it('never shows empty space that the image could fill', () => {
    const move = fc.record({
      x: fc.integer({ min: -9999, max: 9999 }),
      y: fc.integer({ min: -9999, max: 9999 }),
    })
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 50, noNaN: true }), move, (factor, by) => {
        const moved = pan(zoomAt(fitted, factor, by, image, room), by, image, room)
        const slack = Math.max(0, (image.width * moved.scale - room.width) / 2)
        expect(Math.abs(moved.x)).toBeLessThanOrEqual(slack + 1e-6)
      }),
    )
  })
})
