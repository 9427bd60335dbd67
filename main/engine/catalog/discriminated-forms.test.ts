import { expect, test } from 'vitest'
import { withTags } from './discriminated-forms.ts'

const open = { type: 'object', properties: { kind: { type: 'string' } } }
const components = { schemas: { A: open, B: open, C: { properties: { kind: { const: 'c' } } } } }
const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
const tagged = (form: unknown, tag: object) => ({
  allOf: [form, { properties: { kind: tag }, required: ['kind'] }],
})

test('[CAT102] forms state the values that a mapping gives them, else their names; what states one stays', () => {
  const discriminator = { propertyName: 'kind', mapping: { one: a?.$ref, two: 'A' } }
  expect(withTags({ components }, { oneOf: [a, b, c, { type: 'null' }], discriminator })).toEqual({
    discriminator,
    oneOf: [tagged(a, { enum: ['one', 'two'] }), tagged(b, { const: 'B' }), c, { type: 'null' }],
  })
})

test.each([
  [{ oneOf: [a, b] }],
  [{ oneOf: [a, b], discriminator: 'kind' }],
  [{ oneOf: [a, b], discriminator: { mapping: {} } }],
  [{ oneOf: 5, discriminator: { propertyName: 'kind' } }],
  [{ discriminator: { propertyName: 'kind', mapping: { one: '#/nowhere' } } }],
])('[CAT102] %j stays as it is', (schema) => {
  expect(withTags({ components }, schema)).toBe(schema)
})
