import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { requestSchema } from '../catalog/json-schema.ts'
import { type Estimate, estimate, upperEnd } from './estimate.ts'
import { usd } from './money.ts'
import { resolutionOf } from './resolution-of.ts'
import { type ResultMeasures, type Settled, settle } from './settle.ts'

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
      read: ['duration', 'generate_audio'],
    })
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

  test('or without a price where none is listed', () => {
    expect(settleRun('a1', { prompt: 'x' }, { durationSeconds: 60 })).toEqual({ kind: 'unlisted' })
  })

  function upTo(dollars: number, fields: string[]): Settled {
    return { kind: 'up_to', microUsd: usd(dollars), fields }
  }
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
