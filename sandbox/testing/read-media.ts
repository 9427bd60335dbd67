import { createCanvas, loadImage } from '@napi-rs/canvas'
import { Mp4Demuxer, VideoDecoder, type VideoFrame } from '@napi-rs/webcodecs'
import { expect } from 'vitest'

/** An image of one colour. */
export function paintPng(color: string, width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/png')
}

export function toDataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}

export function imageUri(color: string, width: number, height: number): string {
  return toDataUri('image/png', paintPng(color, width, height))
}

/** Matches a colour within ten steps per channel. */
export function near(color: readonly number[]) {
  return color.map((channel) => expect.closeTo(channel, -1.3))
}

/** The average of red, green and blue, 0 to 255. */
function averageOf(pixels: Uint8ClampedArray | Uint8Array): number[] {
  const sums = [0, 0, 0]
  for (let index = 0; index < pixels.length; index++) {
    if (index % 4 < 3) sums[index % 4] = (sums[index % 4] ?? 0) + (pixels[index] ?? 0)
  }
  return sums.map((sum) => sum / (pixels.length / 4))
}

export async function readImage(png: Buffer) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return { width: image.width, height: image.height, average: averageOf(data) }
}

/** A video's size and the average colour of each of its frames. */
export async function readFrames(mp4: Uint8Array) {
  const averages: Promise<number[]>[] = []
  let size = [0, 0]
  async function measure(frame: VideoFrame): Promise<number[]> {
    const pixels = new Uint8Array(frame.codedWidth * frame.codedHeight * 4)
    size = [frame.codedWidth, frame.codedHeight]
    await frame.copyTo(pixels, { format: 'RGBA' })
    frame.close()
    return averageOf(pixels)
  }
  const decoder = new VideoDecoder({
    output: (frame) => averages.push(measure(frame)),
    error: (error) => expect.fail(String(error)),
  })
  const demuxer = new Mp4Demuxer({
    videoOutput: (chunk) => decoder.decode(chunk),
    error: (error) => expect.fail(String(error)),
  })
  await demuxer.loadBuffer(mp4)
  if (!demuxer.videoDecoderConfig) throw new Error('no video track')
  decoder.configure(demuxer.videoDecoderConfig)
  await demuxer.demuxAsync()
  await decoder.flush()
  // A frame's pixels are the decoder's until they are copied: closing it before can crash the process.
  const measured = await Promise.all(averages)
  decoder.close()
  demuxer.close()
  return { size, averages: measured }
}
