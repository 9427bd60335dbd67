import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { encode } from 'jpeg-js'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makeContactSheet } from './contact-sheet.ts'
import { decodePng, encodePng, type Pixels } from './png.ts'
import { decodeJpeg } from './read-image.ts'

type Colour = readonly [number, number, number]

function plain(width: number, height: number, colour: Colour): Pixels {
  return {
    width,
    height,
    rgb: Uint8Array.from({ length: width * height * 3 }, (_, at) => colour[at % 3] ?? 0),
  }
}

function jpegOf({ width, height, rgb }: Pixels): Buffer {
  const data = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at += 1) data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4)
  return encode({ width, height, data }, 95).data
}

/** The colour in the middle of each cell of a sheet with so many columns. */
function middles(png: Buffer, count: number, columns: number): number[][] {
  const sheet = decodePng(png)
  if (!sheet) throw new Error('no PNG')
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [4 + (index % columns) * 132 + 64, 4 + Math.floor(index / columns) * 132 + 64]
    return [...sheet.rgb.subarray((y * sheet.width + x) * 3, (y * sheet.width + x) * 3 + 3)]
  })
}

const blank = [68, 68, 68]
const red = [
  expect.toSatisfy((value) => value > 180),
  expect.toSatisfy((value) => value < 40),
  expect.anything(),
]
const blue = [
  expect.anything(),
  expect.toSatisfy((value) => value < 40),
  expect.toSatisfy((value) => value > 180),
]

test('[AGENT81] thumbnails, PNG and JPEG are drawn; what can’t be keeps a blank cell and costs no other its own', async () => {
  const folder = temporaryFolder()
  const keep = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const jpeg = jpegOf(plain(300, 200, [220, 10, 10]))
  const huge = Buffer.from(jpeg)
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
  huge.writeUInt16BE(60_000, frame + 5)
  huge.writeUInt16BE(60_000, frame + 7)
  const red1 = keep('a.jpg', jpeg)
  const video = keep('b.mp4', Buffer.from('\0\0\0\x18ftypisom'))
  const sources = [
    [null, keep('a.png', encodePng(plain(40, 200, [10, 10, 220])))],
    [null, red1],
    [red1, video],
    [null, video],
    [null, keep('huge.jpg', huge)],
    [null, keep('half.jpg', jpeg.subarray(0, 40))],
    [join(folder, 'gone.jpg'), keep('last.jpg', jpeg)],
    [null, null],
    [null, folder],
  ]
  const { png, isShown } = await makeContactSheet(sources, new AbortController().signal)
  expect(isShown).toEqual([true, true, true, false, false, false, true, false, false])
  expect(middles(png, 9, 3)).toEqual([blue, red, red, blank, blank, blank, red, blank, blank])
})

test('[AGENT82] a sheet that is canceled reads no further image', async () => {
  const path = join(temporaryFolder(), 'a.jpg')
  writeFileSync(path, jpegOf(plain(300, 200, [220, 10, 10])))
  const canceling = new AbortController()
  const made = makeContactSheet([[path], [path, path], [null, path]], canceling.signal)
  canceling.abort()
  expect((await made).isShown).toEqual([false, false, false])
})

test('[AGENT81] whatever stands in a JPEG, reading it throws nothing', () => {
  const jpeg = jpegOf(plain(24, 16, [220, 10, 10]))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(jpeg.length),
      (changes, length) => {
        const bytes = Buffer.from(jpeg)
        for (const [at, value] of changes) bytes[at] = value
        const image = decodeJpeg(bytes.subarray(0, length))
        expect(image === null || image.rgb.length === image.width * image.height * 3).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})
