import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../main/testing/temporary-folder.ts'
import { chromiumFlags, knownChromium } from '../../../tools/chromium.ts'
import { buildSandboxPage } from '../../../tools/sandbox-page.ts'
import { noInputs } from '../collect-inputs.ts'
import { renderImage } from '../image.ts'
import { renderPage, renderPolicy } from '../page-runner.ts'
import type { ImageOrder, VideoOrder } from '../render-order.ts'
import { renderVideo } from '../video.ts'

const executablePath = knownChromium()
/** What of the machine is missing, by which media are made and read; null where nothing is. */
const lack =
  executablePath === null
    ? 'no Chromium is known'
    : ['ffmpeg', 'ffprobe'].some((name) => spawnSync(name, ['-version']).status !== 0)
      ? 'ffmpeg is not on this machine'
      : null
const common = { key: 'a harbour', prompt: 'A harbour at dawn', inputs: noInputs, followsInput: false }
const video: VideoOrder = {
  ...common,
  kind: 'video',
  width: 256,
  height: 144,
  seconds: 1.3,
  framesPerSecond: 12,
  audio: true,
  samplesPerSecond: 48_000,
}
const image: ImageOrder = { ...common, kind: 'image', width: 256, height: 144, strength: null }

// Bundles a script, starts a browser and encodes videos.
describe('[PACK30] rendered by a page, with the browser’s own encoders', () => {
  let page: Page
  let close = async () => {}
  beforeEach(({ skip }) => skip(lack !== null, lack ?? ''))
  beforeAll(async () => {
    if (lack !== null) return
    const browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: [...chromiumFlags],
    })
    close = () => browser.close()
    page = await browser.newPage()
    const { script } = await buildSandboxPage()
    // Browsers encode in secure contexts only; what the page may load is what it may in the sandbox.
    await page.route('https://render.example/*', (route) =>
      route.request().url().endsWith('/render.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({
            contentType: 'text/html',
            headers: { 'Content-Security-Policy': renderPolicy },
            body: renderPage,
          }),
    )
    await page.goto('https://render.example/')
    await page.waitForFunction('globalThis.renderMedia')
  }, 120_000)
  afterAll(() => close())

  /** The bytes as numbers: what a page returns has to be JSON. */
  const render = async (order: ImageOrder | VideoOrder) => {
    const given = JSON.stringify(order, (_key, value) =>
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    )
    const numbers = await page.evaluate(async (text) => {
      const { renderMedia } = globalThis as unknown as { renderMedia(given: unknown): Promise<Uint8Array> }
      const read = Uint8Array as unknown as { fromBase64(text: string): Uint8Array }
      const parsed = JSON.parse(text, (_key, value) =>
        value?.base64 ? read.fromBase64(value.base64) : value,
      )
      return Array.from(await renderMedia(parsed))
    }, given)
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

  test.each([
    ['webm', ['-c:v', 'libvpx-vp9', '-b:v', '500k']],
    // As a browser records it: the container doesn't say how long it is.
    ['webm', ['-c:v', 'libvpx', '-b:v', '500k', '-live', '1']],
    ['mp4', ['-c:v', 'libvpx-vp9', '-b:v', '500k']],
  ])(
    '[PACK380] a given video is opened, and each of its frames is at its time: %s %j',
    async (ending, codec) => {
      const given = { field: 'start_video', bytes: makeVideo(ending, codec) }
      const order: VideoOrder = {
        ...video,
        audio: false,
        seconds: 4,
        framesPerSecond: 8,
        inputs: { ...noInputs, startVideo: given },
      }
      const [there, here] = [await render(order), await renderVideo(order)]
      const [frames, others] = [framesOf(there), framesOf(here)]
      expect([frames.length, others.length]).toEqual([32, 32])
      for (const [index, frame] of frames.entries())
        expect([index, distance(frame, others[index] as Uint8Array) < 14]).toEqual([index, true])
      const [red, blue] = [frames[7]?.slice(0, 3), frames[8]?.slice(0, 3)]
      expect((red?.[0] ?? 0) - (red?.[2] ?? 0)).toBeGreaterThan(100)
      expect((blue?.[2] ?? 0) - (blue?.[0] ?? 0)).toBeGreaterThan(100)
    },
    180_000,
  )

  test('[PACK380] given audio is mixed under the music, of each container', async () => {
    const tones = { wav: 5000, mp3: 6000, flac: 7000, ogg: 8000 }
    const audios = Object.entries(tones).map(([ending, hertz]) => ({
      field: 'audio_urls',
      bytes: makeTone(ending, hertz),
    }))
    const [without, withThem] = [
      samplesOf(await render(video)),
      samplesOf(await render({ ...video, inputs: { ...noInputs, audios } })),
    ]
    for (const hertz of Object.values(tones))
      expect([hertz, loudness(withThem, hertz) > 5 * loudness(without, hertz)]).toEqual([hertz, true])
  }, 120_000)

  test.each(['startVideo', 'editVideo', 'audios'] as const)(
    '[PACK381] what is no %s, or a part of one, is refused, and the page renders the next',
    async (role) => {
      const whole = makeVideo('webm', ['-c:v', 'libvpx', '-b:v', '500k'])
      for (const bytes of [Buffer.from('RIFFnonsense'), whole.subarray(0, 300)]) {
        const file = { field: role, bytes: new Uint8Array(bytes) }
        const inputs = { ...noInputs, [role]: role === 'audios' ? [file] : file }
        await expect(render({ ...video, inputs })).rejects.toThrow(role)
      }
      expect((await render(image)).length).toBeGreaterThan(0)
    },
    120_000,
  )

  test('[PACK381] audio of more than an hour is refused before it is decoded', async () => {
    const file = join(temporaryFolder(), 'long.flac')
    const bytes = ffmpeg(['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '3700', file], file)
    const inputs = { ...noInputs, audios: [{ field: 'audio_urls', bytes }] }
    await page.evaluate(`
        globalThis.decodings = 0
        const own = BaseAudioContext.prototype.decodeAudioData
        BaseAudioContext.prototype.decodeAudioData = function (bytes) {
          globalThis.decodings += 1
          return own.call(this, bytes)
        }
      `)
    await expect(render({ ...video, inputs })).rejects.toThrow('audio_urls')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'decodings'))).toBe(0)
  }, 60_000)

  test('[PACK381] a player that never answers is given up', async () => {
    await page.evaluate(`
        Object.defineProperty(HTMLMediaElement.prototype, 'src', { set() {} })
        const later = setTimeout
        globalThis.setTimeout = (act, ms) => later(act, ms === 60000 ? 0 : ms)
      `)
    const bytes = makeVideo('webm', ['-c:v', 'libvpx', '-b:v', '500k'])
    const inputs = { ...noInputs, startVideo: { field: 'start_video', bytes } }
    await expect(render({ ...video, inputs })).rejects.toThrow('start_video')
  }, 60_000)
})

/** Red for a second, then blue for one. */
function makeVideo(ending: string, codec: readonly string[]): Uint8Array {
  const file = join(temporaryFolder(), `video.${ending}`)
  const colors = ['red', 'blue'].flatMap((color) => ['-f', 'lavfi', '-i', `color=${color}:s=160x90:r=8:d=1`])
  return ffmpeg([...colors, '-filter_complex', 'concat=n=2', ...codec, file], file)
}

function makeTone(ending: string, hertz: number): Uint8Array {
  const file = join(temporaryFolder(), `tone.${ending}`)
  const codec = ending === 'ogg' ? ['-c:a', 'libopus'] : []
  return ffmpeg(['-f', 'lavfi', '-i', `sine=${hertz}:d=2`, ...codec, file], file)
}

function ffmpeg(args: readonly string[], file: string): Uint8Array {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return new Uint8Array(readFileSync(file))
}

/** Each frame as 4 × 3 colors. */
function framesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const all = decode(bytes, ['-vf', 'scale=4:3:flags=area', '-f', 'rawvideo', '-pix_fmt', 'rgb24'])
  return Array.from({ length: all.length / 36 }, (_, index) => all.subarray(index * 36, index * 36 + 36))
}

function samplesOf(bytes: Uint8Array): Int16Array {
  const all = decode(bytes, ['-f', 's16le', '-ac', '1', '-ar', '48000'])
  return Int16Array.from({ length: all.length / 2 }, (_, index) => all.readInt16LE(index * 2))
}

function decode(bytes: Uint8Array, args: readonly string[]): Buffer {
  const file = join(temporaryFolder(), 'media.mp4')
  writeFileSync(file, bytes)
  const { status, stdout } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, ...args, '-'], {
    maxBuffer: 2 ** 26,
  })
  expect(status).toBe(0)
  return stdout
}

/** How much of a tone is in samples of 48 kHz. */
function loudness(samples: Int16Array, hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / 48_000
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return Math.hypot(real, imaginary) / samples.length
}

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
