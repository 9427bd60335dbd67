import { openImageThread } from './image-thread.ts'
import { encodePng, type Pixels } from './png.ts'

/** How many files one sheet holds. */
export const mostCells = 36
const cellSide = 128
const gap = 4
const shades = { ground: 24, blank: 70, digit: 235 }

/** Digits of three by five points, row by row. */
const glyphs = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 1, 1],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
] as const

/** Where an image can be read: its thumbnail, which is small and there of videos too, or else the file. */
export type CellSource = readonly (string | null)[]

/**
 * Numbered cells in the given order; one of which nothing can be drawn is blank (decisions/0079), and so is what is left
 * when it is canceled.
 */
export async function makeContactSheet(sources: readonly CellSource[], signal: AbortSignal) {
  const columns = Math.min(sources.length, Math.ceil(Math.sqrt(sources.length)))
  const rows = Math.ceil(sources.length / columns)
  const width = columns * (cellSide + gap) + gap
  const height = rows * (cellSide + gap) + gap
  const sheet: Pixels = { width, height, rgb: new Uint8Array(width * height * 3).fill(shades.ground) }
  const isShown: boolean[] = []
  const thread = openImageThread(signal)
  try {
    for (const [index, source] of sources.entries()) {
      const left = gap + (index % columns) * (cellSide + gap)
      const top = gap + Math.floor(index / columns) * (cellSide + gap)
      const image = await readFirst(thread, source)
      fill(sheet, { left, top, width: cellSide, height: cellSide }, image ? shades.ground : shades.blank)
      if (image) draw(sheet, image, left, top)
      drawNumber(sheet, index + 1, left + 4, top + 4)
      isShown.push(image !== null)
    }
  } finally {
    await thread.close()
  }
  return { png: encodePng(sheet), isShown }
}

async function readFirst(thread: ReturnType<typeof openImageThread>, source: CellSource) {
  for (const path of source) {
    const image = path === null ? null : await thread.read(path, cellSide)
    if (image) return image
  }
  return null
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function fill({ rgb, width: stride }: Pixels, { left, top, width, height }: Box, shade: number): void {
  for (let row = top; row < top + height; row += 1)
    rgb.fill(shade, (row * stride + left) * 3, (row * stride + left + width) * 3)
}

/** In the middle of its cell. */
function draw(sheet: Pixels, { width, height, rgb }: Pixels, left: number, top: number): void {
  const [offsetX, offsetY] = [(cellSide - width) >> 1, (cellSide - height) >> 1]
  for (let y = 0; y < height; y += 1)
    sheet.rgb.set(
      rgb.subarray(y * width * 3, (y + 1) * width * 3),
      ((top + offsetY + y) * sheet.width + left + offsetX) * 3,
    )
}

const point = 3

function drawNumber(sheet: Pixels, number: number, left: number, top: number): void {
  const text = String(number)
  fill(
    sheet,
    { left: left - 2, top: top - 2, width: text.length * 4 * point + 3, height: 5 * point + 4 },
    shades.ground,
  )
  for (const [place, digit] of [...text].entries())
    for (const [row, bits] of (glyphs[Number(digit)] ?? []).entries())
      for (let column = 0; column < 3; column += 1)
        if (bits & (4 >> column))
          fill(
            sheet,
            {
              left: left + (place * 4 + column) * point,
              top: top + row * point,
              width: point,
              height: point,
            },
            shades.digit,
          )
}
