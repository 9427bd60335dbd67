import { expect, test } from 'vitest'
import { models } from '../../../shared/catalog/index.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { pricePoint } from '../../../shared/pricing/price-table.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'
import { lowestPrice } from './model-summary.ts'

const clock = createFakeClock()

function list(paths: Readonly<Record<string, unknown>> = {}) {
  const catalogue = createCatalogue({ clock, modelPaths: () => ({}) })
  catalogue.describe(readDescription({ openapi: '3.1.0', paths }), 'service')
  return catalogue.list()
}

test('which models make audio and which resolutions they offer is known of the listed ones', () => {
  const known = list().filter(({ id }) => models.some((model) => model.id === id))
  expect(known.filter(({ makesAudio }) => makesAudio).map(({ id }) => id)).toEqual([
    'v1',
    'v3',
    'v4',
    'v10',
    'a1',
  ])
  expect(
    known.filter(({ resolutions }) => resolutions.some((one) => /^4k$/i.test(one))).map(({ id }) => id),
  ).toEqual(['v1', 'i7'])
})

test.each([
  ['a switch for it', { generate_audio: { type: 'boolean' } }, true],
  ['a switch by another name', { audio: { type: 'boolean' } }, true],
  ['an audio file to follow', { reference_audio: { type: 'string' } }, false],
  ['a volume', { audio_volume: { type: 'boolean' } }, false],
])('a described video model with %s', (_, properties, makesAudio) => {
  const schema = { type: 'object', properties }
  const post = { requestBody: { content: { 'application/json': { schema } } } }
  const described = list({ '/generate/video/a/b': { post } }).find(({ id }) => id === 'a-b')
  expect(described?.makesAudio).toBe(makesAudio)
})

const lengths = (field: JsonSchema): JsonSchema => ({ type: 'object', properties: { duration: field } })
const five = lengths({ type: 'number', minimum: 4, maximum: 15 })

test('[PICK40] prices by the second and by the run are compared by one result of 5 s or the next longer length', () => {
  expect(lowestPrice(null, five)).toBeNull()
  const bySecond = { unit: 'second' as const, points: [pricePoint(0.14, {}), pricePoint(0.07, {})] }
  const exampleOf = (schema: Parameters<typeof lowestPrice>[1]) => lowestPrice(bySecond, schema)?.example
  expect(lowestPrice(bySecond, five)).toEqual({
    unit: 'second',
    microUsd: usd(0.07),
    example: { microUsd: usd(0.35), seconds: 5 },
    lowered: null,
  })
  expect(exampleOf({ type: 'object', properties: {} })?.seconds).toBe(5)
  expect(exampleOf(lengths({ type: 'number', minimum: 8 }))).toEqual({ microUsd: usd(0.56), seconds: 8 })
  expect(exampleOf(lengths({ type: 'number', maximum: 3 }))).toEqual({ microUsd: usd(0.21), seconds: 3 })
  expect(exampleOf(lengths({ type: 'integer', enum: [4, 10, 6] }))?.seconds).toBe(6)
  expect(exampleOf(lengths({ type: 'integer', enum: [1, 4] }))?.seconds).toBe(4)
  // A description may name any bounds.
  expect(exampleOf(lengths({ type: 'number', minimum: 1e300 }))).toBeNull()
  const byRun = [
    pricePoint(0.1, { duration: 6 }),
    pricePoint(0.09, { duration: 4 }),
    pricePoint(0.15, { duration: 10 }),
  ]
  expect(lowestPrice({ unit: 'request', points: byRun }, five)).toEqual({
    unit: 'request',
    microUsd: usd(0.09),
    example: { microUsd: usd(0.1), seconds: 6 },
    lowered: null,
  })
  const others = [pricePoint(0.04, { duration: 0 }), pricePoint(0.05, { duration: 'long' })]
  expect(lowestPrice({ unit: 'request', points: others }, five)?.example).toEqual({
    microUsd: usd(0.04),
    seconds: null,
  })
})

test('[PICK41] a price that only a medium leads to is kept apart', () => {
  const schema = { type: 'object', properties: { reference_videos: { type: 'array' } } } as const
  const points = [
    pricePoint(0.08, { resolution: '480p', has_reference_videos: true }),
    pricePoint(0.13, { resolution: '480p', has_reference_videos: false }),
    pricePoint(0.9, { resolution: '4k', has_reference_videos: true }),
  ]
  expect(lowestPrice({ unit: 'second', points }, schema)).toEqual({
    unit: 'second',
    microUsd: usd(0.13),
    example: { microUsd: usd(0.65), seconds: 5 },
    lowered: { field: 'reference_videos', microUsd: usd(0.4) },
  })
  // Where every price takes one, the lowest of them is the lowest.
  expect(lowestPrice({ unit: 'second', points: points.slice(0, 1) }, schema)).toMatchObject({
    microUsd: usd(0.08),
    lowered: null,
  })
})
