import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { type JsonSchema, requestSchema } from '../catalog/json-schema.ts'
import type { Model } from '../catalog/model.ts'
import { loadPatterns } from '../json-schema/match-pattern.ts'
import { problemSchema } from '../json-schema/problem.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { inputReference } from './input-reference.ts'
import {
  findProblems,
  findProblemsInBody,
  findProblemsInGiven,
  findProblemsQuickly,
  type Problem,
} from './problems.ts'
import { unreadableJson } from './unreadable-json.ts'

function schemaOf(id: string): JsonSchema {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return requestSchema(model)
}

const url = 'https://example.com/a.png'
const long = `https://example.com/${'a'.repeat(1005)}`

test('a negative length is invalid in every model that has one', () => {
  const asking = models.filter(({ id }) => schemaOf(id).properties?.duration)
  expect(asking.length).toBeGreaterThan(5)
  for (const { id } of asking) {
    const found = findProblems(schemaOf(id), { prompt: 'a', duration: -5 })
    expect(found.filter(({ path }) => path[0] === 'duration')).not.toEqual([])
  }
})

describe('each fault has its own reason, with what a person needs to fix it', () => {
  test.each<[string, Record<string, unknown>, (string | number)[], object]>([
    ['v4', {}, ['prompt'], { code: 'missing' }],
    ['v4', { prompt: 'a'.repeat(4107) }, ['prompt'], { code: 'too_long', maximum: 4096, actual: 4107 }],
    ['i3', { prompt: '' }, ['prompt'], { code: 'too_short', minimum: 1, actual: 0 }],
    ['v4', { prompt: 'a', duration: 16 }, ['duration'], { code: 'too_large', maximum: 15 }],
    ['v4', { prompt: 'a', duration: 0 }, ['duration'], { code: 'too_small', minimum: 1 }],
    [
      'v4',
      { prompt: 'a', resolution: '4k' },
      ['resolution'],
      { code: 'not_an_option', options: ['480p', '720p', '1080p'] },
    ],
    ['v4', { prompt: 'a', camera: 1 }, ['camera'], { code: 'unknown_field' }],
    ['v4', { prompt: 7 }, ['prompt'], { code: 'wrong_type', expected: 'string' }],
    ['i3', { prompt: 'a', width: 1.5 }, ['width'], { code: 'wrong_type', expected: 'integer' }],
    [
      'v3',
      { prompt: 'a', reference_images: [url, url, url, url] },
      ['reference_images'],
      { code: 'too_many', maximum: 3, actual: 4 },
    ],
    ['i1', { prompt: 'a', style_images: [] }, ['style_images'], { code: 'too_few', minimum: 1, actual: 0 }],
    ['v4', { prompt: 'a', start_image: 'a.png' }, ['start_image'], { code: 'not_media' }],
    [
      'v4',
      { prompt: 'a', start_image: long },
      ['start_image'],
      { code: 'too_long', maximum: 1024, actual: 1025 },
    ],
    ['v3', { prompt: 'a', reference_images: [url, 'b'] }, ['reference_images', 1], { code: 'not_media' }],
    [
      'i1',
      { prompt: 'a', styles: [{ id: 's', strength: 3 }] },
      ['styles', 0, 'strength'],
      { code: 'too_large', maximum: 2 },
    ],
    ['i1', { prompt: 'a', styles: [{}] }, ['styles', 0, 'id'], { code: 'missing' }],
    [
      'i1',
      { prompt: 'a', styles: [{ id: 's', weight: 1 }] },
      ['styles', 0, 'weight'],
      { code: 'unknown_field' },
    ],
  ])('%s %j at %j', (id, values, path, reason) => {
    expect(findProblems(schemaOf(id), values)).toEqual([{ path, reason }])
  })

  test('several wrong fields are all named', () => {
    const problems = findProblems(schemaOf('v4'), { duration: 99, aspect_ratio: '2:1' })
    expect(problems.map(({ path }) => path[0]).sort()).toEqual(['aspect_ratio', 'duration', 'prompt'])
  })

  test('one of the person’s own files is allowed in media fields only', () => {
    const own = inputReference('0'.repeat(64))
    expect(findProblems(schemaOf('v4'), { prompt: 'a', start_image: own })).toEqual([])
    expect(findProblems(schemaOf('v4'), { prompt: 'a', resolution: own })).toHaveLength(1)
  })

  describe('a file’s final value is unknown while a form is filled, and checked once it is known', () => {
    const own = inputReference('0'.repeat(64))
    const text = { type: 'string' }
    test.each<[JsonSchema]>([
      [{ ...text, maxLength: 20 }],
      [{ ...text, pattern: '^https://' }],
      [{ ...text, minLength: 100 }],
      [{ ...text, format: 'uri' }],
      [{ ...text, not: { pattern: '^data:' } }],
      [
        {
          oneOf: [
            { ...text, pattern: '^https:' },
            { ...text, pattern: '^data:' },
          ],
        },
      ],
      [{ anyOf: [{ ...text, maxLength: 3 }, { type: 'null' }] }],
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      [{ if: { pattern: '^http' }, then: { maxLength: 3 }, else: { minLength: 3 } }],
    ])('%j', async (image) => {
      const list = { type: 'array', items: image, uniqueItems: true, contains: image, maxContains: 1 }
      const schema = { properties: { image, list } }
      await loadPatterns(schema)
      const values = { image: own, list: [own, inputReference('1'.repeat(64))] }
      expect(findProblems(schema, values)).toEqual([])
      expect(findProblems(schema, { ...values, list: [own, own] })).toEqual([
        { path: ['list'], reason: { code: 'not_unique' } },
      ])
    })

    test.each<[string, JsonSchema]>([
      ['too_long', { ...text, maxLength: 3 }],
      ['wrong_pattern', { ...text, pattern: '^data:' }],
      ['forbidden', { not: { pattern: '^http:' } }],
    ])('%s', async (code, image) => {
      const schema = { properties: { image } }
      await loadPatterns(schema)
      expect(findProblemsInBody(schema, { image: 'http://a' })).toMatchObject([
        { path: ['image'], reason: { code } },
      ])
    })
  })

  describe('a check slower than a key press is skipped while a form is filled, and made before it is sent', () => {
    const late = { type: 'string', pattern: '^(?:[ab]{1,100}){5}c$' }
    const schema: JsonSchema = {
      properties: {
        slow: late,
        endless: { not: late },
        first: { type: 'string', pattern: '^b' },
        count: { type: 'integer' },
      },
    }
    const values = { slow: 'a'.repeat(1_000), endless: 'a'.repeat(20_000), first: 'a', count: 0.5 }
    const named = (problems: readonly Problem[]) => problems.map(({ path }) => path[0])

    test('fast checks are made either way; undecidable ones are left to the service', async () => {
      await loadPatterns(schema)
      expect(named(findProblemsQuickly(schema, values))).toEqual(['first', 'count'])
      expect(named(findProblems(schema, values))).toEqual(['slow', 'first', 'count'])
    })
  })

  describe('unreadable JSON is invalid itself, and keeps no other field from being checked', () => {
    const json = unreadableJson('{"a":')
    const unreadable = { path: ['any'], reason: { code: 'not_json' } }

    test.each<[string, JsonSchema, Record<string, unknown>, unknown[]]>([
      ['beside it', { properties: { any: {}, n: { type: 'integer' } } }, { n: 0.5 }, [['n']]],
      ['itself', { properties: { any: { type: 'array', minItems: 2 } } }, {}, []],
      ['around it', { properties: { any: {} }, minProperties: 2 }, {}, [[]]],
      [
        'what hangs on it',
        { properties: { any: { const: 1 } }, not: { properties: { any: { const: 2 } } } },
        {},
        [],
      ],
      ['a field that is needed', { properties: { any: {}, n: {} }, required: ['n'] }, {}, [['n']]],
    ])('%s', (_, schema, values, others) => {
      const problems = findProblems(schema, { ...values, any: json })
      expect(problems[0]).toEqual(unreadable)
      expect(problems.slice(1).map(({ path }) => path)).toEqual(others)
    })

    test('and where it is within a value, the rest of that is checked', () => {
      const schema = {
        properties: { x: { items: { properties: { any: { type: 'array' }, n: { maximum: 1 } } } } },
      }
      expect(findProblems(schema, { x: [{ any: json, n: 2 }] })).toEqual([
        { ...unreadable, path: ['x', 0, 'any'] },
        { path: ['x', 0, 'n'], reason: { code: 'too_large', maximum: 1 } },
      ])
    })
  })

  test('an empty field is no problem while a form is being filled', () => {
    expect(findProblemsInGiven(schemaOf('v4'), {})).toEqual([])
    expect(findProblemsInGiven(schemaOf('v4'), { duration: 99 })).toHaveLength(1)
  })
})

describe('the form accepts what the catalogue accepts', () => {
  const request = fc
    .constantFrom(...models)
    .chain((model) => fc.record({ model: fc.constant(model), values: valuesFor(model) }))

  // Tries hundreds of values against compiled schemas.
  test('for any values of any model', () => {
    fc.assert(
      fc.property(request, ({ model, values }) => {
        const problems = findProblems(requestSchema(model), values)
        expect(problems.length === 0).toBe(model.request.safeParse(values).success)
        expect(problems.map((problem) => problemSchema.parse(JSON.parse(JSON.stringify(problem))))).toEqual(
          problems,
        )
      }),
      { numRuns: 1_000 },
    )
  }, 30_000)
})

/** Requests that are valid about as often as not. */
function valuesFor(model: Model): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(requestSchema(model).properties ?? {})
  const arbitraries = Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field)]))
  const given = fc.record(arbitraries, {
    requiredKeys: fields.some(([name]) => name === 'prompt') ? ['prompt'] : [],
  })
  return fc.oneof(
    { weight: 9, arbitrary: given },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
  )
}

/**
 * About as long as the longest URL, of signs that are one character and, except for the first, two UTF-16
 * units.
 */
const longUrls = fc
  .tuple(fc.constantFrom('a', '🦊'), fc.integer({ min: 1002, max: 1006 }))
  .map(([sign, length]) => `https://example.com/${sign.repeat(length)}`)

const medium = fc.oneof(
  fc.constantFrom(url, 'data:image/png;base64,AAAA', 'http://a/b', long, 'a.png', ''),
  longUrls,
)

function valueFor(field: JsonSchema): fc.Arbitrary<unknown> {
  const right = rightFor(field)
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() })
}

function rightFor(field: JsonSchema): fc.Arbitrary<unknown> {
  if (field.enum) return fc.constantFrom(...field.enum, ...field.enum, 'other')
  if (field['x-media']) return medium
  if (field['x-styles'])
    return lists(field, fc.record({ id: fc.string(), strength: fc.integer({ min: -3, max: 3 }) }))
  if (field['x-style-images'])
    return lists(field, fc.record({ url: medium, strength: fc.double() }, { requiredKeys: ['url'] }))
  if (field.type === 'array') return lists(field, fc.constantFrom(url, url, url, 'b'))
  if (field.type === 'boolean') return fc.boolean()
  if (field.type === 'string')
    return fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc
        .tuple(fc.constantFrom('a', 'é', '🦊'), fc.integer({ min: 4094, max: 4102 }))
        .map(([sign, length]) => sign.repeat(length)),
    )
  const { minimum = -10, maximum = 10 } = field
  return fc.oneof(
    fc.integer({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5, 0),
  )
}

function lists(field: JsonSchema, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(item, { maxLength: (field.maxItems ?? 3) + 1 })
}
