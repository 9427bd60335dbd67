import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'
import {
  emptyRow,
  type FieldRow,
  faultsOf,
  ownFieldsBounds,
  readOwnFields,
  rowsOfSchema,
  rowTypes,
  schemaOfRows,
} from './own-fields.ts'
import { findProblems } from './problems.ts'

const row = (change: Partial<FieldRow>): FieldRow => ({ ...emptyRow, name: 'x', ...change })

test('[FORM82] rows of fields make a form', () => {
  const schema = schemaOfRows([
    row({ name: ' prompt ', required: true, max: '500' }),
    row({ name: 'steps', type: 'integer', min: '1', max: '50' }),
    row({ name: 'strength', type: 'number', max: '0.5' }),
    row({ name: 'hd', type: 'switch' }),
    row({ name: 'style', type: 'choice', options: 'calm, loud, calm,' }),
    row({ name: 'seconds', type: 'choice', options: '5, 10' }),
    row({ name: 'start', type: 'image', required: true }),
    row({ name: 'clips', type: 'videos', max: '3' }),
    row({ name: 'voice', type: 'audio' }),
    emptyRow,
  ])
  const fields = fieldsFromSchema(schema)
  expect(fields.map(({ name, kind, required }) => `${name} ${kind}${required ? '!' : ''}`)).toEqual([
    'prompt prompt!',
    'steps integer',
    'strength number',
    'hd switch',
    'style enumeration',
    'seconds enumeration',
    'start media!',
    'clips media-list',
    'voice media',
  ])
  expect(fields[4]).toMatchObject({ options: ['calm', 'loud'] })
  expect(fields[5]).toMatchObject({ options: [5, 10] })
  expect(fields[7]).toMatchObject({ media: 'video', maxItems: 3 })
  expect(findProblems(schema, { prompt: 'a', start: 'https://a.dev/b.png', steps: 51 })).toMatchObject([
    { path: ['steps'] },
  ])
})

test.each([
  ['name', { name: '', max: '5' }],
  ['name', { name: 'a'.repeat(101) }],
  ['min', { type: 'integer', min: 'one' }],
  ['min', { type: 'integer', min: '1.5' }],
  ['min', { type: 'text', min: '-1' }],
  ['max', { type: 'images', max: '-1' }],
  ['max', { type: 'number', max: 'Infinity' }],
  ['order', { type: 'number', min: '2', max: '1' }],
  ['options', { type: 'choice', options: ' , ' }],
  [null, { type: 'integer', min: '-3' }],
  [null, { type: 'switch', min: 'left from another type' }],
  [null, { name: '' }],
] as const)('[FORM82] a row that is no field says its fault: %s %j', (fault, change) => {
  expect(faultsOf([row(change)])).toEqual([fault])
})

test('[FORM82] two rows of one name are no form', () => {
  expect(faultsOf([row({}), row({ name: 'x ' }), row({ name: 'y' })])).toEqual([null, 'same_name', null])
})

test('[FORM83] a schema that rows can make is shown as rows again, another one is not', () => {
  const names = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((name) => name.trim() !== '')
  const anyRow = fc.record({
    name: fc.oneof(names, fc.constantFrom('__proto__', 'constructor', 'toString', '1')),
    type: fc.constantFrom(...rowTypes),
    required: fc.boolean(),
    min: fc.constantFrom('', '0', '2'),
    max: fc.constantFrom('', '3', '40'),
    options: fc.constantFrom('', 'a, b', '1, 2'),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 6 }), (rows) => {
      fc.pre(faultsOf(rows).every((fault) => fault === null))
      const schema = schemaOfRows(rows)
      const again = rowsOfSchema(schema)
      expect(again).not.toBeNull()
      const { required = [], ...rest } = schemaOfRows(again ?? [])
      expect({ ...rest, required: required.toSorted() }).toEqual({
        ...schema,
        required: (schema.required ?? []).toSorted(),
      })
      expect(
        fieldsFromSchema(schema)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(rows.map(({ name }) => name.trim()).toSorted())
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const rows = rowsOfSchema({ type: 'object', properties: { a: value as JsonSchema } })
      if (rows !== null) expect(schemaOfRows(rows).properties).toEqual({ a: value })
    }),
  )
  expect(rowsOfSchema({ type: 'object', properties: { a: { type: 'string', pattern: 'b' } } })).toBeNull()
  expect(rowsOfSchema({ type: 'object', properties: {}, additionalProperties: false })).toBeNull()
})

test.each([
  ['not_json', '{"type": "object", '],
  ['no_object', '[]'],
  ['no_object', 'null'],
  ['no_fields', '{}'],
  ['no_fields', '{"type": "string"}'],
  ['too_large', `{"a":${'['.repeat(ownFieldsBounds.depth)}${']'.repeat(ownFieldsBounds.depth)}}`],
  ['too_large', `"${'a'.repeat(ownFieldsBounds.bytes)}"`],
])('[FORM84] a text that is no request says why: %s', (code, text) => {
  expect(readOwnFields(text)).toEqual({ ok: false, error: { code } })
})

test('[FORM84] a text of JSON Schema is a request, also by reference', () => {
  const read = readOwnFields('{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"prompt":{"type":"string"}}}}}')
  expect(read.ok && fieldsFromSchema(read.value)).toMatchObject([{ kind: 'prompt' }])
})
