import { Buffer } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { decode } from 'jpeg-js'
import { decodePng, type Pixels } from './png.ts'

const mostFileBytes = 64 * 1024 * 1024
/** Its decoder needs many times the pixels; of larger ones there is a thumbnail. */
const jpegBounds = { maxResolutionInMP: 16, maxMemoryUsageInMB: 384 }

/** An image no longer than that on either side; null where it isn't there or can't be drawn. */
export async function readScaled(path: string, side: number): Promise<Pixels | null> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile() || info.size > mostFileBytes) return null
  const file = await readFile(path).catch(() => null)
  const image = file && (decodePng(file) ?? decodeJpeg(file))
  return image && scale(image, side)
}

export function decodeJpeg(file: Buffer): Pixels | null {
  if (!file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return null
  try {
    const { width, height, data } = decode(file, { ...jpegBounds, useTArray: true, formatAsRGBA: false })
    const isWhole = width > 0 && height > 0 && data.length === width * height * 3
    return isWhole ? { width, height, rgb: data } : null
  } catch {
    return null
  }
}

/** Each pixel the mean of those that it stands for. */
function scale(image: Pixels, side: number): Pixels {
  const factor = side / Math.max(image.width, image.height)
  const width = Math.max(1, Math.round(image.width * factor))
  const height = Math.max(1, Math.round(image.height * factor))
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const box = {
        left: Math.floor((x * image.width) / width),
        top: Math.floor((y * image.height) / height),
        width: Math.max(1, Math.floor(image.width / width)),
        height: Math.max(1, Math.floor(image.height / height)),
      }
      rgb.set(meanOf(image, box), (y * width + x) * 3)
    }
  return { width, height, rgb }
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
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
