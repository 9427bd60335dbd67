import { createCanvas } from '@napi-rs/canvas'
import { VideoEncoder, VideoFrame } from '@napi-rs/webcodecs'
import { chooseVideoConfig } from './choose-codecs.ts'
import { chooseSize, type Size } from './frame-size.ts'
import { decodeInputs, type GivenMedia } from './given-media.ts'
import { nextTurn } from './next-turn.ts'
import type { VideoOrder } from './render-order.ts'
import { createScene } from './scene.ts'
import { encodeSoundtrack } from './soundtrack.ts'
import { createVideoPainter } from './video-painter.ts'
import { copyBytes, type EncodedChunk, writeMp4 } from './write-mp4.ts'

const microsecond = 1_000_000
/** Maximum number of frames waiting in the encoder before drawing pauses. */
const queueLimit = 8

/** Renders a video as MP4 (H.264, and AAC where it has audio; VP9 and Opus where those can't be encoded) that plays while it loads. */
export async function renderVideo(requested: VideoOrder): Promise<Uint8Array> {
  const given = await decodeInputs(requested.inputs)
  try {
    const shape = given.editVideo ?? given.startVideo ?? given.start
    const order = shape && requested.followsInput ? followShape(requested, shape) : requested
    return await muxVideo(order, given)
  } finally {
    given.close()
  }
}

async function muxVideo(order: VideoOrder, given: GivenMedia): Promise<Uint8Array> {
  // Inputs that may fail come first: frames take the longest.
  const audio = order.audio ? await encodeSoundtrack(order) : null
  const frames = await encodeFrames(order, given)
  const { width, height, seconds } = order
  return writeMp4({ video: { ...frames, width, height }, audio, seconds })
}

interface EncodedFrames {
  readonly codec: string
  readonly chunks: readonly EncodedChunk[]
  readonly description: Uint8Array | null
}

/** In the shape of its start image, with as many pixels: it shows a resolution. */
function followShape(order: VideoOrder, { width, height }: Size): VideoOrder {
  const longSide = Math.sqrt((order.width * order.height * Math.max(width, height)) / Math.min(width, height))
  return { ...order, ...chooseSize({ ratio: `${width}:${height}`, longSide, cap: longSide, multiple: 2 }) }
}

async function encodeFrames(
  { key, prompt, width, height, seconds, framesPerSecond }: VideoOrder,
  given: GivenMedia,
): Promise<EncodedFrames> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const scene = createScene({ key, prompt, width, height, grain: 0.025, hue: given.hue })
  const frames = Math.max(1, Math.round(seconds * framesPerSecond))
  const paint = createVideoPainter(scene, given, (frames - 1) / framesPerSecond)
  const chunks: EncodedChunk[] = []
  let description: Uint8Array | null = null
  let failure: Error | undefined
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      chunks.push(chunk)
      description ??= copyBytes(metadata?.decoderConfig?.description)
    },
    error: (error) => {
      failure = error
    },
  })
  const config = await chooseVideoConfig({
    width,
    height,
    bitrate: Math.round(width * height * 11),
    framerate: framesPerSecond,
    latencyMode: 'quality',
    hardwareAcceleration: 'prefer-software',
  })
  encoder.configure(config)
  for (let index = 0; index < frames && !failure; index++) {
    await paint(context, index / framesPerSecond)
    const { timestamp, duration } = frameTime(index, { frames, framesPerSecond, seconds })
    const frame = new VideoFrame(canvas, { timestamp, duration })
    encoder.encode(frame, { keyFrame: index % (framesPerSecond * 2) === 0 })
    frame.close()
    while (encoder.encodeQueueSize > queueLimit) await nextTurn()
  }
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  return { codec: config.codec, chunks, description }
}

/** Microseconds; the last frame lasts until the video's very end. */
function frameTime(
  index: number,
  { frames, framesPerSecond, seconds }: Pick<VideoOrder, 'framesPerSecond' | 'seconds'> & { frames: number },
) {
  const at = (frame: number) => Math.round((frame * microsecond) / framesPerSecond)
  const end = index === frames - 1 ? Math.round(seconds * microsecond) : at(index + 1)
  return { timestamp: at(index), duration: end - at(index) }
}
