import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { RenderInputs } from './collect-inputs.ts'
import { hueOfRgb } from './color.ts'

/** The given pictures, decoded. */
export interface GivenPictures {
  readonly start: Image | null
  readonly end: Image | null
  readonly base: Image | null
  /** The hue in degrees that the look pictures have in common; null without any, or where they are grey. */
  readonly hue: number | null
}

export async function decodeInputs({ start, end, base, look }: RenderInputs): Promise<GivenPictures> {
  const decode = async (bytes: Uint8Array | null) => (bytes ? loadImage(Buffer.from(bytes)) : null)
  const looks = await Promise.all(look.map((bytes) => loadImage(Buffer.from(bytes))))
  return {
    start: await decode(start),
    end: await decode(end),
    base: await decode(base),
    hue: commonHue(looks),
  }
}

/** Draws a picture over the whole canvas, cropped where its shape differs; `zoom` 1 is just that. */
export function drawCover(context: SKRSContext2D, image: Image, zoom: number): void {
  const { width, height } = context.canvas
  const scale = Math.max(width / image.width, height / image.height) * zoom
  const across = image.width * scale
  const down = image.height * scale
  context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down)
}

const sampleSide = 16

function commonHue(images: readonly Image[]): number | null {
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
