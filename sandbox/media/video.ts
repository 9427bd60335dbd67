import { createCanvas } from '@napi-rs/canvas'
import {
  type EncodedVideoChunk,
  type EncodedVideoChunkMetadata,
  Mp4Muxer,
  VideoEncoder,
  VideoFrame,
} from '@napi-rs/webcodecs'
import { microsecond, setExactLength } from './exact-length.ts'
import { moveIndexFirst } from './fast-start.ts'
import { chooseSize, type Size } from './frame-size.ts'
import { decodeInputs, type GivenMedia } from './given-media.ts'
import type { VideoOrder } from './render-order.ts'
import { createScene } from './scene.ts'
import { encodeSoundtrack, type Soundtrack } from './soundtrack.ts'
import { createVideoPainter } from './video-painter.ts'

const codec = 'avc1.640028'
/** Maximum number of frames waiting in the encoder before drawing pauses. */
const queueLimit = 8

/** Renders a video as MP4 (H.264, and AAC where it has audio) that plays while it loads. */
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
  const video = await encodeFrames(order, given)
  const muxer = new Mp4Muxer()
  const [, firstMetadata] = video[0] ?? []
  muxer.addVideoTrack({
    codec,
    width: order.width,
    height: order.height,
    framerate: microsecond,
    ...describeCodec(firstMetadata),
  })
  if (audio) muxer.addAudioTrack(audio.track)
  interleave(muxer, video, audio?.chunks ?? [])
  const bytes = muxer.finalize()
  muxer.close()
  return setExactLength(moveIndexFirst(bytes), order.seconds)
}

/** Passes both tracks on in playing order. */
function interleave(muxer: Mp4Muxer, video: VideoChunks, audio: Soundtrack['chunks']): void {
  let next = 0
  for (const [frame, metadata] of video) {
    for (; next < audio.length; next++) {
      const [packet, description] = audio[next] as Soundtrack['chunks'][number]
      if (packet.timestamp > frame.timestamp) break
      muxer.addAudioChunk(packet, description)
    }
    muxer.addVideoChunk(frame, metadata)
  }
  for (const [packet, description] of audio.slice(next)) muxer.addAudioChunk(packet, description)
}

type VideoChunks = [EncodedVideoChunk, EncodedVideoChunkMetadata | undefined][]

/** In the shape of its start image, with as many pixels: it shows a resolution. */
function followShape(order: VideoOrder, { width, height }: Size): VideoOrder {
  const longSide = Math.sqrt((order.width * order.height * Math.max(width, height)) / Math.min(width, height))
  return { ...order, ...chooseSize({ ratio: `${width}:${height}`, longSide, cap: longSide, multiple: 2 }) }
}

async function encodeFrames(
  { key, prompt, width, height, seconds, framesPerSecond }: VideoOrder,
  given: GivenMedia,
): Promise<VideoChunks> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const scene = createScene({ key, prompt, width, height, grain: 0.025, hue: given.hue })
  const frames = Math.max(1, Math.round(seconds * framesPerSecond))
  const paint = createVideoPainter(scene, given, (frames - 1) / framesPerSecond)
  const chunks: VideoChunks = []
  let failure: Error | undefined
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => chunks.push([chunk, metadata]),
    error: (error) => {
      failure = error
    },
  })
  encoder.configure({
    codec,
    width,
    height,
    bitrate: Math.round(width * height * 11),
    framerate: framesPerSecond,
    latencyMode: 'quality',
    hardwareAcceleration: 'prefer-software',
    avc: { format: 'avc' },
  })
  for (let index = 0; index < frames && !failure; index++) {
    await paint(context, index / framesPerSecond)
    const { timestamp, duration } = frameTime(index, { frames, framesPerSecond, seconds })
    const frame = new VideoFrame(canvas, { timestamp, duration })
    encoder.encode(frame, { keyFrame: index % (framesPerSecond * 2) === 0 })
    frame.close()
    while (encoder.encodeQueueSize > queueLimit) await new Promise(setImmediate)
  }
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  return chunks
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

function describeCodec(metadata: EncodedVideoChunkMetadata | undefined) {
  const description = metadata?.decoderConfig?.description
  return description === undefined ? {} : { description: description as Uint8Array }
}
