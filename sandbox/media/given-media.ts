import { type Canvas, createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { GivenFile, RenderInputs } from './collect-inputs.ts'
import { hueOfRgb } from './color.ts'
import { type FilmReader, openFilm } from './film-reader.ts'
import { unreadable } from './render-refusal.ts'

type Drawable = Image | Canvas

/** The given pictures and films, decoded. */
export interface GivenMedia {
  readonly start: Image | null
  readonly end: Image | null
  readonly base: Image | null
  readonly startFilm: FilmReader | null
  readonly editFilm: FilmReader | null
  /** The hue in degrees that the look has in common; null without any, or where it is grey. */
  readonly hue: number | null
  /** Lets go of the films. */
  close(): void
}

/** Decodes what a request gives. Rejects with RenderRefusal. */
export async function decodeInputs(inputs: RenderInputs): Promise<GivenMedia> {
  const pictures = await Promise.all([inputs.start, inputs.end, inputs.base].map(decodePicture))
  const [start = null, end = null, base = null] = pictures
  const looks = (await Promise.all(inputs.look.map(decodePicture))).filter((image) => image !== null)
  const moments = (await Promise.all(inputs.lookFilms.map(sampleFilm))).flat()
  const startFilm = inputs.startFilm && (await openFilm(inputs.startFilm))
  const editFilm = inputs.editFilm && (await openFilm(inputs.editFilm))
  return {
    start,
    end,
    base,
    startFilm,
    editFilm,
    hue: commonHue([...looks, ...moments]),
    close() {
      startFilm?.close()
      editFilm?.close()
    },
  }
}

async function decodePicture(file: GivenFile | null): Promise<Image | null> {
  try {
    return file && (await loadImage(Buffer.from(file.bytes)))
  } catch (cause) {
    throw unreadable(file?.field ?? '', 'image', cause)
  }
}

/** Draws a picture over the whole canvas, cropped where its shape differs; `zoom` 1 is just that. */
export function drawCover(context: SKRSContext2D, image: Drawable, zoom: number): void {
  const { width, height } = context.canvas
  const scale = Math.max(width / image.width, height / image.height) * zoom
  const across = image.width * scale
  const down = image.height * scale
  context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down)
}

const sampleSide = 16

/** A film's first frame and the one in its middle, small. */
async function sampleFilm(file: GivenFile): Promise<Canvas[]> {
  const film = await openFilm(file)
  try {
    const samples: Canvas[] = []
    for (const seconds of [0, film.seconds / 2]) {
      const sample = createCanvas(sampleSide, sampleSide)
      sample.getContext('2d').drawImage(await film.frameAt(seconds), 0, 0, sampleSide, sampleSide)
      samples.push(sample)
    }
    return samples
  } finally {
    film.close()
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
