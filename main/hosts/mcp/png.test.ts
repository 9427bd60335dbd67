import { expect, test } from 'vitest'
import { decodePng, encodePng, type Pixels } from './png.ts'

/** As a photo is: smooth, with a little noise. */
function photo(width: number, height: number): Pixels {
  const rgb = new Uint8Array(width * height * 3)
  let noise = 1
  for (let at = 0; at < rgb.length; at += 1) {
    noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31
    rgb[at] = 110 + 100 * Math.sin(at / 3 / width / 40) + ((noise >> 16) % 17)
  }
  return { width, height, rgb }
}

test('[AGENT25] what is encoded decodes to the same, but for what nobody sees', () => {
  const image = photo(61, 47)
  const decoded = decodePng(encodePng(image))
  expect(decoded).toMatchObject({ width: 61, height: 47 })
  const most = Math.max(...image.rgb.map((value, at) => value - (decoded?.rgb[at] ?? 0)))
  expect(most).toBeLessThan(4)
})

test('[AGENT25] a full contact sheet stays below what clients take as one result', () => {
  const side = 6 * 132 + 4
  expect(encodePng(photo(side, side)).toString('base64').length).toBeLessThan(1_000_000)
})
