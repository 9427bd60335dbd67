import { expect, test } from 'vitest'
import { inputReference } from './input-reference.ts'
import { findUntakenFiles } from './untaken-files.ts'

const address = { type: 'string', format: 'uri' }
const [heic, png] = ['a'.repeat(64), 'b'.repeat(64)] as const
const image = (mediaType: string) => ({ kind: 'image', mediaType }) as const
const fileOf = (sha256: string) => image(sha256 === heic ? 'image/heic' : 'image/png')

test('[INP345] what is no medium has a place only where any file is sent as its bytes', () => {
  const part = { type: 'string', format: 'atelier-input', 'x-file-part': true }
  const any = { ...part, 'x-media': 'file' }
  const schema = {
    type: 'object',
    properties: {
      look: any,
      looks: { type: 'array', items: any },
      image: { ...part, 'x-media': 'image' },
      media: { ...part, 'x-media': 'any' },
      image_url: address,
      claims: { ...address, 'x-media': 'file' },
      anything: {},
    },
  }
  const value = inputReference(png)
  const names = ['image', 'media', 'image_url', 'claims', 'anything', 'unknown']
  const values = Object.fromEntries([...names, 'look'].map((name) => [name, value]))
  const other = () => ({ kind: 'other', mediaType: 'application/zip' }) as const
  expect(findUntakenFiles(schema, { ...values, looks: [value] }, other)).toEqual(
    names.map((name) => ({ path: [name], reason: { code: 'not_a_medium' } })),
  )
  expect(findUntakenFiles(schema, values, () => image('image/png'))).toEqual([])
})

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
  expect(findUntakenFiles(schema, values, fileOf)).toEqual(
    [['image_url'], ['image_urls', 1], ['scene', 'image_url'], ['shots', 1, 'image_url']].map((path) => ({
      path,
      reason: { code: 'heic' },
    })),
  )
  expect(findUntakenFiles(schema, values, () => image('image/png'))).toEqual([])
})
