import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { imageUri, near, paintPng, readFrames, readImage, toDataUri } from '../testing/read-media.ts'
import { noMediaLimit } from './render-order.ts'

// Makes media, in processes of low priority.
vi.setConfig({ testTimeout: 30_000 })

let open: OpenSandbox

beforeAll(() => {
  // Sizes are as requested; the first and the last of fewer frames are equally valid.
  open = openSandbox({ mediaLimit: { ...noMediaLimit, framesPerSecond: 4, samplesPerSecond: 8000 } })
})

afterAll(() => open.close())

const red = imageUri('#c02020', 160, 90)
const blue = imageUri('#2030c0', 160, 90)

test('a start image is the video’s first frame and an end image its last, and the video has its shape', async () => {
  const body = { prompt: 'x', start_image: red, end_image: blue, resolution: '768p' }
  const { size, averages } = await readFrames(
    await open.bytesOf(await open.run('/generate/video/sandbox/v5', body)),
  )
  expect(averages[0]).toEqual(near([0xc0, 0x20, 0x20]))
  expect(averages.at(-1)).toEqual(near([0x20, 0x30, 0xc0]))
  expect(size).toEqual([640, 360])
})

test('V4 follows the start image’s shape whatever ratio is requested', async () => {
  const body = {
    prompt: 'x',
    duration: 1,
    aspect_ratio: '16:9',
    start_image: imageUri('#408040', 100, 100),
  }
  const { size } = await readFrames(await open.bytesOf(await open.run('/generate/video/sandbox/v4', body)))
  expect(size).toEqual([624, 624])
})

test('an edited image is kept at strength 0 and gives the size where none is requested', async () => {
  const body = { prompt: 'x', image_url: red, strength: 0 }
  const kept = await readImage(await open.bytesOf(await open.run('/generate/image/sandbox/i4', body)))
  expect(kept.average).toEqual(near([0xc0, 0x20, 0x20]))
  expect(kept.width * 9).toBe(kept.height * 16)
  const replaced = await readImage(
    await open.bytesOf(
      await open.run('/generate/image/sandbox/i4', { ...body, strength: 1, prompt: 'snow' }),
    ),
  )
  expect(replaced.average).not.toEqual(near([0xc0, 0x20, 0x20]))
})

describe('at strength 0 I4 keeps the given image, in its own size where none is requested', () => {
  const keep = async (bytes: Buffer, type: string, body = {}) => {
    const request = { prompt: 'snow', image_url: toDataUri(type, bytes), strength: 0, ...body }
    return pixelsOf(await open.bytesOf(await open.run('/generate/image/sandbox/i4', request)))
  }

  test('every pixel of it, half transparent ones too', async () => {
    for (const [width, height] of [
      [147, 91],
      [1500, 40],
    ] as const) {
      const given = paintPattern(width, height).toBuffer('image/png')
      expect(await keep(given, 'image/png')).toEqual(await pixelsOf(given))
    }
  })

  test('of another format, as it is decoded', async () => {
    const given = paintPattern(147, 91).toBuffer('image/jpeg', 80)
    expect(await keep(given, 'image/jpeg')).toEqual(await pixelsOf(given))
  })

  test('and a requested size is used', async () => {
    const given = paintPattern(147, 91).toBuffer('image/png')
    const { width, height } = await keep(given, 'image/png', { width: 640, height: 512 })
    expect([width, height]).toEqual([640, 512])
  })
})

function paintPattern(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let x = 0; x < width; x += 5) {
    context.fillStyle = `rgba(${(x * 7) % 256}, ${(x * 3) % 256}, ${(x * 11) % 256}, ${0.3 + (x % 7) / 10})`
    context.fillRect(x, 0, 5, height)
  }
  return canvas
}

async function pixelsOf(bytes: Buffer) {
  const image = await loadImage(bytes)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return {
    width,
    height,
    pixels: Buffer.from(context.getImageData(0, 0, width, height).data).toString('base64'),
  }
}

test('a style image contributes its hue', async () => {
  const averages = []
  for (const style of [red, blue]) {
    const body = { prompt: 'hills at noon', width: 64, height: 64, style_images: [{ url: style }] }
    averages.push(
      (await readImage(await open.bytesOf(await open.run('/generate/image/sandbox/i5', body)))).average,
    )
  }
  const [[warmRed = 0, , warmBlue = 0] = [], [coldRed = 0, , coldBlue = 0] = []] = averages
  expect(warmRed - warmBlue).toBeGreaterThan(coldRed - coldBlue + 20)
})

test('an uploaded asset is used, and a result can be the next job’s input', async () => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(paintPng('#20a020', 80, 80))], 'green.png'))
  const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${open.sandbox.key}` } }
  const uploaded = await open.sandbox.fetch(new Request('http://sandbox.test/assets', init))
  const { image_url } = (await uploaded.json()) as { image_url: string }
  const first = await open.run('/generate/image/sandbox/i4', { prompt: 'x', image_url, strength: 0 })
  const again = await open.run('/generate/image/sandbox/i4', {
    prompt: 'x',
    image_url: first.result?.urls[0],
    strength: 0,
  })
  expect((await readImage(await open.bytesOf(again))).average).toEqual(near([0x20, 0xa0, 0x20]))
})

test.each([
  ['input_unavailable', 'http://127.0.0.1:9/none.png'],
  [
    'input_unreadable',
    `data:image/png;base64,${Buffer.from('these are just some words').toString('base64')}`,
  ],
])('a job fails with %s where its image is %s', async (code, image_url) => {
  const job = await open.run('/generate/image/sandbox/i4', { prompt: 'x', image_url })
  expect(job).toMatchObject({ status: 'failed', error: { code } })
  expect(job.error?.message).toMatch(/not billed/)
})
