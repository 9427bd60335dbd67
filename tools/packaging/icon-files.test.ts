import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { encodeIcns, encodeIco, readIcns, readIco } from './icon-files.ts'

const icons = fileURLToPath(new URL('../../resources/icons/', import.meta.url))
const png = (side: number) => ({ side, png: readFileSync(`${icons}linux/${side}x${side}.png`) })

test('an icon for Windows holds its images whole', () => {
  const images = [16, 48, 256].map(png)
  expect(readIco(Buffer.from(encodeIco(images)))).toEqual(images)
})

test('an icon for macOS holds each image under its types', () => {
  const file = Buffer.from(encodeIcns([16, 256, 512].map(png)))
  expect(file.toString('latin1', 0, 4)).toBe('icns')
  expect(file.readUInt32BE(4)).toBe(file.length)
  expect(readIcns(file)).toEqual([256, 256, 512, 512].map(png))
})
