import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { near, paintPng, pictureUri, readFrames, readPicture } from '../testing/read-media.ts'

let open: OpenSandbox

beforeAll(() => {
  open = openSandbox()
})

afterAll(() => open.close())

const red = pictureUri('#c02020', 160, 90)
const blue = pictureUri('#2030c0', 160, 90)

test('a start image is the film’s first frame and an end image its last, and the film has its shape', async () => {
  const body = { prompt: 'x', start_image: red, end_image: blue, resolution: '768p' }
  const { size, averages } = await readFrames(
    await open.bytesOf(await open.run('/generate/video/sandbox/v5', body)),
  )
  expect(averages[0]).toEqual(near([0xc0, 0x20, 0x20]))
  expect(averages.at(-1)).toEqual(near([0x20, 0x30, 0xc0]))
  expect(size).toEqual([640, 360])
})

test('V4 follows the start image’s shape whatever ratio is asked', async () => {
  const body = {
    prompt: 'x',
    duration: 1,
    aspect_ratio: '16:9',
    start_image: pictureUri('#408040', 100, 100),
  }
  const { size } = await readFrames(await open.bytesOf(await open.run('/generate/video/sandbox/v4', body)))
  expect(size).toEqual([640, 640])
})

test('a picture that is edited is kept at strength 0 and gives the size where none is asked', async () => {
  const body = { prompt: 'x', image_url: red, strength: 0 }
  const kept = await readPicture(await open.bytesOf(await open.run('/generate/image/sandbox/i4', body)))
  expect(kept.average).toEqual(near([0xc0, 0x20, 0x20]))
  expect(kept.width * 9).toBe(kept.height * 16)
  const replaced = await readPicture(
    await open.bytesOf(
      await open.run('/generate/image/sandbox/i4', { ...body, strength: 1, prompt: 'snow' }),
    ),
  )
  expect(replaced.average).not.toEqual(near([0xc0, 0x20, 0x20]))
})

test('a style image lends its hue', async () => {
  const averages = []
  for (const style of [red, blue]) {
    const body = { prompt: 'hills at noon', width: 64, height: 64, style_images: [{ url: style }] }
    averages.push(
      (await readPicture(await open.bytesOf(await open.run('/generate/image/sandbox/i5', body)))).average,
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
  expect((await readPicture(await open.bytesOf(again))).average).toEqual(near([0x20, 0xa0, 0x20]))
})

test.each([
  ['input_unavailable', 'http://127.0.0.1:9/none.png'],
  [
    'input_unreadable',
    `data:image/png;base64,${Buffer.from('these are just some words').toString('base64')}`,
  ],
  ['input_unreadable', 'data:image/png,not-base64'],
])('a job fails with %s where its picture is %s', async (code, image_url) => {
  const job = await open.run('/generate/image/sandbox/i4', { prompt: 'x', image_url })
  expect(job).toMatchObject({ status: 'failed', error: { code } })
  expect(job.error?.message).toMatch(/not billed/)
})
