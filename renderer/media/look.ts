/** What a thumbnail looks like: its average and its dominant color in hexadecimal digits, and a perceptual hash. */
export interface Look {
  readonly color: string
  readonly accent: string
  readonly hash: string
}

/** The side of the small image that the colors are read from. */
export const colorSide = 32
/** That of the hash: one more column than bits in a row. */
export const hashSize = { width: 9, height: 8 } as const

/** From the pixels of both small images, four bytes each. */
export function lookOf(colors: Uint8ClampedArray, greys: Uint8ClampedArray): Look {
  return { ...colorsOf(colors), hash: hashOf(greys) }
}

const binsASide = 4

/** The average, and that of the bin with most of what is colorful: a blue sky with a grey town under it is blue. */
function colorsOf(pixels: Uint8ClampedArray): Pick<Look, 'color' | 'accent'> {
  const bins = Array.from({ length: binsASide ** 3 }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }))
  const all = { red: 0, green: 0, blue: 0 }
  const count = pixels.length / 4
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    all.red += red
    all.green += green
    all.blue += blue
    const weight = 8 + Math.max(red, green, blue) - Math.min(red, green, blue)
    const place = (red >> 6) * binsASide ** 2 + (green >> 6) * binsASide + (blue >> 6)
    const bin = bins[place]
    if (!bin) continue
    bin.weight += weight
    bin.red += red * weight
    bin.green += green * weight
    bin.blue += blue * weight
  }
  const top = bins.reduce((best, bin) => (bin.weight > best.weight ? bin : best))
  const weight = Math.max(1, top.weight)
  return {
    color: hexOf(all.red / count, all.green / count, all.blue / count),
    accent: hexOf(top.red / weight, top.green / weight, top.blue / weight),
  }
}

/** A difference hash: each bit says whether a pixel is brighter than the one right of it. */
function hashOf(pixels: Uint8ClampedArray): string {
  const brightness = (column: number, row: number) => {
    const at = (row * hashSize.width + column) * 4
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
  }
  let digits = ''
  for (let row = 0; row < hashSize.height; row += 1) {
    let bits = 0
    for (let column = 0; column < hashSize.width - 1; column += 1)
      bits = (bits << 1) | (brightness(column, row) > brightness(column + 1, row) ? 1 : 0)
    digits += bits.toString(16).padStart(2, '0')
  }
  return digits
}

function hexOf(...parts: readonly number[]): string {
  return parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')
}

/** Draws something small and reads how it looks. */
export function readLook(source: CanvasImageSource): Look {
  return lookOf(pixelsOf(source, colorSide, colorSide), pixelsOf(source, hashSize.width, hashSize.height))
}

function pixelsOf(source: CanvasImageSource, width: number, height: number): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas to draw on.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}
