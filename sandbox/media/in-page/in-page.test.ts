import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../main/testing/temporary-folder.ts'
import { chromiumFlags, knownChromium } from '../../../tools/chromium.ts'
import { buildSandboxPage } from '../../../tools/sandbox-page.ts'
import { noInputs } from '../collect-inputs.ts'
import { renderImage } from '../image.ts'
import type { ImageOrder, VideoOrder } from '../render-order.ts'
import { renderVideo } from '../video.ts'

const executablePath = knownChromium()
const common = { key: 'a harbour', prompt: 'A harbour at dawn', inputs: noInputs, followsInput: false }
const video: VideoOrder = {
  ...common,
  kind: 'video',
  width: 256,
  height: 144,
  seconds: 1.3,
  framesPerSecond: 12,
  audio: true,
}
const image: ImageOrder = { ...common, kind: 'image', width: 256, height: 144, strength: null }

// Bundles a script, starts a browser and encodes videos.
describe.skipIf(executablePath === null)(
  '[PACK30] rendered by a page, with the browser’s own encoders',
  () => {
    let page: Page
    let close = async () => {}
    beforeAll(async () => {
      const browser = await chromium.launch({
        executablePath: executablePath ?? '',
        args: [...chromiumFlags],
      })
      close = () => browser.close()
      page = await browser.newPage()
      // Browsers encode in secure contexts only.
      await page.route('https://render.example/', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      )
      await page.goto('https://render.example/')
      await page.addScriptTag({ content: (await buildSandboxPage()).script, type: 'module' })
      await page.waitForFunction('globalThis.renderMedia')
    }, 120_000)
    afterAll(() => close())

    /** The bytes as numbers: what a page returns has to be JSON. */
    const render = async (order: ImageOrder | VideoOrder) => {
      const numbers = await page.evaluate(async (given) => {
        const { renderMedia } = globalThis as unknown as { renderMedia(given: unknown): Promise<Uint8Array> }
        return Array.from(await renderMedia(given))
      }, order)
      return Uint8Array.from(numbers)
    }

    test('an image is a PNG that looks like the one that Node draws', async () => {
      const [there, here] = [await render(image), await renderImage(image)]
      expect([...there.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
      expect(distance(await looks(there, 'png'), await looks(here, 'png'))).toBeLessThan(6)
    }, 60_000)

    test('a video has the same frames, to the microsecond, and its sound', async () => {
      const [there, here] = [await render(video), await renderVideo(video)]
      const [one, other] = [await probe(there), await probe(here)]
      expect(one.format.duration).toBe('1.300000')
      expect(one.format.duration).toBe(other.format.duration)
      const frames = (file: Probed) => file.streams.find((stream) => stream.codec_type === 'video')
      expect(['h264', 'vp9']).toContain(frames(one)?.codec_name)
      expect(frames(one)).toMatchObject({ width: 256, height: 144, nb_read_frames: '16' })
      expect(frames(one)?.nb_read_frames).toBe(frames(other)?.nb_read_frames)
      const sound = one.streams.find((stream) => stream.codec_type === 'audio')
      expect(['aac', 'opus']).toContain(sound?.codec_name)
      expect(Number(sound?.duration)).toBeGreaterThan(1.25)
      expect(Number(sound?.duration)).toBeLessThanOrEqual(1.3)
      expect(distance(await looks(there, 'mp4'), await looks(here, 'mp4'))).toBeLessThan(8)
    }, 120_000)
  },
)

interface Probed {
  readonly format: { readonly duration: string }
  readonly streams: readonly {
    readonly codec_type: string
    readonly codec_name: string
    readonly width?: number
    readonly height?: number
    readonly duration?: string
    readonly nb_read_frames?: string
  }[]
}

/** What another program says of the file, which decodes all of it. */
async function probe(bytes: Uint8Array): Promise<Probed> {
  const file = join(temporaryFolder(), 'video.mp4')
  writeFileSync(file, bytes)
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', file]
  const { status, stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Probed
}

/** The first frame as 4 × 3 colors. */
async function looks(bytes: Uint8Array, ending: string): Promise<Uint8Array> {
  const file = join(temporaryFolder(), `media.${ending}`)
  writeFileSync(file, bytes)
  const args = ['-v', 'error', '-i', file, '-frames:v', '1', '-vf', 'scale=4:3:flags=area']
  const { status, stdout } = spawnSync('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'])
  expect([status, stdout.length]).toEqual([0, 36])
  return stdout
}

/** The mean difference of a channel, of 255. */
function distance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}
