import { expect, test } from 'vitest'
import { inputReference } from './input-reference.ts'
import { findUntakenHeic } from './untaken-heic.ts'

const address = { type: 'string', format: 'uri' }
const [heic, png] = ['a'.repeat(64), 'b'.repeat(64)] as const
const typeOf = (sha256: string) => (sha256 === heic ? 'image/heic' : 'image/png')

test('[INP22] a HEIC file in a field that doesn’t take it is a problem at its place', () => {
  const taking = { ...address, 'x-takes-heic': true }
  const schema = {
    type: 'object',
    properties: {
      image_url: address,
      photo_url: taking,
      image_urls: { type: 'array', items: address },
      scene: { type: 'object', properties: { image_url: address, photo_url: taking } },
      shots: { type: 'array', items: { type: 'object', properties: { image_url: address } } },
      anything: {},
    },
  }
  const value = inputReference(heic)
  const values = {
    image_url: value,
    photo_url: value,
    image_urls: [inputReference(png), value],
    scene: { image_url: value, photo_url: value },
    shots: [{ image_url: inputReference(png) }, { image_url: value }],
    anything: { image_url: value },
    unknown: value,
  }
  expect(findUntakenHeic(schema, values, typeOf)).toEqual(
    [['image_url'], ['image_urls', 1], ['scene', 'image_url'], ['shots', 1, 'image_url']].map((path) => ({
      path,
      reason: { code: 'heic' },
    })),
  )
  expect(findUntakenHeic(schema, values, () => 'image/png')).toEqual([])
})
