import {
  AudioData,
  AudioEncoder,
  type EncodedAudioChunk,
  type EncodedAudioChunkMetadata,
  Mp4Muxer,
} from '@napi-rs/webcodecs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '../../shared/api/job.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { imageUri, near, readFrames, toDataUri } from '../testing/read-media.ts'
import { readAudio } from './audio-reader.ts'
import { encodeWav, type StereoAudio } from './wav.ts'

// Makes media, in processes of low priority.
vi.setConfig({ testTimeout: 30_000 })

/** The frame-by-frame checks are equally valid for small videos. */
const mediaLimit = { longSide: 192, framesPerSecond: 4, samplesPerSecond: null }
const { framesPerSecond } = mediaLimit
const red = [0xc0, 0x20, 0x20]
const blue = [0x20, 0x30, 0xc0]
let open: OpenSandbox
let redVideo: string
let blueVideo: string

beforeAll(async () => {
  open = openSandbox({ mediaLimit })
  ;[redVideo, blueVideo] = await Promise.all([makeVideo('#c02020'), makeVideo('#2030c0')])
})

afterAll(() => open.close())

/** The URL of a video of five seconds in one colour. */
async function makeVideo(color: string): Promise<string> {
  const image = imageUri(color, 90, 160)
  const body = { prompt: 'x', start_image: image, end_image: image }
  return (await open.run('/generate/video/sandbox/v9', body)).result?.urls[0] ?? ''
}

async function framesOf(path: string, body: Record<string, unknown>) {
  return readFrames(await open.bytesOf(await open.run(path, body)))
}

function distance(left: readonly number[] = [], right: readonly number[] = []): number {
  return Math.hypot(...left.map((channel, index) => channel - (right[index] ?? 0)))
}

test.each([
  ['v4', 1],
  ['v7', 1],
  ['v8', 5],
])(
  '%s continues a given video: its frames first, in its shape, and the scene at the end',
  async (id, duration) => {
    const { averages, size } = await framesOf(`/generate/video/sandbox/${id}`, {
      prompt: 'green meadow at noon',
      duration,
      start_video: redVideo,
    })
    expect(size).toEqual([108, 192])
    expect(averages).toHaveLength(duration * framesPerSecond)
    for (const frame of averages.slice(0, (duration * framesPerSecond) / 2)) expect(frame).toEqual(near(red))
    expect(distance(averages.at(-1), red)).toBeGreaterThan(80)
  },
)

test('a video that is shorter than its share ends early', async () => {
  const body = { prompt: 'green meadow at noon', duration: 1, start_video: redVideo }
  const start_video = (await open.run('/generate/video/sandbox/v4', body)).result?.urls[0]
  const { averages } = await framesOf('/generate/video/sandbox/v4', {
    prompt: 'snow',
    duration: 3,
    start_video,
  })
  expect(averages[0]).toEqual(near(red))
  expect(distance(averages[2 * framesPerSecond - 1], red)).toBeGreaterThan(80)
})

test('an edited video keeps its frames and gets the light of the words', async () => {
  const path = '/generate/video/sandbox/v7'
  const [first, second] = await Promise.all(
    [redVideo, blueVideo].map((edit_video) => framesOf(path, { prompt: 'fog', duration: 1, edit_video })),
  )
  for (const [given, { averages = [] } = {}, other] of [
    [red, first, blue],
    [blue, second, red],
  ] as const) {
    for (const frame of averages) {
      expect(distance(frame, given)).toBeGreaterThan(10)
      expect(distance(frame, given)).toBeLessThan(distance(frame, other) / 1.5)
    }
  }
})

const shortest: Readonly<Record<string, object>> = {
  v1: { duration: 4, resolution: '480p' },
  v3: { duration: 3 },
}

test.each(['v1', 'v3'])('%s takes its colours from reference videos', async (id) => {
  const body = { prompt: 'hills at noon', ...shortest[id] }
  const warmth = async (video: string) => {
    const { averages } = await framesOf(`/generate/video/sandbox/${id}`, {
      ...body,
      reference_videos: [video],
    })
    const [r = 0, , b = 0] = averages[0] ?? []
    return r - b
  }
  expect(await warmth(redVideo)).toBeGreaterThan((await warmth(blueVideo)) + 20)
})

const rate = 44_100
const pitch = 5_000

function createTone(seconds: number): StereoAudio {
  const left = Float32Array.from(
    { length: seconds * rate },
    (_, index) => 0.6 * Math.sin((2 * Math.PI * pitch * index) / rate),
  )
  return { left, right: left, rate }
}

/** The amplitude of a pitch between two moments (Goertzel). */
function strengthAt(hertz: number, audio: StereoAudio, from: number, to: number): number {
  const samples = audio.left.subarray(Math.round(from * audio.rate), Math.round(to * audio.rate))
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / audio.rate)
  let [last, before] = [0, 0]
  for (const sample of samples) [last, before] = [sample + turn * last - before, last]
  return (2 * Math.sqrt(last ** 2 + before ** 2 - turn * last * before)) / samples.length
}

async function audioOf(job: Job): Promise<StereoAudio> {
  return readAudio({ field: 'result', bytes: await open.bytesOf(job) }, 60)
}

test('a given audio file is mixed under V1’s own music as long as it lasts', async () => {
  const tone = toDataUri('audio/wav', encodeWav(createTone(2)))
  const body = { prompt: 'a calm sea', duration: 4, resolution: '480p', reference_audios: [tone] }
  const audio = await audioOf(await open.run('/generate/video/sandbox/v1', body))
  expect(strengthAt(pitch, audio, 0.5, 1.5)).toBeGreaterThan(0.15)
  expect(strengthAt(pitch, audio, 2.5, 3.5)).toBeLessThan(0.01)
  const loudest = audio.left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(loudest).toBeLessThanOrEqual(1)
})

test.each(['mp3', 'mp4a.40.2'])('an audio file in %s is read', async (codec) => {
  const bytes = await encodeTone(codec)
  const { left, right, rate: read } = await readAudio({ field: 'x', bytes }, 60)
  const audio = { left, right, rate: read }
  expect(left.length / read).toBeCloseTo(1, 0)
  expect(strengthAt(pitch, audio, 0.3, 0.7)).toBeCloseTo(0.6, 1)
})

test.each([
  ['start_video', 'v4', 'video/mp4', `    ftypisom${'no boxes follow '.repeat(20)}`],
  ['edit_video', 'v7', 'image/png', '\x89PNG, and so no video at all'],
  ['reference_videos', 'v3', 'video/webm', `\x1a\x45\xdf\xa3${'nothing of the kind'.repeat(9)}`],
  ['reference_audios', 'v1', 'audio/wav', `RIFF    WAVE${'no samples '.repeat(20)}`],
])(
  '%s that can’t be decoded fails the job, and the message names the field',
  async (field, id, type, words) => {
    const uri = toDataUri(type, Buffer.from(words, 'latin1'))
    const value = field.endsWith('s') ? [uri] : uri
    const job = await open.run(`/generate/video/sandbox/${id}`, { prompt: 'x', [field]: value })
    expect(job).toMatchObject({ status: 'failed', error: { code: 'input_unreadable' } })
    expect(job.error?.message).toMatch(new RegExp(`^${field}: .*not billed`))
  },
)

/** A second of the tone as an MP3 file, or as AAC in MP4. */
async function encodeTone(codec: string): Promise<Uint8Array> {
  const { left } = createTone(1)
  const chunks: [EncodedAudioChunk, EncodedAudioChunkMetadata | undefined][] = []
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => chunks.push([chunk, metadata]),
    error: (error) => expect.fail(String(error)),
  })
  encoder.configure({ codec, sampleRate: rate, numberOfChannels: 1, bitrate: 128_000 })
  const timing = { timestamp: 0, sampleRate: rate, numberOfFrames: left.length, numberOfChannels: 1 }
  encoder.encode(new AudioData({ ...timing, format: 'f32', data: left }))
  await encoder.flush()
  if (codec === 'mp3') return Buffer.concat(chunks.map(([chunk]) => bytesOf(chunk)))
  const muxer = new Mp4Muxer()
  const description = chunks[0]?.[1]?.decoderConfig?.description as Uint8Array
  muxer.addAudioTrack({ codec, sampleRate: rate, numberOfChannels: 1, description })
  for (const [chunk, metadata] of chunks) muxer.addAudioChunk(chunk, metadata)
  return muxer.finalize()
}

function bytesOf(chunk: EncodedAudioChunk): Uint8Array {
  const bytes = new Uint8Array(chunk.byteLength)
  chunk.copyTo(bytes)
  return bytes
}
