import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type EncodedVideoChunk, Mp4Demuxer, VideoDecoder, type VideoFrame } from '@napi-rs/webcodecs'
import type { GivenFile } from './collect-inputs.ts'
import { unreadable } from './render-refusal.ts'

/** A given video, read from its beginning to its end. */
export interface VideoReader {
  readonly width: number
  readonly height: number
  /** How long it plays, in seconds. */
  readonly seconds: number
  /**
   * The frame at a time in seconds: the last one after the video's end. Times never decrease, and the next call
   * repaints the canvas. Rejects with RenderRefusal where the video can't be decoded.
   */
  frameAt(seconds: number): Promise<Canvas>
  close(): void
}

/** Maximum number of encoded frames waiting in the decoder. */
const queueLimit = 4
const microsecond = 1_000_000
/** The duration of the only frame of a video, in seconds. */
const oneFrame = 1 / 24
/** Seconds by which a frame counts as begun early: containers round their times to milliseconds. */
const clockTolerance = 0.001

/** Opens a video of any container that FFmpeg supports. Rejects with RenderRefusal where it holds no frames. */
export async function openVideo(file: GivenFile): Promise<VideoReader> {
  try {
    const { config, chunks } = await demuxFrames(file.bytes)
    return createReader(file, config, chunks)
  } catch (cause) {
    throw unreadable(file.field, 'video', cause)
  }
}

type Config = NonNullable<Mp4Demuxer['videoDecoderConfig']>

async function demuxFrames(bytes: Uint8Array): Promise<{ config: Config; chunks: EncodedVideoChunk[] }> {
  const chunks: EncodedVideoChunk[] = []
  let failure: Error | undefined
  const demuxer = new Mp4Demuxer({
    videoOutput: (chunk) => chunks.push(chunk),
    error: (error) => {
      failure = error
    },
  })
  try {
    await demuxer.loadBuffer(bytes)
    const config = demuxer.videoDecoderConfig
    if (!config) throw new Error('It has no frames.')
    await demuxer.demuxAsync()
    await new Promise(setImmediate)
    if (failure) throw failure
    if (chunks.length === 0) throw new Error('It has no frames.')
    return { config, chunks }
  } finally {
    demuxer.close()
  }
}

interface FrameSource {
  /** The next frame in playing order, for the caller to close; null after the last. */
  next(): Promise<VideoFrame | null>
  close(): void
}

/** Decodes a few frames ahead. */
function decodeFrames(config: Config, chunks: readonly EncodedVideoChunk[]): FrameSource {
  const decoded: VideoFrame[] = []
  let failure: Error | undefined
  let sent = 0
  const decoder = new VideoDecoder({
    output: (frame) => decoded.push(frame),
    error: (error) => {
      failure = error
    },
  })
  decoder.configure({ ...config, hardwareAcceleration: 'prefer-software' })
  return {
    async next() {
      while (decoded.length === 0 && sent < chunks.length && !failure) {
        decoder.decode(chunks[sent++] as EncodedVideoChunk)
        while (decoder.decodeQueueSize > queueLimit && !failure) await new Promise(setImmediate)
      }
      if (decoded.length === 0 && decoder.state === 'configured') await decoder.flush()
      if (failure) throw failure
      return decoded.shift() ?? null
    },
    close() {
      for (const frame of decoded.splice(0)) frame.close()
      if (decoder.state !== 'closed') decoder.close()
    },
  }
}

function createReader(file: GivenFile, config: Config, chunks: readonly EncodedVideoChunk[]): VideoReader {
  const times = scheduleFrames(chunks)
  const source = decodeFrames(config, chunks)
  const canvas = createCanvas(config.codedWidth, config.codedHeight)
  /** The frame on the canvas, in playing order. */
  let shown = -1

  async function show(target: number): Promise<void> {
    let latest: VideoFrame | null = null
    while (shown < target) {
      const next = await source.next()
      if (!next) break
      latest?.close()
      latest = next
      shown++
    }
    if (latest) await paintFrame(canvas, latest)
    if (shown < 0) throw new Error('None of its frames could be decoded.')
  }

  return {
    width: config.codedWidth,
    height: config.codedHeight,
    seconds: times.end,
    async frameAt(seconds) {
      try {
        await show(times.starts.findLastIndex((start) => start <= seconds + clockTolerance))
        return canvas
      } catch (cause) {
        throw unreadable(file.field, 'video', cause)
      }
    },
    close: () => source.close(),
  }
}

/**
 * The time of each frame, in seconds from the video's beginning. Frames leave the decoder in playing order but
 * carry the times of their packets (@napi-rs/webcodecs 1.3.1), so the times are taken from all packets, sorted.
 */
function scheduleFrames(chunks: readonly EncodedVideoChunk[]): { starts: number[]; end: number } {
  const stamps = chunks.map((chunk) => chunk.timestamp).toSorted((left, right) => left - right)
  const first = stamps[0] ?? 0
  const starts = stamps.map((stamp) => (stamp - first) / microsecond)
  const last = starts.at(-1) ?? 0
  const usual = starts.length > 1 ? last / (starts.length - 1) : oneFrame
  return { starts, end: last + usual }
}

async function paintFrame(canvas: Canvas, frame: VideoFrame): Promise<void> {
  const { codedWidth, codedHeight } = frame
  const context = canvas.getContext('2d')
  if (canvas.width !== codedWidth || canvas.height !== codedHeight) {
    canvas.width = codedWidth
    canvas.height = codedHeight
  }
  const image = context.createImageData(codedWidth, codedHeight)
  const { buffer, byteOffset, byteLength } = image.data
  await frame.copyTo(new Uint8Array(buffer, byteOffset, byteLength), { format: 'RGBA' })
  frame.close()
  context.putImageData(image, 0, 0)
}
