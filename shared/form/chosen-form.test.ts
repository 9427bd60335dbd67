import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { chooseForm, fieldsOfChosenForm } from './chosen-form.ts'

const schema: JsonSchema = {
  oneOf: [{ $ref: '#/$defs/FromText' }, { $ref: '#/$defs/FromImage' }],
  $defs: {
    FromText: {
      title: 'FromText',
      type: 'object',
      required: ['task', 'prompt'],
      properties: {
        task: { const: 't2v', title: 'Task' },
        prompt: { type: 'string' },
        fps: { type: 'integer' },
      },
    },
    FromImage: {
      title: 'FromImage',
      type: 'object',
      required: ['task', 'image_url'],
      properties: {
        task: { const: 'i2v', title: 'Task' },
        image_url: { type: 'string' },
        prompt: { type: ['string', 'null'] },
      },
    },
  },
  'x-request-query': { region: { enum: ['eu', 'us'] } },
}

function shown(values: object) {
  return fieldsOfChosenForm(schema, values as Record<string, unknown>).map(
    ({ name, kind, required }) => `${name}: ${kind}${required ? ' *' : ''}`,
  )
}

test('[FORM70] the choice comes first, then the fields of the chosen form, with what it requires', () => {
  expect(shown({})).toEqual(['task: enumeration *', 'prompt: prompt *', 'query:region: enumeration'])
  expect(shown({ task: 't2v' })).toEqual([
    'task: enumeration *',
    'prompt: prompt *',
    'fps: integer',
    'query:region: enumeration',
  ])
  expect(shown({ task: 'i2v' })).toEqual([
    'task: enumeration *',
    'image_url: media *',
    'prompt: nullable',
    'query:region: enumeration',
  ])
  expect(fieldsOfChosenForm(schema, {})[0]).toMatchObject({
    options: ['t2v', 'i2v'],
    optionTitles: ['FromText', 'FromImage'],
  })
})

test('[FORM70] what another form has stays in view while it is set', () => {
  expect(shown({ task: 'i2v', fps: 24 })).toContain('fps: integer')
})

test('[FORM70] typing changes no list of fields', () => {
  const before = fieldsOfChosenForm(schema, { task: 't2v', prompt: 'a' })
  expect(fieldsOfChosenForm(schema, { task: 't2v', prompt: 'ab' })).toBe(before)
})

test('[FORM70] a request whose forms nothing tells apart shows all fields', () => {
  const open: JsonSchema = {
    anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
  }
  expect(fieldsOfChosenForm(open, {}).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('[FORM343] what only the former form has goes aside with the choice, and comes back with it', () => {
  const first = chooseForm(schema, 'task', {
    values: { task: 'i2v', prompt: 'a', fps: 24, stray: 1, 'query:region': 'eu' },
    aside: {},
  })
  expect(first).toEqual({
    values: { task: 'i2v', prompt: 'a', stray: 1, 'query:region': 'eu' },
    aside: { fps: 24 },
  })
  expect(
    chooseForm(schema, 'task', { values: { task: 't2v', image_url: 'b' }, aside: first?.aside ?? {} }),
  ).toEqual({
    values: { task: 't2v', fps: 24 },
    aside: { image_url: 'b' },
  })
  // A value of now is not overwritten by an earlier one.
  expect(
    chooseForm(schema, 'task', { values: { task: 't2v', fps: 30 }, aside: { fps: 24 } })?.values.fps,
  ).toBe(30)
})

test('[FORM343] nothing goes aside for another field, or for a value that chooses no form', () => {
  const values = { task: 'i2v', fps: 24 }
  expect(chooseForm(schema, 'prompt', { values, aside: {} })).toBeNull()
  expect(chooseForm(schema, 'task', { values: { ...values, task: 'other' }, aside: {} })).toBeNull()
  expect(chooseForm({ properties: { task: { enum: ['a'] } } }, 'task', { values, aside: {} })).toBeNull()
})
