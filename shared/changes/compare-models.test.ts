import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { pricePoint } from '../pricing/price-table.ts'
import { changeBounds, modelChangesSchema } from './change-schemas.ts'
import { type ComparedModel, compareModels, type ModelChange } from './compare-models.ts'

const base: ComparedModel = {
  id: 'a',
  kind: 'image',
  label: 'Alpha',
  path: '/generate/image/acme/a',
  aliases: [],
  pricing: {
    unit: 'request',
    points: [pricePoint(0.1, { size: 'small' }), pricePoint(0.2, { size: 'large' })],
  },
  schema: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', maxLength: 100 },
      size: { enum: ['small', 'large'], default: 'small' },
      mood: { enum: ['calm', 'loud'], default: 'calm' },
      steps: { type: 'integer', minimum: 1, maximum: 50 },
    },
  },
}

function changed(part: Partial<ComparedModel>): ComparedModel {
  return { ...base, ...part }
}

function withField(name: string, schema: JsonSchema | null): ComparedModel {
  const { [name]: _, ...others } = base.schema.properties ?? {}
  const properties = schema === null ? others : { ...base.schema.properties, [name]: schema }
  return changed({ schema: { ...base.schema, properties } })
}

function changesOf(after: ComparedModel, before = base): readonly ModelChange[] {
  return compareModels([before], [after]).flatMap(({ changes }) => changes)
}

it('[CAT61] says each kind of change with what it was and is', () => {
  expect(changesOf(changed({ label: 'Alpha 2' }))).toEqual([
    { kind: 'renamed', before: 'Alpha', after: 'Alpha 2', isMoney: false },
  ])
  expect(changesOf(withField('steps', { type: 'integer', minimum: 2 }))).toEqual([
    { kind: 'bound', field: 'steps', bound: 'minimum', before: 1, after: 2, isMoney: false },
    { kind: 'bound', field: 'steps', bound: 'maximum', before: 50, after: null, isMoney: false },
  ])
  expect(changesOf(withField('mood', { enum: ['calm', 'wild'], default: 'wild' }))).toEqual([
    { kind: 'options', field: 'mood', added: ['wild'], removed: ['loud'], more: 0, isMoney: false },
    { kind: 'default', field: 'mood', before: 'calm', after: 'wild', isMoney: false },
  ])
  expect(changesOf(withField('seed', { type: 'integer' }))).toEqual([
    { kind: 'field_added', field: 'seed', isRequired: false, isMoney: false },
  ])
  expect(changesOf(withField('steps', null))).toEqual([
    { kind: 'field_removed', field: 'steps', isMoney: false },
  ])
  expect(changesOf(withField('steps', { type: 'string' })).at(-1)).toEqual({
    kind: 'form',
    field: 'steps',
    isMoney: false,
  })
  expect(changesOf(changed({ schema: { ...base.schema, required: ['prompt', 'mood'] } }))).toEqual([
    { kind: 'required', field: 'mood', isMoney: false },
  ])
})

it('[CAT61] finds a renamed field by its alias, a moved model by its headline, and tells added from gone', () => {
  const { steps, ...others } = base.schema.properties ?? {}
  const after = changed({
    schema: { ...base.schema, properties: { ...others, rounds: steps ?? {} } },
    aliases: [{ from: 'steps', to: 'rounds', until: null }],
  })
  expect(changesOf(after)).toEqual([{ kind: 'field_renamed', field: 'steps', to: 'rounds', isMoney: false }])
  const moved = changed({ id: 'b', path: '/generate/image/acme/b' })
  expect(compareModels([base], [moved])).toMatchObject([
    {
      modelId: 'b',
      changes: [{ kind: 'moved', before: base.path, after: moved.path, formerId: 'a', isMoney: true }],
    },
  ])
  const other = { ...moved, label: 'Beta' }
  expect(compareModels([base], [other])).toMatchObject([
    { modelId: 'a', changes: [{ kind: 'gone', isMoney: false }] },
    { modelId: 'b', changes: [{ kind: 'added', isMoney: false }] },
  ])
})

it('[CAT62] prices are of money, by their rows, and so is each change of a field that they read', () => {
  const pricing = {
    unit: 'request' as const,
    points: [pricePoint(0.14, { size: 'small' }), pricePoint(0.2, { size: 'large' })],
  }
  expect(changesOf(changed({ pricing }))).toEqual([
    {
      kind: 'price',
      before: 'request',
      after: 'request',
      rows: [{ dimensions: { size: 'small' }, before: 100_000, after: 140_000 }],
      more: 0,
      isMoney: true,
    },
  ])
  expect(changesOf(changed({ pricing: null }))).toMatchObject([
    { kind: 'price', after: null, rows: [{ after: null }, { after: null }], isMoney: true },
  ])
  expect(changesOf(withField('size', { enum: ['small', 'large'], default: 'large' }))).toEqual([
    { kind: 'default', field: 'size', before: 'small', after: 'large', isMoney: true },
  ])
  const unpriced = changed({ pricing: null })
  expect(
    changesOf({ ...withField('mood', { enum: ['calm', 'loud'], default: 'loud' }), pricing: null }, unpriced),
  ).toMatchObject([{ kind: 'default', isMoney: true }])
})

it('[CAT61] finds what changed in a part that a field refers to', () => {
  const withPart = (part: object) =>
    changed({
      schema: {
        type: 'object',
        properties: {
          style: { type: 'array', items: { $ref: '#/$defs/style' } },
          prompt: { type: 'string' },
        },
        $defs: { style: part },
      } as ComparedModel['schema'],
    })
  const [one, other] = [withPart({ type: 'object' }), withPart({ type: 'string' })]
  expect(changesOf(other, one)).toEqual([{ kind: 'form', field: 'style', isMoney: false }])
})

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', 'duration', 'has_a', 'x')
const values = fc.jsonValue({ maxDepth: 2 })
const fieldSchema = fc.dictionary(
  fc.constantFrom(
    'type',
    'enum',
    'default',
    'minimum',
    'maximum',
    'items',
    '$ref',
    'anyOf',
    'maxItems',
    'const',
  ),
  fc.oneof(values, fc.constant('string'), fc.array(values)),
)
const model = fc.record({
  id: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
  kind: fc.constantFrom('image' as const, 'video' as const),
  label: fc.string({ maxLength: 400 }),
  path: fc.option(fc.string()),
  aliases: fc.array(fc.record({ from: names, to: names, until: fc.constant(null) })),
  pricing: fc.option(
    fc.record({
      unit: fc.constantFrom('request' as const, 'second' as const),
      points: fc.array(
        fc.record({
          microUsd: fc.nat().map((amount) => amount as never),
          dimensions: fc.dictionary(names, fc.oneof(fc.string(), fc.nat(), fc.boolean())),
        }),
      ),
    }),
  ),
  schema: fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(names, fieldSchema),
    required: fc.array(names),
  }),
}) as fc.Arbitrary<ComparedModel>

it('[CAT63] never throws, fits its schema and its bounds, and equal readings have no difference', () => {
  fc.assert(
    fc.property(fc.array(model, { maxLength: 3 }), fc.array(model, { maxLength: 3 }), (before, after) => {
      const found = compareModels(before, after)
      expect(z.array(modelChangesSchema).safeParse(found).success).toBe(true)
      expect(compareModels(before, structuredClone(before))).toEqual([])
    }),
    { numRuns: 100 },
  )
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { type: 'string' }]))
  const [large] = compareModels([base], [changed({ schema: { type: 'object', properties: many } })])
  expect([large?.changes.length, large?.more]).toEqual([
    changeBounds.perModel,
    503 - changeBounds.perModel + 1,
  ])
})

it('[CAT61] [CAT63] every planted change of a field is found, and of that field alone', () => {
  const plants = fc.constantFrom<[string, (schema: JsonSchema) => JsonSchema | null]>(
    ['field_removed', () => null],
    ['default', (schema) => ({ ...schema, default: 'planted' })],
    ['bound', (schema) => ({ ...schema, maximum: 987_654 })],
    ['options', (schema) => ({ ...schema, enum: ['planted'] })],
  )
  const field = fc.constantFrom('size', 'mood', 'steps')
  fc.assert(
    fc.property(field, plants, (name, [kind, plant]) => {
      const schema = { ...(base.schema.properties?.[name] ?? {}) }
      const found = changesOf(withField(name, plant(schema)))
      expect(found.map((one) => one.kind)).toContain(kind)
      expect(new Set(found.map((one) => ('field' in one ? one.field : '')))).toEqual(new Set([name]))
    }),
  )
})
