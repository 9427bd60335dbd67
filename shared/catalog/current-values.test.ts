import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findProblems } from '../form/problems.ts'
import { requestFields } from '../form/request-fields.ts'
import { withCurrentValues } from './current-values.ts'
import { i6 } from './i6.ts'
import { type JsonSchema, requestSchema } from './json-schema.ts'

const rows = i6.renamedValues

function current(field: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return withCurrentValues({ type: 'object', properties: { thinking_mode: field }, ...rest }, rows)
}

describe('[CAT17] old names of values are not offered', () => {
  const listings: readonly [string, JsonSchema, JsonSchema?][] = [
    ['beside the new ones', { enum: ['instant', 'medium', 'fast', 'high'] }],
    ['alone', { enum: ['instant', 'medium'] }],
    ['with a default', { enum: ['instant', 'fast', 'high'], default: 'instant' }],
    ['as constants', { oneOf: ['instant', 'fast', 'medium', 'high'].map((value) => ({ const: value })) }],
    ['as forms that share values', { oneOf: [{ enum: ['instant', 'medium'] }, { enum: ['fast', 'high'] }] }],
    ['as one form of two', { anyOf: [{ enum: ['instant', 'high', 'fast'] }, { type: 'null' }] }],
    [
      'by reference',
      { $ref: '#/$defs/Mode' },
      { $defs: { Mode: { type: 'string', enum: ['instant', 'medium', 'fast', 'high'] } } },
    ],
    ['in an allOf', { allOf: [{ type: 'string' }, { enum: ['instant', 'fast', 'high'] }] }],
  ]
  test.each(listings)('%s', (_, field, rest = {}) => {
    const schema = current(field, rest)
    const { $defs, ...offered } = schema
    expect(JSON.stringify(offered)).not.toMatch(/instant|medium/)
    for (const value of ['fast', 'high'])
      expect(findProblems(schema, { thinking_mode: value }), value).toEqual([])
    for (const value of ['instant', 'medium'])
      expect(findProblems(schema, { thinking_mode: value }), value).not.toEqual([])
  })

  test('where the field is in a part of the request', () => {
    const part = { properties: { thinking_mode: { enum: ['instant', 'fast'], default: 'instant' } } }
    const schema = withCurrentValues(
      { type: 'object', allOf: [{ $ref: '#/$defs/Part' }], $defs: { Part: part } },
      rows,
    )
    expect(requestFields(schema).thinking_mode).toEqual({ enum: ['fast'], default: 'fast' })
  })
})

test('[CAT17] a schema without them stays the same object, and other fields keep their values', () => {
  expect(withCurrentValues(requestSchema(i6), rows)).toBe(requestSchema(i6))
  const other = { type: 'object', properties: { mood: { enum: ['instant'] } } }
  expect(withCurrentValues(other, rows)).toBe(other)
})

test('[CAT17] an endlessly recursive schema is given up in time', () => {
  const loop = { anyOf: Array.from({ length: 20 }, () => ({ $ref: '#/$defs/Loop' })) }
  const schema = {
    type: 'object',
    properties: { thinking_mode: { $ref: '#/$defs/Loop' } },
    $defs: { Loop: loop },
  }
  expect(withCurrentValues(schema, rows)).toBe(schema)
})

test('[CAT17] any description is read without an error and without growing much', () => {
  const node = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        null,
        true,
        'instant',
        { const: 'instant' },
        { $ref: '#' },
        { $ref: '#/$defs/a' },
        { enum: [] },
      ),
      fc.record({ enum: fc.array(fc.constantFrom('instant', 'fast', 1)) }),
      fc.record({ anyOf: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('node'), { maxLength: 3 }), properties: tie('node') }),
      fc.record({ properties: fc.record({ thinking_mode: tie('node') }) }),
    ),
  })).node
  fc.assert(
    fc.property(node, node, (root, part) => {
      const schema = { ...(typeof root === 'object' ? root : {}), $defs: { a: part } } as JsonSchema
      expect(JSON.stringify(withCurrentValues(schema, rows)).length).toBeLessThan(1_000_000)
    }),
    { numRuns: 2_000 },
  )
})
