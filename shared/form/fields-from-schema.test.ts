import { expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { type JsonSchema, requestSchema } from '../catalog/json-schema.ts'
import type { Field } from './field.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'

function fieldsOf(id: string): Map<string, Field> {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return new Map(fieldsFromSchema(requestSchema(model)).map((field) => [field.name, field]))
}

function kindOf(schema: JsonSchema, name = 'x'): string | undefined {
  return fieldsFromSchema({ type: 'object', properties: { [name]: schema } })[0]?.kind
}

test('a model’s fields stand in the listing’s order, each with the kind its value has', () => {
  expect([...fieldsOf('v1')].map(([name, field]) => [name, field.kind])).toEqual([
    ['prompt', 'prompt'],
    ['start_image', 'media'],
    ['end_image', 'media'],
    ['aspect_ratio', 'aspect-ratio'],
    ['reference_images', 'media-list'],
    ['reference_videos', 'media-list'],
    ['reference_audios', 'media-list'],
    ['duration', 'number'],
    ['resolution', 'enumeration'],
    ['seed', 'seed'],
  ])
})

test('bounds, units, options, defaults and what is required come along', () => {
  expect(fieldsOf('v1').get('duration')).toMatchObject({
    minimum: 4,
    maximum: 15,
    unit: 'seconds',
    required: false,
  })
  expect(fieldsOf('v1').get('reference_images')).toMatchObject({ media: 'image', minItems: 0, maxItems: 9 })
  expect(fieldsOf('v4').get('prompt')).toMatchObject({ required: true, minLength: 0, maxLength: 4096 })
  expect(fieldsOf('i3').get('prompt')).toMatchObject({ minLength: 1, maxLength: null })
  expect(fieldsOf('i3').get('width')).toMatchObject({ kind: 'integer', minimum: 1, maximum: null })
  expect(fieldsOf('i4').get('guidance_scale')).toMatchObject({ kind: 'number', defaultValue: 3, maximum: 24 })
  expect(fieldsOf('i6').get('thinking_mode')).toMatchObject({
    kind: 'enumeration',
    options: ['fast', 'high'],
  })
  expect(fieldsOf('i1').get('styles')).toMatchObject({
    kind: 'styles',
    maxItems: 3,
    strength: { minimum: -2, maximum: 2 },
  })
  expect(fieldsOf('i1').get('style_images')).toMatchObject({
    kind: 'style-images',
    minItems: 1,
    maxItems: null,
  })
  expect(fieldsOf('a1').get('force_instrumental')).toMatchObject({ kind: 'switch' })
})

test('no field of the 19 models has to be entered as JSON', () => {
  const kinds = models.flatMap((model) => fieldsFromSchema(requestSchema(model)).map((field) => field.kind))
  expect(kinds).not.toContain('json')
})

test.each<[string, JsonSchema]>([
  ['enumeration', { enum: ['a', 1, null, true] }],
  ['aspect-ratio', { enum: ['16:9', '1:1'] }],
  ['enumeration', { enum: ['16:9', 'auto'] }],
  ['json', { enum: ['a', { b: 1 }] }],
  ['integer', { type: 'integer' }],
  ['text', { type: 'string' }],
  ['object', { type: 'object', properties: { a: { type: 'string' } } }],
  ['json', { type: 'object' }],
  ['json', { type: ['string', 'null'] }],
  ['json', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  ['json', { type: 'array', items: { type: 'string' } }],
  ['json', {}],
])('what a schema allows can always be entered: a field of kind %s for %j', (kind, schema) => {
  expect(kindOf(schema)).toBe(kind)
})

test('only a whole number called seed is a seed, only a text called prompt a prompt', () => {
  expect(kindOf({ type: 'integer' }, 'seed')).toBe('seed')
  expect(kindOf({ type: 'number' }, 'seed')).toBe('number')
  expect(kindOf({ type: 'string' }, 'prompt')).toBe('prompt')
})

test('a nested object’s fields are fields themselves', () => {
  const nested = {
    type: 'object',
    required: ['b'],
    properties: { a: { type: 'boolean' }, b: { type: 'number' } },
  }
  const [field] = fieldsFromSchema({ type: 'object', properties: { camera: nested } })
  expect(field).toMatchObject({
    kind: 'object',
    fields: [
      { name: 'a', kind: 'switch', required: false },
      { name: 'b', kind: 'number', required: true },
    ],
  })
})

test('a schema without properties has no fields', () => {
  expect(fieldsFromSchema({ type: 'object' })).toEqual([])
})
