import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { isEqual } from '../json-schema/equality.ts'
import { isRecord } from '../json-schema/schema-node.ts'
import type { Field } from './field.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'
import { findProblems } from './problems.ts'

/** A schema with the values that it allows. */
interface Shape {
  readonly schema: object
  readonly value: fc.Arbitrary<unknown>
}

const text = fc.constantFrom('', 'a', 'ab', 'two\nlines', '1', 'x y')
const leaf = fc.constantFrom<Shape>(
  { schema: { type: 'string' }, value: text },
  { schema: { type: 'string', pattern: '(?<!b)a' }, value: fc.constantFrom('a', 'xa') },
  { schema: { type: 'string', default: 'd' }, value: text },
  { schema: { type: ['string', 'null'] }, value: fc.option(text) },
  { schema: { type: 'integer', exclusiveMinimum: -1, multipleOf: 2 }, value: fc.constantFrom(0, 2, 2 ** 52) },
  { schema: { type: 'number' }, value: fc.constantFrom(0, -1.5, 1e-9, 1e20) },
  { schema: { type: 'boolean' }, value: fc.boolean() },
  { schema: { enum: ['a', 1, '1', null, true] }, value: fc.constantFrom('a', 1, '1', null, true) },
  { schema: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, value: fc.constantFrom('a', 'b', null) },
  { schema: { enum: [{ a: 1 }, ['b'], 'c'] }, value: fc.constantFrom({ a: 1 }, ['b'], 'c') },
  { schema: { type: ['number', 'string', 'boolean'] }, value: fc.constantFrom(1, 'a', false) },
  { schema: {}, value: fc.jsonValue() },
  {
    schema: { $ref: '#/$defs/tree' },
    value: fc.constantFrom({}, { child: {} }, { child: { child: {}, of: 1 } }),
  },
  { schema: { $ref: '#/$defs/circle' }, value: fc.constantFrom('a', null) },
)

const { shape } = fc.letrec<{ shape: Shape }>((tie) => {
  const one = tie('shape')
  const several = fc.array(one, { minLength: 1, maxLength: 3 })
  return {
    shape: fc.oneof(
      { depthSize: 'small' },
      leaf,
      one.map(listOf),
      several.map(placesOf),
      several.map(anyOf),
      fc.tuple(several, fc.option(one)).map(objectOf),
      one.map(allOf),
    ),
  }
})

function listOf({ schema, value }: Shape): Shape {
  return { schema: { type: 'array', items: schema }, value: fc.array(value, { maxLength: 2 }) }
}

function placesOf(shapes: readonly Shape[]): Shape {
  const whole = fc.tuple(...shapes.map(({ value }) => value))
  return {
    schema: { type: 'array', prefixItems: shapes.map(({ schema }) => schema), minItems: 1, items: false },
    value: fc.tuple(whole, fc.integer({ min: 1, max: shapes.length })).map(([all, end]) => all.slice(0, end)),
  }
}

function anyOf(shapes: readonly Shape[]): Shape {
  return {
    schema: { anyOf: shapes.map(({ schema }) => schema) },
    value: fc.oneof(...shapes.map(({ value }) => value)),
  }
}

function allOf({ schema, value }: Shape): Shape {
  return { schema: { allOf: [schema, { description: 'More.' }] }, value }
}

/** Some members are required without a schema. */
function objectOf([shapes, extra]: [readonly Shape[], Shape | null]): Shape {
  const named = Object.fromEntries(shapes.map((shape, index) => [`m${index}`, shape]))
  const properties = Object.fromEntries(Object.entries(named).map(([name, { schema }]) => [name, schema]))
  const other = extra?.value ?? fc.jsonValue()
  const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries([
    ...Object.entries(named).map(([name, { value }]) => [name, value] as const),
    ['asked', other],
    ...(extra ? [['free', other] as const] : []),
  ])
  return {
    schema: {
      type: 'object',
      properties,
      required: ['m0', 'asked'],
      ...(extra ? { additionalProperties: extra.schema } : {}),
    },
    value: fc.record(members, { requiredKeys: ['m0', 'asked'] }),
  }
}

/** Whether the components can produce this value; whether they really do is tested in the browser. */
function canHold(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'json':
      return true
    case 'prompt':
    case 'text':
    case 'media':
      return typeof value === 'string'
    case 'enumeration':
    case 'aspect-ratio':
      return field.options.some((option) => option === value)
    case 'number':
      return typeof value === 'number'
    case 'integer':
    case 'seed':
      return Number.isInteger(value)
    case 'switch':
      return typeof value === 'boolean'
    case 'constant':
      return isEqual(field.value, value)
    case 'list':
      return Array.isArray(value) && value.every((item) => canHold(field.item, item))
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.every((item, index) => canHoldAt(field.items[index] ?? field.rest, item))
      )
    case 'object':
      return (
        isRecord(value) &&
        Object.entries(value).every(([name, member]) => canHoldAt(memberOf(field, name), member))
      )
    case 'nullable':
      return value === null || canHold(field.inner, value)
    case 'union':
      return field.forms.some((form) => form.takes(value) && canHold(form.field, value))
    default:
      return false
  }
}

function canHoldAt(field: Field | null, value: unknown): boolean {
  return field !== null && canHold(field, value)
}

function memberOf({ fields, extra }: Field & { readonly kind: 'object' }, name: string): Field | null {
  return fields.find((field) => field.name === name) ?? extra
}

const definitions = {
  tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' }, of: { type: 'integer' } } },
  circle: { anyOf: [{ const: 'a' }, { type: 'null' }, { $ref: '#/$defs/circle' }] },
}

test('a schema’s allowed values can be held by its fields', () => {
  let held = 0
  fc.assert(
    fc.property(
      shape.chain(({ schema, value }) =>
        fc.tuple(fc.constant(schema), fc.array(value, { minLength: 4, maxLength: 4 })),
      ),
      ([x, values]) => {
        const schema = { $defs: definitions, properties: { x } } as JsonSchema
        const [field] = fieldsFromSchema(schema)
        for (const value of values) {
          const problems = findProblems(schema, { x: value })
          if (problems.some(({ reason }) => reason.code === 'too_complex')) continue
          expect({ x, value, problems, held: field && canHold(field, value) }).toEqual({
            x,
            value,
            problems: [],
            held: true,
          })
          held += 1
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(held).toBeGreaterThan(600)
})
