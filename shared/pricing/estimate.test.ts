import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { type JsonSchema, requestSchema } from '../catalog/json-schema.ts'
import { findProblems } from '../form/problems.ts'
import { type Estimate, estimate, priceFields, upperEnd, wrongPriceFields } from './estimate.ts'
import { microUsd, usd } from './money.ts'
import { estimateSchema, priceTableSchema } from './price-schemas.ts'
import type { PriceTable } from './price-table.ts'
import { pricePoint } from './price-table.ts'

function price(id: string, values: Record<string, unknown> = {}): Estimate {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return estimate({ pricing: model.pricing, schema: requestSchema(model), values })
}

const clip = ['https://example.com/a.mp4']

describe('[PRICE2] every listed row, to the micro-dollar', () => {
  test.each([
    ['480p', true, 80_900],
    ['480p', false, 134_800],
    ['720p', true, 182_000],
    ['720p', false, 303_400],
    ['1080p', true, 409_600],
    ['1080p', false, 682_600],
    ['4k', true, 933_100],
    ['4k', false, 1_555_200],
  ])('V1 %s, video reference %s', (resolution, reference, microUsdPerSecond) => {
    const values = { resolution, duration: 7, ...(reference ? { reference_videos: clip } : {}) }
    expect(price('v1', values)).toEqual({
      kind: 'exact',
      microUsd: microUsdPerSecond * 7,
      working: { seconds: 7, microUsdPerSecond },
    })
  })

  test.each([
    ['v2', '512p', [100_000, 315_000, 360_000, 405_000, 150_000]],
    ['v2', '768p', [270_000, 315_000, 360_000, 405_000, 450_000]],
    ['v2', '1080p', [540_000, 630_000, 720_000, 810_000, 900_000]],
  ])('%s %s, 6 to 10 seconds', (id, resolution, amounts) => {
    const priced = [6, 7, 8, 9, 10].map((duration) => price(id, { resolution, duration }))
    expect(priced).toEqual(amounts.map((microUsd) => ({ kind: 'exact', microUsd })))
  })

  test.each([
    ['v6', { resolution: '768p', duration: 6 }, 280_000],
    ['v6', { resolution: '1080p', duration: 6 }, 490_000],
    ['v6', { resolution: '1080p', duration: 10 }, 490_000],
    ['v6', { resolution: '768p', duration: 10 }, 560_000],
    ['v5', { resolution: '1080p' }, 330_000],
  ])('%s %j', (id, values, microUsd) => {
    expect(price(id, values)).toEqual({ kind: 'exact', microUsd })
  })

  test.each([
    ['v4', '480p', 80_000],
    ['v4', '720p', 140_000],
    ['v4', '1080p', 250_000],
    ['v7', '480p', 50_000],
    ['v7', '720p', 70_000],
  ])('%s %s per second', (id, resolution, microUsdPerSecond) => {
    for (const seconds of [1, 2.5, 15]) {
      expect(price(id, { resolution, duration: seconds })).toEqual({
        kind: 'exact',
        microUsd: microUsdPerSecond * seconds,
        working: { seconds, microUsdPerSecond },
      })
    }
  })
})

test('[PRICE3] a length between whole seconds is priced to the nearest micro-dollar, with its working', () => {
  expect(price('v1', { resolution: '480p', duration: 4.33333 })).toEqual({
    kind: 'exact',
    microUsd: 584_133,
    working: { seconds: 4.33333, microUsdPerSecond: 134_800 },
  })
})

describe('[PRICE4] [PRICE5] open fields make a range and are named in the form’s order', () => {
  test.each([
    ['v1', {}, 80_900 * 4 + 215_600, 1_555_200 * 15, ['duration', 'resolution']],
    ['v1', { resolution: '720p' }, 303_400 * 4, 303_400 * 15, ['duration']],
    ['v1', { duration: 5, reference_videos: clip }, 80_900 * 5, 933_100 * 5, ['resolution']],
    ['v2', {}, 100_000, 900_000, ['resolution', 'duration']],
    ['v2', { resolution: '512p' }, 100_000, 405_000, ['duration']],
    ['v2', { duration: 10 }, 150_000, 900_000, ['resolution']],
    ['v4', {}, 80_000, 3_750_000, ['duration', 'resolution']],
    ['v6', { resolution: '768p' }, 280_000, 560_000, ['duration']],
    ['v7', { resolution: '480p' }, 50_000, 750_000, ['duration']],
  ])('%s %j', (id, values, minMicroUsd, maxMicroUsd, fields) => {
    expect(price(id, values)).toEqual({ kind: 'range', minMicroUsd, maxMicroUsd, fields })
  })
})

test('[PRICE6] V5’s length and I2’s tier have no field: no field can narrow their ranges', () => {
  expect(price('v5', { resolution: '768p' })).toEqual({
    kind: 'range',
    minMicroUsd: 190_000,
    maxMicroUsd: 320_000,
    fields: [],
  })
  expect(price('v5')).toMatchObject({ minMicroUsd: 190_000, maxMicroUsd: 330_000, fields: ['resolution'] })
  expect(price('i2')).toEqual({ kind: 'range', minMicroUsd: 40_000, maxMicroUsd: 75_000, fields: [] })
})

test('[PRICE7] V10 has no field for its length: a rate, open while the audio is', () => {
  expect(price('v10', { generate_audio: true })).toEqual({ kind: 'rate', microUsdPerSecond: 140_000 })
  expect(price('v10', { generate_audio: false })).toEqual({ kind: 'rate', microUsdPerSecond: 70_000 })
  expect(price('v10')).toEqual({
    kind: 'rate',
    microUsdPerSecond: 140_000,
    open: { minMicroUsdPerSecond: 70_000, fields: ['generate_audio'] },
  })
})

test.each([
  ['v6', { resolution: '768p', duration: 7 }],
  ['v6', { duration: 8 }],
  ['v2', { resolution: '768p', duration: 6.5 }],
  ['v2', { resolution: '4k' }],
  ['v4', { resolution: '4k', duration: 5 }],
])('[PRICE8] %s %j is in no row and has no listed price', (id, values) => {
  expect(price(id, values)).toEqual({ kind: 'unlisted' })
})

test('[PRICE9] a model without a table has no listed price, whatever the request', () => {
  const without = models.filter(({ pricing }) => pricing === null).map(({ id }) => id)
  expect(without).toContain('v3')
  for (const id of without)
    expect(price(id, { prompt: 'a', duration: 5, resolution: '1K' })).toEqual({ kind: 'unlisted' })
})

test('[PRICE10] an empty list of reference videos is no reference', () => {
  const values = { resolution: '480p', duration: 4 }
  expect(price('v1', { ...values, reference_videos: [] })).toEqual(price('v1', values))
  expect(price('v1', { ...values, reference_videos: clip })).not.toEqual(price('v1', values))
  expect(price('v1', { ...values, reference_images: clip })).toEqual(price('v1', values))
})

const table: PriceTable = {
  unit: 'request',
  points: [
    pricePoint(0.1, { quality: 'low', hasStyleImage: true }),
    pricePoint(0.2, { quality: 'high', hasStyleImage: true }),
  ],
}
const styled: JsonSchema = {
  type: 'object',
  properties: {
    quality: { type: 'string', enum: ['low', 'high'], default: 'low' },
    style_image: { type: 'string' },
  },
}

describe('[PRICE10] whether a field is filled chooses the row', () => {
  const pricing: PriceTable = {
    unit: 'request',
    points: [pricePoint(0.1, { has_audio: true }), pricePoint(0.05, { has_audio: false })],
  }
  const schema: JsonSchema = { properties: { audio: {} } }
  const priced = (audio: unknown) => estimate({ pricing, schema, values: { audio } })

  test.each([undefined, null, '', false, []].map((audio) => [audio]))('%j is not filled', (audio) => {
    expect(priced(audio)).toEqual({ kind: 'exact', microUsd: 50_000 })
  })

  test.each([true, 'a', 0, ['a'], {}].map((audio) => [audio]))('%j is filled', (audio) => {
    expect(priced(audio)).toEqual({ kind: 'exact', microUsd: 100_000 })
  })
})

test('[PRICE6] a dimension that does not begin with has_ is not about a filled field', () => {
  const points = [pricePoint(0.1, { hat_audio: true }), pricePoint(0.05, { hat_audio: false })]
  const schema: JsonSchema = { properties: { audio: {} } }
  expect(estimate({ pricing: { unit: 'request', points }, schema, values: { audio: 'a' } })).toMatchObject({
    kind: 'range',
    fields: [],
  })
})

/** Ten cents a second of a length with this description. */
function priceSeconds(duration: JsonSchema, values: Record<string, unknown>): Estimate {
  const pricing: PriceTable = { unit: 'second', points: [pricePoint(0.1, {})] }
  return estimate({ pricing, schema: { properties: { duration } }, values })
}

test('[PRICE11] a stated length is priced as if it were chosen, until another one is', () => {
  const field: JsonSchema = { type: 'integer', default: 5, minimum: 1, maximum: 10 }
  const priced = (values: Record<string, unknown>) => priceSeconds(field, values)
  const exact = (seconds: number) => ({
    kind: 'exact',
    microUsd: 100_000 * seconds,
    working: { seconds, microUsdPerSecond: 100_000 },
  })
  expect(priced({})).toEqual(exact(5))
  expect(priced({ duration: null })).toEqual(exact(5))
  expect(priced({ duration: 7 })).toEqual(exact(7))
  expect(priced({ duration: 0 })).toEqual(exact(0))
})

test.each<[JsonSchema, Record<string, unknown>]>([
  [{}, { duration: -5 }],
  [{ default: -5 }, {}],
  [{ minimum: -10, maximum: -5 }, {}],
  [{ enum: [-5, 10] }, {}],
  [{}, { duration: '5' }],
  [{ minimum: 1 }, {}],
  [{ enum: ['short', 'long'] }, {}],
  [{ enum: [] }, {}],
])('[PRICE7] a length with %j stated and %j requested has no sum: a rate', (field, values) => {
  expect(priceSeconds(field, values)).toEqual({ kind: 'rate', microUsdPerSecond: 100_000 })
})

test.each([{ maximum: 10 }, { minimum: -5, maximum: 10 }])(
  '[PRICE7] a length with %j stated is a rate with the longest one',
  (field) => {
    expect(priceSeconds(field, {})).toEqual({ kind: 'rate', microUsdPerSecond: 100_000, longestSeconds: 10 })
  },
)

test.each<[JsonSchema, number, number]>([
  [{ minimum: 2, maximum: 10 }, 200_000, 1_000_000],
  [{ enum: [10, 'long', 2, 5] }, 200_000, 1_000_000],
  [{ minimum: 0, maximum: 10 }, 0, 1_000_000],
  [{ minimum: 1, enum: [2, 5] }, 200_000, 500_000],
  [{ maximum: 9, enum: [2, 5] }, 200_000, 500_000],
])('[PRICE4] an open length within %j spans both ends', (field, minMicroUsd, maxMicroUsd) => {
  const range = { kind: 'range', minMicroUsd, maxMicroUsd, fields: ['duration'] }
  expect(priceSeconds(field, {})).toEqual(range)
  // An impossible length counts as none.
  expect(priceSeconds(field, { duration: -5 })).toEqual(range)
})

test('[PRICE4] an open length with one option costs as much as that option', () => {
  expect(priceSeconds({ enum: [5] }, {})).toEqual({ kind: 'exact', microUsd: 500_000 })
})

test.each([
  ['6', 100_000],
  [6, 100_000],
  [10, 200_000],
])('[PRICE2] a row is found whether it holds the text or the number: %j', (duration, microUsd) => {
  const points = [pricePoint(0.1, { duration: 6 }), pricePoint(0.2, { duration: '10' })]
  const schema: JsonSchema = { properties: { duration: {} } }
  expect(estimate({ pricing: { unit: 'request', points }, schema, values: { duration } })).toEqual({
    kind: 'exact',
    microUsd,
  })
})

describe('[PRICE5] a field that moves only one end of the range narrows it', () => {
  const schema: JsonSchema = { properties: { size: {}, speed: {} } }
  const rows = (...dollars: [number, number, number, number]): PriceTable => ({
    unit: 'request',
    points: dollars.map((amount, index) =>
      pricePoint(amount, { size: index < 2 ? 'small' : 'large', speed: index % 2 === 0 ? 'slow' : 'fast' }),
    ),
  })

  test.each([
    ['the lower', rows(1, 2, 2, 2)],
    ['the upper', rows(1, 1, 1, 2)],
  ])('%s', (_, pricing) => {
    expect(estimate({ pricing, schema, values: {} })).toEqual({
      kind: 'range',
      minMicroUsd: 1_000_000,
      maxMicroUsd: 2_000_000,
      fields: ['size', 'speed'],
    })
  })
})

test('[PRICE6] a dimension without a field is none of the price’s fields', () => {
  const fieldsOf = (id: string) => {
    const model = findModel(id)
    return model && priceFields({ pricing: model.pricing, schema: requestSchema(model) })
  }
  expect([fieldsOf('v5'), fieldsOf('i2'), fieldsOf('v3')]).toEqual([['resolution'], [], []])
  expect(fieldsOf('v1')?.toSorted()).toEqual(['duration', 'reference_videos', 'resolution'])
})

test('[PRICE14] the most that a run may cost is its price or its upper end, and nothing where no sum is listed', () => {
  expect(upperEnd({ kind: 'exact', microUsd: microUsd(3) })).toBe(3)
  const range = { kind: 'range', minMicroUsd: microUsd(1), maxMicroUsd: microUsd(2), fields: [] } as const
  expect(upperEnd({ ...range, fields: [] })).toBe(2)
  expect(upperEnd({ kind: 'unlisted' })).toBeNull()
})

test('[PRICE17] a price per second counts at the longest listed length, else at fifteen seconds', () => {
  const rate = { kind: 'rate', microUsdPerSecond: usd(0.07) } as const
  expect(upperEnd(rate)).toBe(usd(1.05))
  expect(upperEnd({ ...rate, longestSeconds: 8 })).toBe(usd(0.56))
  expect(upperEnd({ ...rate, microUsdPerSecond: microUsd(Number.MAX_SAFE_INTEGER) })).toBeNull()
})

test('[PRICE1] a table of either unit is read, with dimensions of text, numbers and booleans, and no other', () => {
  for (const unit of ['request', 'second']) {
    const read = { unit, points: [{ microUsd: 1, dimensions: { a: 'b', c: 1, d: true } }] }
    expect(priceTableSchema.parse(read)).toEqual(read)
  }
  const point = { microUsd: 1, dimensions: {} }
  expect(priceTableSchema.safeParse({ unit: 'hour', points: [point] }).success).toBe(false)
  const deep = { ...point, dimensions: { a: ['b'] } }
  expect(priceTableSchema.safeParse({ unit: 'request', points: [deep] }).success).toBe(false)
})

test('[PRICE11] a stated default is the price until another value is chosen', () => {
  const priced = (values: Record<string, unknown>) => estimate({ pricing: table, schema: styled, values })
  expect(priced({ style_image: 'a' })).toEqual({ kind: 'exact', microUsd: 100_000 })
  expect(priced({ style_image: 'a', quality: 'high' })).toEqual({ kind: 'exact', microUsd: 200_000 })
})

test('[PRICE10] a description’s camelCase dimensions name the snake_case fields', () => {
  expect(estimate({ pricing: table, schema: styled, values: {} })).toEqual({ kind: 'unlisted' })
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['v4', { prompt: 'a', duration: 99 }, ['duration']],
  ['v4', { duration: 5, aspect_ratio: '2:1' }, []],
  ['v4', {}, []],
  [
    'v1',
    { duration: 99, resolution: '8k', reference_videos: ['no video'] },
    ['duration', 'resolution', 'reference_videos'],
  ],
  ['v3', { duration: 99 }, []],
  ['i1', { resolution: '9k', seed: 0.5 }, []],
])('[PRICE16] of %s, %j has invalid price fields: %j', (id, values, fields) => {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  const schema = requestSchema(model)
  const wrong = wrongPriceFields({ pricing: model.pricing, schema }, findProblems(schema, values))
  expect(wrong.toSorted()).toEqual(fields.toSorted())
})

test.each<[PriceTable['unit'], string[], unknown, string[]]>([
  ['second', ['duration'], undefined, []],
  ['second', [], 99, ['duration']],
  ['request', [], 99, []],
])(
  '[PRICE16] a price per %s, duration needed %j and given %j: invalid is %j',
  (unit, required, duration, fields) => {
    const schema = { properties: { duration: { maximum: 10 } }, required }
    const pricing = { unit, points: [pricePoint(1, {})] }
    expect(wrongPriceFields({ pricing, schema }, findProblems(schema, { duration }))).toEqual(fields)
  },
)

test('[PRICE13] V6 at 1080p costs the same for each listed length: exact, though the length is open', () => {
  expect(price('v6', { resolution: '1080p' })).toEqual({ kind: 'exact', microUsd: 490_000 })
  expect(price('v5', { resolution: '1080p' })).toEqual({ kind: 'exact', microUsd: 330_000 })
})

describe('[PRICE12] a whole request costs what its parts predicted', () => {
  const whole = fc
    .constantFrom(...models.filter(({ pricing }) => pricing !== null))
    .chain((model) => fc.record({ model: fc.constant(model), values: wholeRequest(requestSchema(model)) }))

  test('for any request and any part of it', () => {
    fc.assert(
      fc.property(
        whole,
        fc.array(fc.constantFrom('resolution', 'duration', 'generate_audio')),
        ({ model, values }, omitted) => {
          const rest = Object.fromEntries(
            Object.entries(values).filter(([name]) => !omitted.some((left) => left === name)),
          )
          const schema = requestSchema(model)
          const full = spanOf(estimate({ pricing: model.pricing, schema, values }))
          const part = spanOf(estimate({ pricing: model.pricing, schema, values: rest }))
          if (full === null) return
          expect(part).not.toBeNull()
          expect(part?.[0]).toBeLessThanOrEqual(full[0])
          expect(part?.[1]).toBeGreaterThanOrEqual(full[1])
        },
      ),
      { numRuns: 500 },
    )
  })

  test('and every estimate survives the transfer to another process', () => {
    fc.assert(
      fc.property(whole, ({ model, values }) => {
        const priced = estimate({ pricing: model.pricing, schema: requestSchema(model), values })
        expect(estimateSchema.parse(JSON.parse(JSON.stringify(priced)))).toEqual(priced)
      }),
    )
  })
})

/** Values for the fields that can determine a price; each may be absent. */
function wholeRequest(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = schema.properties ?? {}
  const arbitraries = {
    ...(fields.resolution ? { resolution: fc.constantFrom(...(fields.resolution.enum ?? [])) } : {}),
    ...(fields.duration
      ? {
          duration: fc.oneof(
            fc.integer({ min: fields.duration.minimum ?? 0, max: fields.duration.maximum ?? 0 }),
            fc.double({ min: fields.duration.minimum ?? 0, max: fields.duration.maximum ?? 0, noNaN: true }),
          ),
        }
      : {}),
    ...(fields.generate_audio ? { generate_audio: fc.boolean() } : {}),
    ...(fields.reference_videos ? { reference_videos: fc.constantFrom([], clip) } : {}),
  }
  return fc.record(arbitraries, { requiredKeys: [] })
}

/** The minimum and maximum cost, in micro-dollars (a second's price for a rate); null where not listed. */
function spanOf(priced: Estimate): readonly [number, number] | null {
  switch (priced.kind) {
    case 'exact':
      return [priced.microUsd, priced.microUsd]
    case 'range':
      return [priced.minMicroUsd, priced.maxMicroUsd]
    case 'rate':
      return [priced.open?.minMicroUsdPerSecond ?? priced.microUsdPerSecond, priced.microUsdPerSecond]
    case 'unlisted':
      return null
  }
}

test('[JOB31] whatever a description says of a length’s field, an estimate never throws', () => {
  const pricing = { unit: 'second' as const, points: [{ microUsd: microUsd(120_000), dimensions: {} }] }
  const anything = fc.jsonValue()
  fc.assert(
    fc.property(anything, anything, anything, anything, (enumeration, minimum, maximum, duration) => {
      const schema = {
        properties: { duration: { enum: enumeration, minimum, maximum } },
      } as unknown as JsonSchema
      estimateSchema.parse(estimate({ pricing, schema, values: { duration } }))
    }),
  )
  const endless = { properties: { duration: { minimum: 1, maximum: 1e308 } } }
  const rate = { kind: 'rate', microUsdPerSecond: 120_000 }
  expect(estimate({ pricing, schema: endless, values: {} })).toEqual(rate)
  expect(estimate({ pricing, schema: endless, values: { duration: 1e300 } })).toEqual(rate)
})

test('a dimension is not found among what every object has', () => {
  const points = ['a', 'b'].map((name, at) => ({
    microUsd: microUsd(at + 1),
    dimensions: { constructor: name },
  }))
  const pricing = { unit: 'request' as const, points }
  expect(estimate({ pricing, schema: { properties: {} }, values: {} })).toMatchObject({
    kind: 'range',
    minMicroUsd: 1,
    maxMicroUsd: 2,
  })
})
