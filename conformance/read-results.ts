import { createCanvas, loadImage } from '@napi-rs/canvas'
import { Mp4Demuxer, VideoDecoder } from '@napi-rs/webcodecs'
import type { Job } from '../shared/api/job.ts'
import { expectThat } from './expectations.ts'
import { NotTried, Unmet } from './rule.ts'

/** A decoded video. */
export interface DecodedVideo {
  /** As the file says. */
  readonly seconds: number
  /** Frames that could be decoded. */
  readonly frames: number
  readonly hasAudio: boolean
}

/**
 * The bytes of a completed job's first result. NotTried where the record doesn't give its URL: only a webhook
 * must.
 */
export async function fetchResult({ status, result }: Job): Promise<Buffer> {
  expectThat(status === 'completed', 'a completed job', status)
  const urls = (result as { readonly urls?: unknown } | null)?.urls
  const [url] = Array.isArray(urls) ? (urls as unknown[]) : []
  if (typeof url !== 'string')
    throw new NotTried('the job’s record shows no urls, which only the webhook has to')
  const response = await fetch(url)
  expectThat(response.ok, `200 from ${url}`, String(response.status))
  return Buffer.from(await response.arrayBuffer())
}

/** Decodes every frame of an MP4; NotTried for another container. */
export async function decodeVideo(bytes: Buffer): Promise<DecodedVideo> {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') throw new NotTried('the result is no MP4')
  let frames = 0
  const failures: unknown[] = []
  const decoder = new VideoDecoder({
    output(frame) {
      frames += 1
      frame.close()
    },
    error: (error) => failures.push(error),
  })
  const demuxer = new Mp4Demuxer({
    videoOutput: (chunk) => decoder.decode(chunk),
    error: (error) => failures.push(error),
  })
  try {
    await demuxer.loadBuffer(bytes)
    if (!demuxer.videoDecoderConfig) throw new Unmet('a video track', 'none')
    decoder.configure(demuxer.videoDecoderConfig)
    await demuxer.demuxAsync()
    await decoder.flush()
    if (failures.length > 0) throw new Unmet('a video that decodes', String(failures[0]))
    const hasAudio = demuxer.tracks.some(({ trackType }) => trackType === 'audio')
    return { seconds: Number(demuxer.duration) / 1_000_000, frames, hasAudio }
  } finally {
    decoder.close()
    demuxer.close()
  }
}

/** An image's size, and its pixels as red, green, blue and alpha. */
export async function decodeImage(bytes: Buffer) {
  const image = await loadImage(bytes)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, pixels: context.getImageData(0, 0, width, height).data }
}
