import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findModel } from '../catalog/index.ts'
import { requestSchema } from '../catalog/json-schema.ts'
import { type Estimate, estimate } from './estimate.ts'
import { createEstimator } from './estimator.ts'
import { usd } from './money.ts'
import { pricePoint } from './price-table.ts'
import { fieldsOf, totalOf } from './total.ts'

const exact: Estimate = { kind: 'exact', microUsd: usd(0.3034) }
const range: Estimate = {
  kind: 'range',
  minMicroUsd: usd(0.1),
  maxMicroUsd: usd(1),
  fields: ['resolution', 'duration'],
}
const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.01) }

test('[PRICE14] a total adds exact prices and both ends of ranges, and names the fields that narrow it', () => {
  expect(totalOf([exact, exact, range])).toEqual({
    runs: 3,
    minMicroUsd: 706_800,
    maxMicroUsd: 1_606_800,
    boundMicroUsd: 1_606_800,
    unlisted: 0,
    rated: 0,
    rates: [],
    fields: ['resolution', 'duration'],
  })
})

test('[PRICE14] an estimate without a sum is counted and is in no sum but the bound', () => {
  expect(totalOf([exact, rate, { kind: 'unlisted' }, { kind: 'unlisted' }])).toMatchObject({
    minMicroUsd: 303_400,
    maxMicroUsd: 303_400,
    boundMicroUsd: 453_400,
    unlisted: 2,
    rated: 1,
  })
})

test('[PRICE21] runs by the second stand in the bound, by price and length, and apart where there is none', () => {
  const long: Estimate = { ...rate, longestSeconds: 60 }
  const endless: Estimate = { ...rate, longestSeconds: Number.MAX_SAFE_INTEGER }
  expect(totalOf([exact, rate, long, rate, endless])).toMatchObject({
    boundMicroUsd: 303_400 + 2 * 150_000 + 600_000,
    rated: 3,
    unlisted: 1,
    rates: [
      { runs: 2, seconds: 15, microUsdPerSecond: 10_000 },
      { runs: 1, seconds: 60, microUsdPerSecond: 10_000 },
    ],
  })
})

test('[PRICE15] a caching estimator returns what estimate returns, in any order of requests', () => {
  for (const id of ['v1', 'v2', 'i1', 'a1']) {
    const model = findModel(id)
    if (!model) throw new Error(`No model ${id}`)
    const given = { pricing: model.pricing, schema: requestSchema(model) }
    const estimator = createEstimator(given)
    const values = fc.record(
      {
        prompt: fc.string(),
        duration: fc.integer({ min: 1, max: 12 }),
        resolution: fc.constantFrom('480p', '512p', '720p', '1080p'),
        start_image: fc.constantFrom('', 'https://example.com/a.png'),
        start_video: fc.constantFrom('', 'https://example.com/a.mp4'),
        reference_images: fc.array(fc.constant('https://example.com/a.png'), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(values, (some) => {
        expect(estimator(some)).toEqual(estimate({ ...given, values: some }))
      }),
    )
  }
})

test('[PRICE15] priced requests are cached, as far as there is room', () => {
  const schema = { properties: { duration: { type: 'number' as const } } }
  const estimator = createEstimator({ pricing: { unit: 'second', points: [pricePoint(0.1, {})] }, schema })
  const first = estimator({ duration: 1, prompt: 'a' })
  for (let duration = 2; duration <= 2_000; duration += 1) estimator({ duration })
  expect(estimator({ duration: 1, prompt: 'b' })).toBe(first)
  const newest = estimator({ duration: 2_001 })
  expect(estimator({ duration: 2_001 })).toBe(newest)
  expect(estimator({ duration: 1 })).not.toBe(first)
  expect(estimator({ duration: 1 })).toEqual(first)
})

test('[PRICE7] an open rate names the fields that would settle it; all other estimates name nothing', () => {
  const open: Estimate = {
    kind: 'rate',
    microUsdPerSecond: usd(0.1),
    open: { minMicroUsdPerSecond: usd(0.05), fields: ['generate_audio'] },
  }
  expect(totalOf([open, range]).fields).toEqual(['generate_audio', 'resolution', 'duration'])
  for (const estimate of [rate, exact, { kind: 'unlisted' } as const]) expect(fieldsOf(estimate)).toEqual([])
})
