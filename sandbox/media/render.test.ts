import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { loadImage } from '@napi-rs/canvas'
import { AudioDecoder, Mp4Demuxer, VideoDecoder } from '@napi-rs/webcodecs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JobRow } from '../store/job-store.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { renderAudio } from './audio.ts'
import { noInputs } from './collect-inputs.ts'
import { renderImage } from './image.ts'
import { limitOrder, type MediaLimit, noMediaLimit, toRenderOrder } from './render-order.ts'
import { renderVideo } from './video.ts'

// Makes media, in processes of low priority.
vi.setConfig({ testTimeout: 30_000 })

function orderFor(modelId: string, kind: JobRow['kind'], request: JobRow['request'], seed = 1) {
  return toRenderOrder({ modelId, kind, request, seed } as JobRow, noInputs)
}

async function renderSample(request: JobRow['request'], seed = 1): Promise<Uint8Array> {
  const order = orderFor('i3', 'image', request, seed)
  if (order.kind !== 'image') throw new Error('not an image')
  return renderImage(order)
}

/** As requested, but small, and within a limit. */
async function video(
  modelId: string,
  request: JobRow['request'],
  limit: Partial<MediaLimit> = {},
): Promise<Uint8Array> {
  const order = orderFor(modelId, 'video', request)
  if (order.kind !== 'video') throw new Error('not a video')
  expect(order.framesPerSecond).toBe(24)
  const limited = limitOrder(order, { ...noMediaLimit, longSide: 96, ...limit })
  if (limited.kind !== 'video') throw new Error('not a video')
  return renderVideo(limited)
}

/** For what doesn't depend on the number of frames: each is drawn, and none is looked at. */
const fewFrames = { framesPerSecond: 4 } as const

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('images', () => {
  test.each([
    [{ aspect_ratio: '16:9' }, 1024, 576],
    [{ aspect_ratio: '9:16' }, 576, 1024],
    [{ aspect_ratio: '21:9' }, 1022, 438],
    [{ width: 640, height: 200 }, 640, 200],
    [{}, 1024, 768],
  ])('%o is a PNG of %d × %d', async (request, width, height) => {
    const image = await loadImage(Buffer.from(await renderSample({ prompt: 'harbour', ...request })))
    expect([image.width, image.height]).toEqual([width, height])
  })

  test('the same prompt and seed give the same bytes; another prompt, seed or field gives others', async () => {
    const request = { prompt: 'a lighthouse', width: 96, height: 96 }
    const first = digest(await renderSample(request))
    expect(digest(await renderSample(request))).toBe(first)
    const others = await Promise.all([
      renderSample({ ...request, prompt: 'a windmill' }),
      renderSample(request, 2),
      renderSample({ ...request, image_urls: ['https://example.com/a.png'] }),
    ])
    expect(new Set([first, ...others.map(digest)]).size).toBe(4)
  })

  test('a resolution makes it larger and keeps its shape', () => {
    const sizes = ['1K', '2K', '4K'].map((resolution) =>
      orderFor('i7', 'image', { prompt: 'x', resolution, aspect_ratio: '1:1' }),
    )
    expect(sizes).toMatchObject([{ width: 1024 }, { width: 2048 }, { width: 2560, height: 2560 }])
  })
})

describe('videos', () => {
  test.each([
    ['v1', { prompt: 'sea', duration: 4 }, 4, 4],
    ['v4', { prompt: 'sea', duration: 1.5 }, 1.5, 24],
    ['v2', { prompt: 'sea' }, 6, 4],
    ['v9', { prompt: 'sea' }, 5, 4],
    ['v7', { prompt: 'sea' }, 4, 4],
    ['v7', { prompt: 'sea', duration: 1.234567 }, 1.234567, 24],
    ['v3', { prompt: 'sea', duration: 3.0000014 }, 3.000001, 24],
  ])(
    '%s %o lasts %d seconds in H.264 and its frames, %d a second, decode',
    async (model, request, seconds, framesPerSecond) => {
      const mp4 = await video(model, request, { framesPerSecond })
      const { duration, frames, codec } = await decodeFrames(mp4)
      expect(codec).toMatch(/^avc1\./)
      expect(duration).toBe(Math.round(seconds * 1_000_000))
      expect(frames).toBe(Math.round(seconds * framesPerSecond))
    },
  )

  test('the index is before the media, so that a video plays while it loads', async () => {
    const mp4 = Buffer.from(await video('v9', { prompt: 'x' }, fewFrames))
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
  })

  test('models with native audio make audio that decodes and ends with the video; others make none', async () => {
    const loud = await decodeAudio(await video('v3', { prompt: 'a parade', duration: 3 }, fewFrames))
    expect(loud.seconds).toBeGreaterThan(2.95)
    expect(loud.seconds).toBeLessThanOrEqual(3)
    expect(loud.peak).toBeGreaterThan(0.1)
    expect(loud.peak).toBeLessThanOrEqual(1)
    expect(loud.sampleRate).toBe(48_000)
    const audios = [{ generate_audio: true }, { generate_audio: false }, {}].map((request) =>
      orderFor('v10', 'video', request),
    )
    expect(audios).toMatchObject([{ audio: true }, { audio: false }, { audio: false }])
    expect(orderFor('v2', 'video', { prompt: 'x' })).toMatchObject({ audio: false })
  })

  test('under a limit of samples a second its audio has fewer, and is as loud and as long', async () => {
    const limit = { ...fewFrames, samplesPerSecond: 8000 }
    const { seconds, peak, sampleRate } = await decodeAudio(
      await video('v3', { prompt: 'a parade', duration: 3 }, limit),
    )
    expect(sampleRate).toBe(8000)
    expect(seconds).toBeGreaterThan(3 - 0.128)
    expect(seconds).toBeLessThanOrEqual(3)
    expect(peak).toBeGreaterThan(0.1)
  })

  test('the same request gives the same bytes', async () => {
    const request = { prompt: 'a train', duration: 1 }
    expect(digest(await video('v4', request))).toBe(digest(await video('v4', request)))
  })
})

describe('music', () => {
  const order = orderFor('a1', 'audio', { prompt: 'calm piano' })
  const wav = Buffer.from(order.kind === 'audio' ? renderAudio(order) : [])
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2)

  test('is WAV, 44.1 kHz, two channels, 16 bit, 10 to 20 seconds, with a correct header', () => {
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
      1, 2, 44_100, 16,
    ])
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
    const seconds = samples.length / 2 / 44_100
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThanOrEqual(20)
  })

  test('is audible, never clips, and fades at both ends', () => {
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(loudest).toBeGreaterThan(20_000)
    expect(loudest).toBeLessThan(32_000)
    const ends = [...samples.subarray(0, 40), ...samples.subarray(-40)]
    expect(Math.max(...ends.map(Math.abs))).toBeLessThan(400)
  })
})

describe('through separate processes', () => {
  let open: OpenSandbox
  beforeAll(() => {
    open = openSandbox()
  })
  afterAll(() => open.close())

  test('the same V1 request with a seed gives the same bytes twice, without one each its own', async () => {
    const path = '/generate/image/sandbox/i8'
    const small = { prompt: 'orchard', width: 256, height: 256 }
    const free = [await open.run(path, small), await open.run(path, small)]
    expect(new Set(await Promise.all(free.map(async (job) => digest(await open.bytesOf(job))))).size).toBe(2)
    const seeded = { prompt: 'orchard', seed: 7, duration: 4, resolution: '480p' }
    const videos = await Promise.all([1, 2].map(() => open.run('/generate/video/sandbox/v1', seeded)))
    expect(new Set(await Promise.all(videos.map(async (job) => digest(await open.bytesOf(job))))).size).toBe(
      1,
    )
  })
})

test.skipIf(process.platform === 'win32')(
  'a rendering process that crashes takes its own job with it and no other',
  async () => {
    const own = openSandbox()
    onTestFinished(() => own.close())
    const path = '/generate/video/sandbox/v1'
    const struck = own.run(path, { prompt: 'storm', duration: 15 })
    const [pid] = await vi.waitUntil(() => childrenOf(process.pid), { timeout: 40_000 })
    process.kill(pid, 'SIGSEGV')
    expect((await struck).status).toBe('failed')
    const next = await own.run('/generate/image/sandbox/i8', { prompt: 'calm', width: 256, height: 256 })
    expect(next.status).toBe('completed')
  },
)

/** Process ids; null while there is none. */
function childrenOf(pid: number): [number, ...number[]] | null {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid), '-f', 'render-process'], { encoding: 'utf8' })
  const [first, ...rest] = stdout.trim().split('\n').filter(Boolean).map(Number)
  return first === undefined ? null : [first, ...rest]
}

async function decodeFrames(mp4: Uint8Array) {
  let frames = 0
  const failures: unknown[] = []
  const decoder = new VideoDecoder({
    output(frame) {
      frames++
      frame.close()
    },
    error: (error) => failures.push(error),
  })
  const demuxer = new Mp4Demuxer({
    videoOutput: (chunk) => decoder.decode(chunk),
    error: (error) => failures.push(error),
  })
  await demuxer.loadBuffer(mp4)
  if (!demuxer.videoDecoderConfig) throw new Error('no video track')
  decoder.configure(demuxer.videoDecoderConfig)
  await demuxer.demuxAsync()
  await decoder.flush()
  const { duration, tracks } = demuxer
  decoder.close()
  demuxer.close()
  if (failures.length > 0) throw failures[0]
  return { duration, frames, codec: tracks[0]?.codec }
}

async function decodeAudio(mp4: Uint8Array) {
  let peak = 0
  const failures: unknown[] = []
  const decoder = new AudioDecoder({
    output(data) {
      const plane = new Float32Array(data.numberOfFrames)
      data.copyTo(plane, { planeIndex: 0, format: 'f32-planar' })
      peak = plane.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak)
      data.close()
    },
    error: (error) => failures.push(error),
  })
  const demuxer = new Mp4Demuxer({
    audioOutput: (chunk) => decoder.decode(chunk),
    error: (error) => failures.push(error),
  })
  await demuxer.loadBuffer(mp4)
  if (!demuxer.audioDecoderConfig) throw new Error('no audio track')
  decoder.configure(demuxer.audioDecoderConfig)
  await demuxer.demuxAsync()
  await decoder.flush()
  const track = demuxer.tracks.find((one) => one.trackType === 'audio')
  decoder.close()
  demuxer.close()
  if (failures.length > 0) throw failures[0]
  return { peak, seconds: Number(track?.duration) / 1_000_000, sampleRate: track?.sampleRate }
}
