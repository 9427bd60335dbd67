import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { bundleSchema } from './bundle-schema.ts'

describe('[CAT38] a schema of OpenAPI 3.0', () => {
  const read = (schema: JsonSchema, components = {}) =>
    bundleSchema({ openapi: '3.0.3', components: { schemas: components } }, schema)

  test.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: 'string', enum: ['a'] },
    ],
    [
      { enum: ['a', null], nullable: true, type: 'string' },
      { enum: ['a', null], type: ['string', 'null'] },
    ],
    [
      { allOf: [{ type: 'string' }], nullable: true, description: 'A.', default: null },
      { description: 'A.', default: null, anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
    ],
    [{ minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    [
      { maximum: 1, exclusiveMaximum: false, minimum: 0 },
      { maximum: 1, minimum: 0 },
    ],
    [
      { properties: { nullable: { type: 'boolean', nullable: true } } },
      { properties: { nullable: { type: ['boolean', 'null'] } } },
    ],
  ])('%j is read as %j', (schema, expected) => {
    expect(read(schema)).toEqual(expected)
  })

  test('of 3.1 keeps its words', () => {
    const schema = { type: 'string', nullable: true }
    expect(bundleSchema({ openapi: '3.1.0' }, schema)).toEqual(schema)
  })
})

test('[CAT2] a part that many models share is the same one, and each has only what it refers to', () => {
  const schemas = {
    A: { properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { type: 'string' },
    C: { type: 'number' },
  }
  const document = { openapi: '3.1.0', components: { schemas } }
  const one = bundleSchema(document, { $ref: '#/components/schemas/A' })
  const other = bundleSchema(document, { $ref: '#/components/schemas/B', $defs: { B: { type: 'null' } } })
  expect(one).toEqual({
    $ref: '#/$defs/A',
    $defs: { A: { properties: { b: { $ref: '#/$defs/B' } } }, B: { type: 'string' } },
  })
  expect(other).toMatchObject({ $ref: '#/$defs/B', $defs: { B: { type: 'string' } } })
  expect((one.$defs as Record<string, unknown>).B).toBe((other.$defs as Record<string, unknown>).B)
})
