import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { requestSchema } from '../catalog/json-schema.ts'
import { type Estimate, estimate, upperEnd } from './estimate.ts'
import { microUsd, usd } from './money.ts'
import { settledSchema } from './price-schemas.ts'
import { resolutionOf } from './resolution-of.ts'
import { priceOf, type ResultMeasures, type Settled, settle } from './settle.ts'

const unmeasured: ResultMeasures = { width: null, height: null, durationSeconds: null, hasSound: null }

function modelOf(id: string) {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}.`)
  return { pricing: model.pricing, schema: requestSchema(model) }
}

function settleRun(
  id: string,
  values: Record<string, unknown>,
  ...results: Partial<ResultMeasures>[]
): Settled {
  const model = modelOf(id)
  const confirmed = estimate({ ...model, values })
  return settle({ confirmed, model, values, results: results.map((some) => ({ ...unmeasured, ...some })) })
}

const hd = { width: 1280, height: 720 }

describe('[PRICE18] a run that was open is priced by its result', () => {
  test.each<[string, Record<string, unknown>, Partial<ResultMeasures>, number]>([
    ['v10', { generate_audio: false }, { durationSeconds: 5.041 }, 0.35287],
    ['v10', {}, { durationSeconds: 5, hasSound: false }, 0.35],
    ['v10', {}, { durationSeconds: 5, hasSound: true }, 0.7],
    ['v1', { duration: 5 }, hd, 1.517],
    ['v1', {}, { ...hd, durationSeconds: 6 }, 1.8204],
    ['v1', { resolution: '480p' }, { durationSeconds: 4 }, 0.5392],
    ['v2', { duration: 6 }, { width: 1366, height: 768 }, 0.27],
    ['v2', { resolution: '768p' }, { durationSeconds: 7.04 }, 0.315],
    ['v5', { resolution: '768p' }, { durationSeconds: 10.01 }, 0.32],
    ['i2', {}, { width: 1024, height: 1024 }, 0.04],
    ['i2', {}, { width: 2048, height: 1152 }, 0.075],
  ])('%s with %j and a result of %j costs $%d', (id, values, result, dollars) => {
    expect(settleRun(id, values, result)).toMatchObject({ kind: 'exact', microUsd: usd(dollars) })
  })

  test('with the fields that were read, and how a price per second comes about', () => {
    expect(settleRun('v10', {}, { durationSeconds: 5, hasSound: true })).toEqual({
      kind: 'exact',
      microUsd: usd(0.7),
      working: { seconds: 5, microUsdPerSecond: usd(0.14) },
      read: { duration: 5, generate_audio: true },
    })
  })

  test('[PRICE23] names that an older library stored without values are kept', () => {
    const stored = { kind: 'exact', microUsd: 350_000, read: ['duration', 'resolution'] }
    expect(settledSchema.parse(stored)).toHaveProperty('read', { duration: null, resolution: null })
  })

  test.each<[string, Record<string, unknown>, Partial<ResultMeasures>, Record<string, unknown>]>([
    ['v10', { generate_audio: false }, { durationSeconds: 5, hasSound: false }, { duration: 5 }],
    ['v1', { duration: 5 }, { ...hd, durationSeconds: 5 }, { resolution: '720p' }],
    ['v1', { duration: 5 }, hd, { resolution: '720p' }],
  ])('%s with %j: what the request says is not read from %j', (id, values, result, read) => {
    expect(settleRun(id, values, result)).toHaveProperty('read', read)
  })

  test('its sound is read beside its size, and a length up to a quarter of a second off', () => {
    const result = { ...hd, durationSeconds: 5, hasSound: true }
    expect(settleRun('v10', {}, result)).toMatchObject({ kind: 'exact', microUsd: usd(0.7) })
    const longOf = (durationSeconds: number) =>
      settleRun('v5', { resolution: '768p' }, { durationSeconds }).kind
    expect([longOf(10.25), longOf(10.26)]).toEqual(['exact', 'up_to'])
  })
})

describe('[PRICE20] a run stays at its upper end', () => {
  test.each<[string, string, Record<string, unknown>, Partial<ResultMeasures>[], Settled]>([
    ['whose file is not here', 'v10', { generate_audio: false }, [], upTo(1.05, ['duration'])],
    ['whose file tells nothing', 'v10', { generate_audio: false }, [{}], upTo(1.05, ['duration'])],
    ['of an unusual size', 'v2', { duration: 6 }, [{ width: 160, height: 90 }], upTo(0.54, ['resolution'])],
    [
      'whose files differ',
      'v10',
      { generate_audio: false },
      [{ durationSeconds: 5 }, { durationSeconds: 6 }],
      upTo(1.05, ['duration']),
    ],
    ['whose sound is unknown', 'v10', {}, [{ durationSeconds: 5 }], upTo(0.7, ['generate_audio'])],
    [
      'with a length between two listed ones',
      'v5',
      { resolution: '768p' },
      [{ durationSeconds: 8 }],
      upTo(0.32, []),
    ],
  ])('%s', (_, id, values, results, expected) => {
    expect(settleRun(id, values, ...results)).toEqual(expected)
  })

  test('also where a rate with an open sound goes beyond the counted length', () => {
    expect(settleRun('v10', {}, { durationSeconds: 20 })).toEqual(upTo(2.8, ['generate_audio']))
  })

  test('without a model, with the fields that were open', () => {
    const confirmed: Estimate = range(0.1, 0.3)
    expect(settle({ confirmed, model: null, values: {}, results: [] })).toEqual(upTo(0.3, ['resolution']))
  })

  test.each<[string, number, number, Partial<ResultMeasures>]>([
    ['whose price would be higher', 0.1, 0.2, { width: 1366, height: 768 }],
    ['whose price would be lower', 0.4, 0.6, { width: 1366, height: 768 }],
    ['whose upper end would be higher', 0.1, 0.2, {}],
  ])('%s by a table that has changed', (_, least, most, result) => {
    const model = modelOf('v2')
    const results = [{ ...unmeasured, ...result }]
    const settled = settle({ confirmed: range(least, most), model, values: { duration: 6 }, results })
    expect(settled).toEqual(upTo(most, ['resolution']))
  })

  test('where the table is gone, or charges by the request now', () => {
    const { schema } = modelOf('v10')
    const open = { minMicroUsdPerSecond: microUsd(0), fields: [] }
    const confirmed: Estimate = { kind: 'rate', microUsdPerSecond: microUsd(5), open }
    const byRequest = { unit: 'request' as const, points: [{ microUsd: usd(0.5), dimensions: {} }] }
    const results = [{ ...unmeasured, durationSeconds: 5 }]
    for (const pricing of [null, byRequest])
      expect(settle({ confirmed, model: { pricing, schema }, values: {}, results })).toEqual({
        kind: 'up_to',
        microUsd: 75,
        fields: ['duration'],
      })
  })

  test('where what is open is nothing that a file shows', () => {
    const points = [true, false].map((fast) => ({ microUsd: usd(fast ? 2 : 1), dimensions: { fast } }))
    const model = {
      pricing: { unit: 'request' as const, points },
      schema: { properties: { fast: { type: 'boolean' as const } } },
    }
    const confirmed = estimate({ ...model, values: {} })
    const results = [{ ...unmeasured, hasSound: true }]
    expect(settle({ confirmed, model, values: {}, results })).toEqual(upTo(2, ['fast']))
  })

  test('or without a price where a rate can’t be counted', () => {
    const confirmed: Estimate = { kind: 'rate', microUsdPerSecond: usd(1), longestSeconds: 1e300 }
    expect(settle({ confirmed, model: null, values: {}, results: [] })).toEqual({ kind: 'unlisted' })
  })

  test('or without a price where none is listed', () => {
    expect(settleRun('a1', { prompt: 'x' }, { durationSeconds: 60 })).toEqual({ kind: 'unlisted' })
  })

  function range(least: number, most: number): Extract<Estimate, { kind: 'range' }> {
    return { kind: 'range', minMicroUsd: usd(least), maxMicroUsd: usd(most), fields: ['resolution'] }
  }

  function upTo(dollars: number, fields: string[]): Settled {
    return { kind: 'up_to', microUsd: usd(dollars), fields }
  }
})

test('[PRICE19] an exact price stays, whatever the table says now', () => {
  const confirmed: Estimate = { kind: 'exact', microUsd: usd(1) }
  const model = modelOf('v2')
  expect(settle({ confirmed, model, values: { duration: 6 }, results: [unmeasured] })).toEqual(confirmed)
})

describe('[PRICE17] what a run costs', () => {
  const range: Estimate = { kind: 'range', minMicroUsd: usd(1), maxMicroUsd: usd(3), fields: ['resolution'] }
  const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.1) }
  const exact: Settled = { kind: 'exact', microUsd: usd(2) }
  const upTo = (dollars: number): Settled => ({ kind: 'up_to', microUsd: usd(dollars), fields: ['duration'] })
  const span = (least: number, most: number): Estimate => ({
    kind: 'range',
    minMicroUsd: usd(least),
    maxMicroUsd: usd(most),
    fields: ['duration'],
  })

  test.each<[string, Estimate, Settled | null, Estimate]>([
    ['its estimate before it is settled', range, null, range],
    ['its settled price', range, exact, exact],
    ['from the least to what it is known to be at most', range, upTo(2), span(1, 2)],
    ['from nothing, where that is the least', range, upTo(1), span(0, 1)],
    ['from nothing, where it was a rate', rate, upTo(2), span(0, 2)],
    ['from nothing, where the most is below the least', range, upTo(0.5), span(0, 0.5)],
  ])('%s', (_, confirmed, settled, expected) => {
    expect(priceOf({ estimate: confirmed, settled })).toEqual(expected)
  })
})

const anyResult = fc.record({
  width: fc.option(fc.integer({ min: 1, max: 9000 })),
  height: fc.option(fc.integer({ min: 1, max: 9000 })),
  durationSeconds: fc.option(fc.double({ min: 0.01, max: 900, noNaN: true })),
  hasSound: fc.option(fc.boolean()),
})

test('[PRICE19] whatever a result shows, an exact price stays and a range is not left', () => {
  const anyValues = fc.record(
    {
      duration: fc.integer({ min: 1, max: 15 }),
      resolution: fc.constantFrom('480p', '512p', '720p', '768p', '1080p', '4k'),
      generate_audio: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...models),
      anyValues,
      fc.array(anyResult, { maxLength: 3 }),
      (model, values, results) => {
        const request = { pricing: model.pricing, schema: requestSchema(model) }
        const confirmed: Estimate = estimate({ ...request, values })
        const settled = settle({ confirmed, model: request, values, results })
        expect(settledSchema.parse(settled)).toEqual(settled)
        if (confirmed.kind === 'exact' || confirmed.kind === 'unlisted') {
          expect(settled).toEqual(confirmed)
          return
        }
        if (settled.kind === 'unlisted' || confirmed.kind !== 'range') return
        expect(settled.microUsd).toBeLessThanOrEqual(upperEnd(confirmed) ?? 0)
        if (settled.kind === 'exact') expect(settled.microUsd).toBeGreaterThanOrEqual(confirmed.minMicroUsd)
      },
    ),
  )
})

test('[PRICE19] a table that has changed since gives no other price than the confirmed ones', () => {
  const { schema } = modelOf('v10')
  const values = { generate_audio: false }
  const confirmed: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.07) }
  const pricing = { unit: 'second', points: [{ microUsd: usd(0.5), dimensions: {} }] } as const
  const model = { schema, pricing: { ...pricing, points: [...pricing.points] } }
  const results = [{ ...unmeasured, durationSeconds: 5 }]
  expect(settle({ confirmed, model, values, results })).toMatchObject({ kind: 'up_to', microUsd: usd(1.05) })
  expect(settle({ confirmed, model: null, values, results })).toMatchObject({
    kind: 'up_to',
    microUsd: usd(1.05),
  })
})

test.each<[number, number, string | null]>([
  [1280, 720, '720p'],
  [720, 1280, '720p'],
  [1366, 768, '768p'],
  [848, 480, '480p'],
  [832, 464, '480p'],
  [1920, 1080, '1080p'],
  [1920, 1088, '1080p'],
  [3840, 2160, '4k'],
  [160, 90, null],
  [20_000, 3, null],
])('[PRICE18] %d × %d is read as %s', (width, height, expected) => {
  expect(resolutionOf(['480p', '720p', '768p', '1080p', '4k', 'best', 7, true], { width, height })).toBe(
    expected,
  )
})
