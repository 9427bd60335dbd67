import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { samplePng } from '../../testing/sample-media.ts'
import { readMeasures, readStructure } from './read-structure.ts'
import { refusalOf } from './refused-types.ts'

function sourceOf(bytes: Uint8Array) {
  const all = Buffer.from(bytes)
  return {
    bytes: all.length,
    read: async (offset: number, length: number) => all.subarray(offset, offset + Math.max(0, length)),
  }
}

function join(...parts: (string | number[] | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
}

function u32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

function l32(value: number): number[] {
  return u32(value).reverse()
}

function box(type: string, ...content: (string | number[] | Uint8Array)[]): Buffer {
  const inside = join(...content)
  return join(u32(inside.length + 8), type, inside)
}

const jpeg = join(
  [0xff, 0xd8, 0xff, 0xe0, 0, 16],
  'JFIF\0'.padEnd(14, '\0'),
  [0xff, 0xc4, 0, 4, 1, 2],
  [0xff, 0xc2, 0, 11, 8, 0x01, 0x68, 0x02, 0x80, 1, 1, 0x11, 0],
  [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
  new Uint8Array(500).fill(9),
  [0xff, 0xd9],
)
const webp = join(
  'RIFF',
  l32(40),
  'WEBPVP8X',
  l32(10),
  [0, 0, 0, 0],
  [0x7f, 2, 0],
  [0x67, 1, 0],
  'x'.repeat(18),
)
const movie = box(
  'moov',
  box('mvhd', u32(0), u32(0), u32(0), u32(1000), u32(5500), new Uint8Array(80)),
  box('trak', box('tkhd', new Uint8Array(76), u32(640 * 65536), u32(360 * 65536))),
)
const mp4 = join(box('ftyp', 'isom', u32(0)), movie, box('mdat', new Uint8Array(300)))
const wav = join(
  'RIFF',
  l32(1036),
  'WAVEfmt ',
  l32(16),
  [1, 0, 1, 0],
  l32(8000),
  l32(16000),
  [2, 0, 16, 0],
  'data',
  l32(1000),
  new Uint8Array(1000),
)
const flac = join(
  'fLaC',
  [0, 0, 0, 34],
  new Uint8Array(10),
  [0x0a, 0xc4, 0x42, 0xf0],
  u32(88200),
  new Uint8Array(40),
)
const mp3 = join(
  'ID3',
  [4, 0, 0, 0, 0, 0, 10],
  new Uint8Array(10),
  [0xff, 0xfb, 0x90, 0x00],
  new Uint8Array(413),
)

const samples = {
  'image/png': { whole: samplePng({ bytes: 300 }), measures: [640, 360, null] },
  'image/jpeg': { whole: jpeg, measures: [640, 360, null] },
  'image/webp': { whole: webp, measures: [640, 360, null] },
  'image/gif': {
    whole: join('GIF89a', [0x80, 2, 0x68, 1], new Uint8Array(20), ';'),
    measures: [640, 360, null],
  },
  'video/mp4': { whole: mp4, measures: [640, 360, 5.5] },
  'video/quicktime': { whole: mp4, measures: [640, 360, 5.5] },
  'audio/mp4': { whole: mp4, measures: [null, null, 5.5] },
  'audio/wav': { whole: wav, measures: [null, null, 1000 / 16000] },
  'audio/flac': { whole: flac, measures: [null, null, 2] },
  'audio/mpeg': { whole: mp3, measures: [null, null, null] },
  'video/webm': { whole: join([0x1a, 0x45, 0xdf, 0xa3]), measures: [null, null, null] },
} as const

describe.each(Object.entries(samples))('%s', (mediaType, { whole, measures }) => {
  const [width, height, durationSeconds] = measures

  test('[INP3] is measured by its headers', async () => {
    expect(await readStructure(mediaType, sourceOf(whole))).toMatchObject({ width, height, durationSeconds })
  })

  test('ends, whatever bytes follow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 30 }),
        fc.nat(whole.length),
        async (changes, length) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes[at] = value
          const found = await readStructure(mediaType, sourceOf(bytes.subarray(0, length)))
          const { hasSound, ...measures } = found ?? {}
          for (const measure of Object.values(measures)) expect(measure === null || measure > 0).toBe(true)
          expect([undefined, true, false]).toContain(hasSound)
        },
      ),
    )
  })
})

describe('no bytes make a reader throw, read without end or hang', () => {
  /** A file of 16 GiB that begins with these bytes and repeats others; counts the bytes read. */
  function endless(begin: Uint8Array, filling: Uint8Array) {
    const seen = { reads: 0, bytes: 0 }
    // Filled once, not at each of ten thousand reads: nobody writes into what is read.
    let filled = Buffer.alloc(0)
    const source = {
      bytes: 2 ** 34,
      async read(offset: number, length: number) {
        seen.reads += 1
        seen.bytes += length
        if (filled.length < length) filled = Buffer.alloc(length, filling)
        if (offset >= begin.length) return filled.subarray(0, length)
        const piece = Buffer.from(filled.subarray(0, length))
        Buffer.from(begin.subarray(offset)).copy(piece)
        return piece
      },
    }
    return { source, seen }
  }

  const anything = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      join([0]),
      join([0xff]),
      join([0xff, 0xda, 0, 2]),
      join([0xff, 0xe0, 0, 2]),
      box('free'),
      box('moov'),
      join(u32(16), 'ispe', u32(7), u32(7)),
      join('data', l32(1)),
      join('LIST', l32(0)),
    ),
  )

  test.each(Object.entries(samples))(
    '%s',
    async (mediaType, { whole }) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length), anything, async (length, filling) => {
          const { source, seen } = endless(whole.subarray(0, length), filling)
          await readStructure(mediaType, source)
          expect(seen.reads).toBeLessThan(10_100)
          expect(seen.bytes).toBeLessThan(100 * 1024 * 1024)
        }),
        { numRuns: 25 },
      )
    },
    60_000,
  )

  test('a video of nearly ten thousand tracks is searched once', async () => {
    const table = box('mdia', box('minf', box('stbl', box('stsd', new Uint8Array(1_500).fill(0x76)))))
    const movie = box('moov', ...Array.from({ length: 9_900 }, () => box('trak', table)))
    const video = join(box('ftyp', 'isom', u32(0)), movie)
    expect(await readStructure('video/mp4', sourceOf(video))).toMatchObject({ width: null })
  })
})

/** GIF, MP3 and WebM don't say how long they are. */
const counted = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'audio/mp4',
  'audio/wav',
] as const

test.each(counted)('[INP1] %s is refused when truncated', async (mediaType) => {
  const { whole } = samples[mediaType]
  expect(await readStructure(mediaType, sourceOf(whole.subarray(0, whole.length - 20)))).toBeNull()
})

test.each([
  ['soun', true],
  ['vide', false],
  ['hint', false],
])('[INP3] a video whose second track is handled as %s has sound: %s', async (handler, hasSound) => {
  const track = (type: string) => box('trak', box('mdia', box('hdlr', u32(0), u32(0), type, u32(0))))
  const video = join(box('ftyp', 'isom', u32(0)), box('moov', track('vide'), track(handler)))
  expect(await readStructure('video/mp4', sourceOf(video))).toMatchObject({ hasSound })
})

test('a video behind an image, as cameras put it there, does not make the image damaged', async () => {
  const behind = new Uint8Array(3 * 1024 * 1024)
  expect(await readStructure('image/jpeg', sourceOf(join(jpeg, behind)))).toMatchObject({ width: 640 })
})

test('the name of an inherited property is no type', async () => {
  expect(await readStructure('constructor', sourceOf(mp4))).toEqual({
    width: null,
    height: null,
    durationSeconds: null,
  })
})

test.each([
  ['heic', join(u32(24), 'ftypheic', u32(0), 'mif1heic')],
  ['svg', join('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['svg', join([0xef, 0xbb, 0xbf], '<?xml version="1.0"?>\n<!-- made here -->\n<svg width="2">')],
  ['unknown_kind', join('<?xml version="1.0"?><gpx/>')],
  ['unknown_kind', join('a text about <svg>')],
  ['unknown_kind', join('')],
])('%s is why it is refused', (code, head) => {
  expect(refusalOf(head)).toBe(code)
})

describe('[INP13] the size of', () => {
  const sizeOf = async (mediaType: string, bytes: Uint8Array) => {
    const { width, height } = await readMeasures(mediaType, sourceOf(bytes))
    return [width, height]
  }

  test.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    '%s is known even when truncated, because a decoder starts anyway',
    async (mediaType) => {
      const { whole } = samples[mediaType]
      expect(await sizeOf(mediaType, whole.subarray(0, whole.length - 10))).toEqual([640, 360])
    },
  )

  test('a GIF is its first frame’s, where that is larger than its screen', async () => {
    const gif = join(
      'GIF89a',
      [10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
      [0x21, 0xfe, 3, 65, 66, 67, 0],
      [0x2c, 0, 0, 0, 0, 0x20, 0x4e, 0x10, 0x27, 0],
      [2, 1, 0, 0, 0x3b],
    )
    expect(await sizeOf('image/gif', gif)).toEqual([20_000, 10_000])
  })

  test('an AVIF is the largest that any of its items gives', async () => {
    const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height))
    const meta = box('meta', u32(0), ispe(64, 64), ispe(20_000, 10_000), ispe(8, 8))
    expect(await sizeOf('image/avif', join(box('ftyp', 'avif', u32(0)), meta))).toEqual([20_000, 10_000])
  })

  test.each([
    ['its track', 16_384, 640],
    ['its samples', 640, 16_384],
  ])('a video is the largest given anywhere in it: %s', async (_, track, samples) => {
    const entry = box('avc1', new Uint8Array(24), [samples >> 8, samples & 255, 1, 0], new Uint8Array(50))
    const table = box('stbl', box('stsd', u32(0), u32(1), entry))
    const media = box('mdia', box('minf', box('vmhd', u32(0)), table))
    const trak = box('trak', box('tkhd', new Uint8Array(76), u32(track * 65536), u32(256 * 65536)), media)
    expect(await sizeOf('video/mp4', join(box('ftyp', 'isom', u32(0)), box('moov', trak)))).toEqual([
      16_384, 256,
    ])
  })

  test('a JPEG of nothing but filler is given up soon', async () => {
    let reads = 0
    const source = {
      bytes: 2 ** 34,
      async read() {
        reads += 1
        return Buffer.alloc(9, 0xff)
      },
    }
    expect([await readMeasures('image/jpeg', source), reads < 20_000]).toMatchObject([{ width: null }, true])
  })
})
