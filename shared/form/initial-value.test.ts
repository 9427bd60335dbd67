import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { checkValue } from '../json-schema/check.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'
import { initialValue } from './initial-value.ts'
import { findProblems } from './problems.ts'
import { readJson, unreadableJson } from './unreadable-json.ts'

function begin(schema: JsonSchema): unknown {
  const [field] = fieldsFromSchema({ properties: { x: schema }, required: ['x'] })
  return field && initialValue(field)
}

test.each<[JsonSchema, unknown]>([
  [{ type: 'string' }, ''],
  [{ type: 'integer', minimum: 3 }, 3],
  [{ type: 'number' }, null],
  [{ type: 'boolean' }, false],
  [{ enum: ['b', 'a'] }, 'b'],
  [{ type: 'string', default: 'd' }, 'd'],
  [{ const: 7 }, 7],
  [{ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2 }, [1, 1]],
  [{ type: 'array', prefixItems: [{ type: 'boolean' }, { enum: ['x'] }] }, [false, 'x']],
  [
    {
      type: 'object',
      properties: {
        tag: { const: 'a' },
        free: { type: 'string' },
        inner: { type: 'object', properties: { kind: { const: 1 } }, required: ['kind'] },
      },
      required: ['tag', 'free', 'inner'],
    },
    { tag: 'a', inner: { kind: 1 } },
  ],
  [
    {
      oneOf: [
        { type: 'object', properties: { mode: { const: 'm' } }, required: ['mode'] },
        { type: 'string' },
      ],
    },
    { mode: 'm' },
  ],
  [{ type: ['string', 'null'] }, null],
  [
    { type: 'array', items: { type: 'string' }, minItems: 1_000_000_000 },
    Array.from({ length: 20 }, () => ''),
  ],
])('%j begins as %j', (schema, value) => expect(begin(schema)).toEqual(value))

test('a chosen alternative starts with a value that identifies it', () => {
  const forms = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(forms, (tags) => {
      const oneOf = tags.map((tag) => ({
        type: 'object',
        properties: { kind: { const: tag } },
        required: ['kind'],
      }))
      const [field] = fieldsFromSchema({ properties: { x: { oneOf } } })
      if (field?.kind !== 'union') throw new Error('No union')
      for (const [index, form] of field.forms.entries()) {
        const value = initialValue(form.field)
        expect(field.forms.findIndex((one) => one.takes(value))).toBe(index)
        expect(checkValue(oneOf[index] ?? false, oneOf[index] ?? false, value)).toEqual([])
      }
    }),
  )
})

test('JSON with integers that can’t be sent exactly is no value, and says so', () => {
  expect(readJson('{"a": 9007199254740991, "b": [1e3, 0.1, 10000000000000000000]}')).toEqual({
    a: 9007199254740991,
    b: [1000, 0.1, 1e19],
  })
  for (const text of [
    '9007199254740993',
    '{"a":[-9007199254740993]}',
    '[12345678901234567890]',
    '1e400',
    '9'.repeat(400),
  ])
    expect(findProblems({ properties: { x: {} } }, { x: readJson(text) })).toEqual([
      { path: ['x'], reason: { code: 'inexact' } },
    ])
})

test('incomplete JSON is never sent, wherever it is and whatever the schema allows', () => {
  const open = { properties: { x: {}, y: { type: 'array', items: {} } } }
  expect(findProblems(open, { x: unreadableJson('{"a":') })).toEqual([
    { path: ['x'], reason: { code: 'not_json' } },
  ])
  expect(findProblems(open, { y: [1, { z: unreadableJson('') }] })).toEqual([
    { path: ['y', 1, 'z'], reason: { code: 'not_json' } },
  ])
})
