import { readFile, stat } from 'node:fs/promises'
import { decodePng, encodePng, type Pixels } from './png.ts'

/** How many files one sheet holds. */
export const mostCells = 36
const cellSide = 128
const gap = 4
const mostFileBytes = 64 * 1024 * 1024
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

/** Numbered cells in the given order; a file that is not here or no PNG is a blank one (decisions/0079). */
export async function makeContactSheet(paths: readonly (string | null)[]) {
  const columns = Math.min(paths.length, Math.ceil(Math.sqrt(paths.length)))
  const rows = Math.ceil(paths.length / columns)
  const width = columns * (cellSide + gap) + gap
  const height = rows * (cellSide + gap) + gap
  const sheet: Pixels = { width, height, rgb: new Uint8Array(width * height * 3).fill(shades.ground) }
  const isShown: boolean[] = []
  for (const [index, path] of paths.entries()) {
    const left = gap + (index % columns) * (cellSide + gap)
    const top = gap + Math.floor(index / columns) * (cellSide + gap)
    const image = path === null ? null : await readImage(path)
    fill(sheet, { left, top, width: cellSide, height: cellSide }, image ? shades.ground : shades.blank)
    if (image) drawScaled(sheet, image, left, top)
    drawNumber(sheet, index + 1, left + 4, top + 4)
    isShown.push(image !== null)
  }
  return { png: encodePng(sheet), isShown }
}

async function readImage(path: string): Promise<Pixels | null> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile() || info.size > mostFileBytes) return null
  const file = await readFile(path).catch(() => null)
  return file && decodePng(file)
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

/** Fitted into the cell, each pixel the mean of those that it stands for. */
function drawScaled(sheet: Pixels, image: Pixels, left: number, top: number): void {
  const scale = cellSide / Math.max(image.width, image.height)
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const [offsetX, offsetY] = [(cellSide - width) >> 1, (cellSide - height) >> 1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const box = {
        left: Math.floor((x * image.width) / width),
        top: Math.floor((y * image.height) / height),
        width: Math.max(1, Math.floor(image.width / width)),
        height: Math.max(1, Math.floor(image.height / height)),
      }
      const at = ((top + offsetY + y) * sheet.width + left + offsetX + x) * 3
      sheet.rgb.set(meanOf(image, box), at)
    }
}

function meanOf({ rgb, width: stride, height: rows }: Pixels, box: Box): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = box.top; y < Math.min(rows, box.top + box.height); y += 1)
    for (let x = box.left; x < Math.min(stride, box.left + box.width); x += 1) {
      const at = (y * stride + x) * 3
      sums[0] += rgb[at] ?? 0
      sums[1] += rgb[at + 1] ?? 0
      sums[2] += rgb[at + 2] ?? 0
      count += 1
    }
  return [sums[0] / count, sums[1] / count, sums[2] / count]
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
