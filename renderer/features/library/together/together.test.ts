import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitScale, type Size } from '../../../media/zoom.ts'
import { readTogetherAddress, togetherAddress } from '../../../shell/together-address.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { libraryItem, submissionView } from '../../../testing/fixtures.ts'
import { recipeDifference } from './recipe-difference.ts'
import { createStepPlayback, type Playable } from './step-playback.ts'
import { isOnImage, pannedBy, toggledPixels, zoomedBy, zoomOf } from './step-zoom.ts'
import { columnsOf, neighbourOf, surveyLayout } from './survey-layout.ts'
import { areRead, createTogetherStore, itemsOf } from './together-store.ts'
import { wordDifference } from './word-difference.ts'

const size = fc.record({
  width: fc.integer({ min: 16, max: 8_000 }),
  height: fc.integer({ min: 16, max: 8_000 }),
})
const room = fc.record({
  width: fc.integer({ min: 60, max: 3_000 }),
  height: fc.integer({ min: 60, max: 2_000 }),
})

describe('the address', () => {
  test('[JUDGE60] names the files, and survives anything else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 100 }), (fileIds) => {
        for (const way of ['compare', 'survey'] as const)
          expect(readTogetherAddress(togetherAddress({ way, fileIds }))).toEqual({ way, fileIds })
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readTogetherAddress(`compare.${text}`)
        for (const fileId of read?.fileIds ?? []) expect(fileId).toMatch(/^[0-9a-f-]{36}$/)
      }),
    )
    expect(readTogetherAddress(null)).toBeNull()
    expect(readTogetherAddress('0199a4d2-7b1c-7c3e-8f00-000000000001')).toBeNull()
  })
})

describe('[JUDGE62] one zoom for several images', () => {
  const near = (one: number, other: number) => expect(Math.abs(one - other)).toBeLessThan(1e-6)

  test('images of one proportion show the same part equally large, whatever their sizes', () => {
    fc.assert(
      fc.property(size, room, fc.double({ min: 1.1, max: 8, noNaN: true }), (image, frame, factor) => {
        const large: Size = { width: image.width * 2, height: image.height * 2 }
        const zoom = zoomedBy(null, factor, { x: 20, y: -10 }, image, frame)
        const [one, other] = [zoomOf(zoom, image, frame), zoomOf(zoom, large, frame)]
        near(one.scale / other.scale, 2)
        near(one.x, other.x)
        near(one.y, other.y)
      }),
    )
  })

  test('it goes to the pixels of the focused one and back, and is moved for all', () => {
    const image = { width: 2_000, height: 1_000 }
    const frame = { width: 500, height: 500 }
    const zoom = toggledPixels(null, { x: 0, y: 0 }, image, frame, 2)
    near(zoomOf(zoom, image, frame).scale, 0.5)
    expect(toggledPixels(zoom, { x: 0, y: 0 }, image, frame, 2)).toBeNull()
    const moved = zoom && pannedBy(zoom, { x: 100, y: 0 }, image, frame)
    near(zoomOf(moved, image, frame).x - zoomOf(zoom, image, frame).x, 100)
    // No further than to the edge.
    const far = zoom && pannedBy(zoom, { x: 9_000, y: 0 }, image, frame)
    near(zoomOf(far, image, frame).x, 250)
  })

  test('[ACT70] a point is on the image where it is drawn, whole and zoomed', () => {
    const image = { width: 2_000, height: 1_000 }
    const frame = { width: 500, height: 500 }
    const above = { x: 0, y: -130 }
    expect(isOnImage(null, { x: 240, y: -120 }, image, frame)).toBe(true)
    expect(isOnImage(null, above, image, frame)).toBe(false)
    const zoom = toggledPixels(null, { x: 0, y: 0 }, image, frame, 1)
    expect(isOnImage(zoom, above, image, frame)).toBe(true)
    expect(isOnImage(zoom, { x: 0, y: -501 }, image, frame)).toBe(false)
  })

  test('never smaller than whole', () => {
    fc.assert(
      fc.property(size, room, (image, frame) => {
        const zoom = zoomedBy(
          zoomedBy(null, 3, { x: 5, y: 5 }, image, frame),
          0.01,
          { x: 0, y: 0 },
          image,
          frame,
        )
        near(zoomOf(zoom, image, frame).scale, fitScale(image, frame))
      }),
    )
  })
})

describe('[JUDGE65] the difference of two prompts', () => {
  test('rebuilds both, whatever they are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(fc.constantFrom('a', 'red', 'boat', 'sea', ', ', ' ', '\n'), { maxLength: 40 })
        .map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDifference(before, after)
        const but = (left: string) =>
          parts
            .filter(({ kind }) => kind !== left)
            .map((part) => part.text)
            .join('')
        expect(but('added')).toBe(before)
        expect(but('removed')).toBe(after)
      }),
    )
  })

  test('is found word by word', () => {
    expect(wordDifference('A red boat in a wild sea', 'A dark blue boat in a calm sea')).toEqual([
      { text: 'A ', kind: 'same' },
      { text: 'red', kind: 'removed' },
      { text: 'dark blue', kind: 'added' },
      { text: ' boat in a ', kind: 'same' },
      { text: 'wild', kind: 'removed' },
      { text: 'calm', kind: 'added' },
      { text: ' sea', kind: 'same' },
    ])
  })

  test('is bounded for prompts of 10,000 words', () => {
    const long = (word: string) => Array.from({ length: 10_000 }, (_, at) => `${word}${at}`).join(' ')
    expect(wordDifference(long('a'), long('b')).length).toBeLessThan(10)
  })
})

test('[JUDGE65] settings that differ are named, also one that only some have; the order of members is none', () => {
  const { differing, same } = recipeDifference([
    { prompt: 'a', seed: 1, styles: [{ id: 'x', strength: 1 }], width: 5 },
    { prompt: 'b', seed: 2, styles: [{ strength: 1, id: 'x' }], height: 4, width: 5 },
  ])
  expect(differing).toEqual(['seed', 'height'])
  expect(same).toEqual(['styles', 'width'])
  const odd = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>
  expect(recipeDifference([odd, {}]).differing).toEqual(['__proto__', 'constructor'])
})

describe('[JUDGE70] the survey', () => {
  const ratios = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 1, maxLength: 100 })

  test('shows every file inside the room, in its proportions, and none over another', () => {
    fc.assert(
      fc.property(ratios, room, (all, { width, height }) => {
        const tiles = surveyLayout(all, { width, height, gap: 0 })
        expect(tiles).toHaveLength(all.length)
        for (const [index, tile] of tiles.entries()) {
          expect(tile.height).toBeGreaterThan(0)
          expect(Math.abs(tile.width / tile.height - (all[index] ?? 0))).toBeLessThan(1e-6)
          expect(Math.min(tile.left, tile.top)).toBeGreaterThan(-1e-6)
          expect(tile.left + tile.width).toBeLessThan(width + 1e-6)
          expect(tile.top + tile.height).toBeLessThan(height + 1e-6)
          const next = tiles[index + 1]
          if (next)
            expect(
              next.left >= tile.left + tile.width - 1e-6 || next.top >= tile.top + tile.height - 1e-6,
            ).toBe(true)
        }
      }),
    )
  })

  test('fewer files are shown larger', () => {
    const heights = [40, 20, 8, 4, 2, 1].map(
      (count) => surveyLayout(Array(count).fill(1.5), { width: 1_200, height: 800, gap: 8 })[0]?.height ?? 0,
    )
    expect(heights).toEqual(heights.toSorted((one, other) => one - other))
    expect(heights.at(-1)).toBe(800)
  })

  test('the arrows lead to the tile above or below, and stay at the edge', () => {
    const tiles = surveyLayout([1, 1, 1, 1], { width: 400, height: 400, gap: 0 })
    expect([
      neighbourOf(tiles, 0, 'down'),
      neighbourOf(tiles, 1, 'down'),
      neighbourOf(tiles, 3, 'up'),
    ]).toEqual([2, 3, 1])
    expect([neighbourOf(tiles, 0, 'up'), neighbourOf(tiles, 2, 'down')]).toEqual([0, 2])
  })

  test('[JUDGE61] two are compared side by side unless one below the other is much larger', () => {
    const frame = { width: 1_000, height: 800, gap: 8 }
    expect([
      columnsOf(2, 4 / 3, frame),
      columnsOf(2, 3, frame),
      columnsOf(4, 1, frame),
      columnsOf(3, 0.6, frame),
    ]).toEqual([2, 1, 2, 3])
  })
})

/** A video or an audio element without a clock: tests move it. */
class FakePlayable extends EventTarget implements Playable {
  currentTime = 0
  paused = true
  error = null
  readyState = 4
  duration: number
  constructor(duration: number) {
    super()
    this.duration = duration
  }
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  run(to: number) {
    this.currentTime = to
    this.dispatchEvent(new Event('timeupdate'))
  }
  end() {
    this.currentTime = this.duration
    this.paused = true
    this.dispatchEvent(new Event('ended'))
  }
}

describe('[JUDGE63] playback in step', () => {
  function open(...lengths: number[]) {
    const playback = createStepPlayback(false)
    const all = lengths.map((length) => new FakePlayable(length))
    for (const one of all) playback.add(one)
    return { playback, all }
  }
  const times = (all: readonly FakePlayable[]) => all.map((one) => one.currentTime)

  test('all start, stop and are sought together', () => {
    const { playback, all } = open(5, 8)
    playback.toggle()
    expect(all.map((one) => one.paused)).toEqual([false, false])
    expect(playback.store.getState()).toMatchObject({ playing: true, duration: 8 })
    playback.seek(3)
    expect(times(all)).toEqual([3, 3])
    playback.toggle()
    expect(all.map((one) => one.paused)).toEqual([true, true])
  })

  test('one that drifts is put right, and one that is shorter waits at its end', () => {
    const { playback, all } = open(4, 8)
    const [short, long] = all as [FakePlayable, FakePlayable]
    playback.toggle()
    short.currentTime = 1
    long.run(2)
    expect(short.currentTime).toBe(2)
    short.currentTime = 2.05
    long.run(2.1)
    expect(short.currentTime).toBe(2.05)
    short.end()
    long.run(6)
    expect(short.paused).toBe(true)
    expect(playback.store.getState().playing).toBe(true)
    long.end()
    expect(times(all)).toEqual([0, 0])
    expect(all.map((one) => one.paused)).toEqual([false, false])
    playback.setLoops(false)
    long.end()
    expect(playback.store.getState().playing).toBe(false)
  })

  test('one that can’t be played is left out', () => {
    const { playback, all } = open(4, 8)
    const [short, long] = all as [FakePlayable, FakePlayable]
    Object.assign(long, { error: {} })
    long.dispatchEvent(new Event('error'))
    playback.toggle()
    expect([short.paused, long.paused]).toEqual([false, true])
    expect(playback.store.getState().duration).toBe(4)
  })

  test('they begin by themselves once all can', () => {
    const playback = createStepPlayback(true)
    const [one, other] = [new FakePlayable(3), new FakePlayable(3)]
    one.readyState = 0
    other.readyState = 0
    for (const element of [one, other]) playback.add(element)
    one.readyState = 4
    one.dispatchEvent(new Event('loadeddata'))
    expect(one.paused).toBe(true)
    other.readyState = 4
    other.dispatchEvent(new Event('loadeddata'))
    expect([one.paused, other.paused]).toEqual([false, false])
  })
})

describe('[JUDGE66] the files that are shown together', () => {
  const one = libraryItem({ fileId: '01900000-0000-7000-8000-000000000001' })
  const other = libraryItem({ fileId: '01900000-0000-7000-8000-000000000002' })
  const ids = [one.fileId, other.fileId]
  const both = () => done({ items: [one, other].map((item) => ({ item, submission: submissionView() })) })

  test('show a mark at once, also one that comes while they are read', async () => {
    const studio = createFixtureStudio({ 'library.items': both })
    const model = createTogetherStore(studio.bridge, () => {})
    const reading = model.open(ids)
    const judgement = { ...one.judgement, rating: 4 }
    studio.emit('library.judged', { judged: [{ fileIds: [one.fileId], judgement }] })
    await reading
    expect(itemsOf(model.store.getState(), ids).map(({ item }) => item.judgement.rating)).toEqual([4, 0])
    studio.emit('library.judged', { judged: [{ fileIds: [other.fileId], judgement }] })
    expect(itemsOf(model.store.getState(), ids).map(({ item }) => item.judgement.rating)).toEqual([4, 4])
    // Fewer of them are not read again.
    await model.open([other.fileId])
    expect(studio.inputs('library.items')).toHaveLength(1)
    model.close()
  })

  test('are read once it is known of each whether it is in the library', async () => {
    const known = new Map([one, other].map((item) => [item.fileId, item]))
    const studio = createFixtureStudio({
      'library.items': ({ fileIds }) =>
        done({
          items: fileIds.flatMap((fileId) => {
            const item = known.get(fileId)
            return item ? [{ item, submission: submissionView() }] : []
          }),
        }),
    })
    const model = createTogetherStore(studio.bridge, () => {})
    const gone = '01900000-0000-7000-8000-000000000003'
    const read = (fileIds: readonly string[]) => areRead(model.store.getState(), fileIds)
    await model.open([one.fileId])
    expect([read([one.fileId]), read(ids), read([one.fileId, gone])]).toEqual([true, false, false])
    // The files of the next match are not missing while they are read.
    const reading = model.open([other.fileId, gone])
    expect(read([other.fileId, gone])).toBe(false)
    await reading
    expect([read(ids), read([other.fileId, gone])]).toEqual([true, true])
    known.set(gone, { ...one, fileId: gone })
    await model.open([gone])
    expect(itemsOf(model.store.getState(), [gone])).toHaveLength(1)
    model.close()
  })

  test('lose what is moved to the trash, and say where they can’t be read', async () => {
    const studio = createFixtureStudio({ 'library.items': both })
    const model = createTogetherStore(studio.bridge, () => {})
    await model.open(ids)
    const gone = { ...one, state: 'trashed' as const, trashedAt: '2026-11-20T12:00:00.000Z' }
    studio.respond({
      'library.items': () =>
        done({ items: [gone, other].map((item) => ({ item, submission: submissionView() })) }),
    })
    studio.emit('library.moved', { fileIds: [one.fileId], state: 'trashed' })
    await settle()
    expect(itemsOf(model.store.getState(), ids).map(({ item }) => item.fileId)).toEqual([other.fileId])
    model.close()
    studio.respond({ 'library.items': () => failed({ code: 'storage_failed', message: '' }) })
    const second = createTogetherStore(studio.bridge, () => {})
    await second.open(ids)
    expect(second.store.getState().failure?.code).toBe('storage_failed')
    second.close()
  })
})
