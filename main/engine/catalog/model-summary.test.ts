import { expect, test } from 'vitest'
import { models } from '../../../shared/catalog/index.ts'
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

test('prices by the second and by the run are compared by the second', () => {
  expect(lowestPrice(null)).toBeNull()
  expect(lowestPrice({ unit: 'second', points: [pricePoint(0.14, {}), pricePoint(0.07, {})] })).toEqual({
    unit: 'second',
    microUsd: usd(0.07),
    seconds: null,
    perSecond: usd(0.07),
  })
  const lengths = [pricePoint(0.1, { duration: 6 }), pricePoint(0.15, { duration: 10 })]
  expect(lowestPrice({ unit: 'request', points: lengths })).toEqual({
    unit: 'request',
    microUsd: usd(0.1),
    seconds: 6,
    perSecond: usd(0.015),
  })
  const others = [pricePoint(0.04, { duration: 0 }), pricePoint(0.05, { duration: 'long' })]
  expect(lowestPrice({ unit: 'request', points: others })).toMatchObject({ seconds: null, perSecond: null })
})
