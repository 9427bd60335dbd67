import { type Canvas, createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { GivenFile, RenderInputs } from './collect-inputs.ts'
import { hueOfRgb } from './color.ts'
import { unreadable } from './render-refusal.ts'
import { openVideo, type VideoReader } from './video-reader.ts'

type Drawable = Image | Canvas

/** The given images and videos, decoded. */
export interface GivenMedia {
  readonly start: Image | null
  readonly end: Image | null
  readonly base: Image | null
  readonly startVideo: VideoReader | null
  readonly editVideo: VideoReader | null
  /** The hue in degrees common to the look; null without one, or where it is grey. */
  readonly hue: number | null
  /** Closes the videos. */
  close(): void
}

/** Decodes the input files of a request. Rejects with RenderRefusal. */
export async function decodeInputs(inputs: RenderInputs): Promise<GivenMedia> {
  const images = await Promise.all([inputs.start, inputs.end, inputs.base].map(decodeImage))
  const [start = null, end = null, base = null] = images
  const looks = (await Promise.all(inputs.look.map(decodeImage))).filter((image) => image !== null)
  const moments = (await Promise.all(inputs.lookVideos.map(sampleVideo))).flat()
  const startVideo = inputs.startVideo && (await openVideo(inputs.startVideo))
  const editVideo = inputs.editVideo && (await openVideo(inputs.editVideo))
  return {
    start,
    end,
    base,
    startVideo,
    editVideo,
    hue: commonHue([...looks, ...moments]),
    close() {
      startVideo?.close()
      editVideo?.close()
    },
  }
}

async function decodeImage(file: GivenFile | null): Promise<Image | null> {
  try {
    return file && (await loadImage(file.bytes))
  } catch (cause) {
    throw unreadable(file?.field ?? '', 'image', cause)
  }
}

/** Draws an image over the whole canvas, cropped where its shape differs; `zoom` 1 is just that. */
export function drawCover(context: SKRSContext2D, image: Drawable, zoom: number): void {
  const { width, height } = context.canvas
  const scale = Math.max(width / image.width, height / image.height) * zoom
  const across = image.width * scale
  const down = image.height * scale
  context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down)
}

const sampleSide = 16

/** A video's first frame and the one in its middle, small. */
async function sampleVideo(file: GivenFile): Promise<Canvas[]> {
  const video = await openVideo(file)
  try {
    const samples: Canvas[] = []
    for (const seconds of [0, video.seconds / 2]) {
      const sample = createCanvas(sampleSide, sampleSide)
      sample.getContext('2d').drawImage(await video.frameAt(seconds), 0, 0, sampleSide, sampleSide)
      samples.push(sample)
    }
    return samples
  } finally {
    video.close()
  }
}

function commonHue(images: readonly Drawable[]): number | null {
  if (images.length === 0) return null
  const context = createCanvas(sampleSide * images.length, sampleSide).getContext('2d')
  for (const [index, image] of images.entries()) {
    context.drawImage(image, index * sampleSide, 0, sampleSide, sampleSide)
  }
  const { data } = context.getImageData(0, 0, sampleSide * images.length, sampleSide)
  const sums = [0, 0, 0]
  for (let index = 0; index < data.length; index++) {
    if (index % 4 < 3) sums[index % 4] = (sums[index % 4] ?? 0) + (data[index] ?? 0)
  }
  const pixels = data.length / 4
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / pixels / 255)
  return hueOfRgb(red, green, blue)
}
