import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelExampleBounds, modelExampleSchema } from '../../../shared/bridge/model-example.ts'
import { modelDetailSchema } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { webUrl } from '../../../shared/testing/web-url.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createCatalogue } from './catalogue.ts'
import { fitExamples } from './described-examples.ts'
import { readDescription } from './description.ts'

const schema: JsonSchema = {
  type: 'object',
  required: ['prompt'],
  additionalProperties: false,
  properties: {
    prompt: { type: 'string', minLength: 1 },
    steps: { type: 'integer', maximum: 50 },
    image_url: { type: 'string', format: 'uri' },
    size: { type: 'object', required: ['width'], properties: { width: { type: 'integer' } } },
    style: { enum: ['calm', 'loud'] },
  },
}

function openCatalogue() {
  return createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
}

/** The examples of one model whose body's JSON part is this. */
function examplesOf(media: object, parts: object = {}, catalogue = openCatalogue()) {
  const post = { requestBody: { content: { 'application/json': { schema, ...media } } } }
  const document = { openapi: '3.2.0', paths: { '/generate/image/acme/one': { post } }, ...parts }
  catalogue.describe(readDescription(document), 'service')
  return modelDetailSchema.parse(catalogue.find('acme-one')).examples
}

const plain = { leftOut: [], lacks: [] }

test('[CAT152] requests that a description shows are offered, however it writes them, each once', () => {
  expect(
    examplesOf(
      {
        schema: { ...schema, example: { prompt: 'e' }, examples: [{ prompt: 'f' }, 7] },
        example: { prompt: 'a' },
        examples: {
          calm_sea: { value: { prompt: 'b', style: 'calm' } },
          named: { summary: ' A  storm ', value: { style: 'loud', prompt: 'c' } },
          again: { value: { prompt: 'a' } },
          shared: { $ref: '#/components/examples/Shared' },
          elsewhere: { externalValue: 'https://files.acme.dev/example.json' },
          nowhere: { $ref: '#/components/examples/None' },
          none: null,
        },
      },
      { components: { examples: { Shared: { dataValue: { prompt: 'd' } } } } },
    ),
  ).toEqual([
    { title: null, values: { prompt: 'a' }, ...plain },
    { title: 'Calm sea', values: { prompt: 'b', style: 'calm' }, ...plain },
    { title: 'A storm', values: { prompt: 'c', style: 'loud' }, ...plain },
    { title: 'Shared', values: { prompt: 'd' }, ...plain },
    { title: null, values: { prompt: 'e' }, ...plain },
    { title: null, values: { prompt: 'f' }, ...plain },
  ])
  expect(examplesOf({})).toBeUndefined()
  expect(examplesOf({ examples: [{ prompt: 'bare' }, { value: { prompt: 'held' } }] })).toMatchObject([
    { values: { prompt: 'bare' } },
    { values: { prompt: 'held' } },
  ])
})

test.each([
  ['a value out of bounds', { prompt: 'a', steps: 51 }, { prompt: 'a' }, ['steps'], []],
  ['a field that there is not', { prompt: 'a', mood: 'x' }, { prompt: 'a' }, ['mood'], []],
  ['a part that lacks something', { prompt: 'a', size: {} }, { prompt: 'a' }, ['size'], []],
  ['a required value that is wrong', { prompt: 5, steps: 4 }, { steps: 4 }, ['prompt'], ['prompt']],
  ['a text in the place of one', { prompt: 'string', steps: 4 }, { steps: 4 }, ['prompt'], ['prompt']],
  [
    'an address that is nobody’s',
    { prompt: 'a', image_url: 'https://cdn.example.com/cat.png' },
    { prompt: 'a' },
    ['image_url'],
    [],
  ],
])('[CAT152] an example leaves out, and names, %s', (_, written, values, leftOut, lacks) => {
  expect(examplesOf({ example: written })).toEqual([{ title: null, values, leftOut, lacks }])
})

test.each([
  ['of which nothing is left', { steps: 51 }],
  ['that is no object', ['a']],
  ['that is longer than a form should hold', { prompt: 'a'.repeat(modelExampleBounds.characters) }],
])('[CAT152] an example %s is not offered', (_, written) => {
  expect(examplesOf({ example: written })).toBeUndefined()
})

test('[CAT152] an example is not offered where the whole of it is wrong', () => {
  const forms = { ...schema, required: [], oneOf: [{ required: ['steps'] }, { required: ['style'] }] }
  expect(fitExamples(forms, [{ title: null, values: { steps: 4, style: 'calm' } }])).toEqual([])
})

test('[CAT152] whatever stands as an example, what is offered is bounded and wrong in nothing but what it lacks', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record(
      {
        prompt: fc.oneof(fc.string(), fc.jsonValue()),
        steps: fc.oneof(fc.integer(), fc.string()),
        image_url: fc.oneof(webUrl, fc.string()),
        size: fc.jsonValue(),
        style: fc.constantFrom('calm', 'shrill'),
        ['__proto__']: fc.jsonValue(),
        constructor: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  const catalogue = openCatalogue()
  fc.assert(
    fc.property(fc.array(value, { maxLength: 30 }), fc.jsonValue(), (examples, strange) => {
      const named = Object.fromEntries(examples.map((one, at) => [`e${at}`, { value: one }]))
      const found = examplesOf({ examples: named, example: strange }, {}, catalogue) ?? []
      expect(found.length).toBeLessThanOrEqual(modelExampleBounds.shown)
      for (const example of found) {
        const { values, lacks } = modelExampleSchema.parse(example)
        expect(Object.keys(values).length).toBeGreaterThan(0)
        expect(findProblems(schema, values).map(({ path }) => path)).toEqual(lacks.map((name) => [name]))
      }
    }),
    { numRuns: 60 },
  )
})
