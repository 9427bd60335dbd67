import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelDetailSchema, modelSummarySchema } from '../../../shared/bridge/views.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../../shared/form/initial-value.ts'
import { findProblemsQuickly } from '../../../shared/form/problems.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'
import { readDocument } from './read-document.ts'

const noYaml = () => Promise.reject(new Error('Not in this test.'))

async function faultIn(text: string) {
  const read = await readDocument(text, noYaml)
  return read.ok ? null : read.error.code
}

function post(schema: unknown, more: object = {}) {
  return { post: { ...more, requestBody: { content: { 'application/json': { schema } } } } }
}

/** Everything that the page and a confirmation derive from a description; the ids of its own models. */
function deriveAll(document: unknown): string[] {
  const catalogue = createCatalogue({
    clock: createFakeClock(),
    modelPaths: () => ({}),
    store: createFakeDescriptionStore(),
  })
  catalogue.describe(readDescription(document), 'service')
  const listed = catalogue.list().filter(({ path }) => path !== null)
  for (const summary of listed) {
    modelSummarySchema.parse(summary)
    const detail = modelDetailSchema.parse(catalogue.find(summary.id))
    const { schema, pricing } = detail
    const fields = fieldsFromSchema(schema)
    const values = Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
    JSON.stringify([findProblemsQuickly(schema, values), estimate({ schema, pricing, values })])
  }
  return listed.map(({ id }) => id)
}

async function read(text: string): Promise<unknown> {
  const document = await readDocument(text, noYaml)
  if (!document.ok) throw new Error(document.error.code)
  return document.value
}

describe('[CAT31] what is no description says which', () => {
  test.each([
    ['', 'half'],
    ['<!doctype html><p>Sign in', 'html'],
    ['{"openapi":"3.1.0","paths":{"/generate/ima', 'half'],
    ['{"openapi":"3.1.0","paths":{}', 'half'],
    ['{"openapi" "3.1.0"}', 'not_openapi'],
    ['[]', 'not_openapi'],
    ['{"swagger":"2.0","paths":{}}', 'swagger_2'],
    ['{"openapi":"4.0.0","paths":{}}', 'other_version'],
    ['{"openapi":"3.1.0"}', 'no_models'],
    ['{"models":[]}', 'not_openapi'],
    [`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'too_deep'],
    [`{"a":[${'1,'.repeat(2_000_001)}1]}`, 'too_large'],
    ['{"openapi":"3.0.3","paths":{}}', null],
    ['{"openapi":"3.2.0","paths":{}}', null],
  ])('%.60s', async (text, fault) => {
    expect(await faultIn(text)).toBe(fault)
  })
})

describe('[CAT30] hostile and huge descriptions', () => {
  test('of 3,000 levels keep every model; what is deeper than any request is entered as JSON', async () => {
    const levels = 1_500
    const deep = `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`
    const text = `{"openapi":"3.1.0","paths":{"/generate/image/a/deep":{"post":{"requestBody":{"content":{"application/json":{"schema":${deep}}}}}},"/generate/image/a/ok":${JSON.stringify(post({ properties: { prompt: { type: 'string' } } }))}}}`
    expect(deriveAll(await read(text))).toEqual(['a-deep', 'a-ok'])
  })

  test('of 2,000 operations and 20 MB are read whole', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}`, { type: 'string', description: 'y'.repeat(200) }]),
    )
    const operation = JSON.stringify(post({ type: 'object', properties: fields }))
    const paths = Array.from(
      { length: 2_000 },
      (_, at) => `"/generate/image/v${at % 40}/m${at}":${operation}`,
    )
    const text = `{"openapi":"3.1.0","paths":{${paths.join()}}}`
    expect(text.length).toBeGreaterThan(19e6)
    const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
    catalogue.describe(readDescription(await read(text)), 'service')
    expect(catalogue.list().filter(({ path }) => path !== null)).toHaveLength(2_000)
  })

  test('with parts that are parts of themselves, many times over, end, and keep their fields', () => {
    const self = { $ref: '#/components/schemas/A' }
    const schemas = { A: { allOf: Array(20).fill(self), properties: { p: { type: 'string' }, next: self } } }
    const document = {
      openapi: '3.1.0',
      paths: { '/generate/image/a/b': post(self) },
      components: { schemas },
    }
    const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
    catalogue.describe(readDescription(document), 'service')
    expect(catalogue.find('a-b')?.fieldNames).toEqual(['p', 'next'])
    expect(deriveAll(document)).toEqual(['a-b'])
  })

  test('that double at each level, or list 2,000 forms, end', () => {
    const schemas: Record<string, unknown> = { L0: { const: 'a' } }
    for (let at = 1; at < 40; at += 1) {
      const before = { $ref: `#/components/schemas/L${at - 1}` }
      schemas[`L${at}`] = { [at % 2 ? 'oneOf' : 'allOf']: [before, before, before] }
    }
    const forms = Array.from({ length: 2_000 }, (_, at) => ({
      type: 'object',
      properties: { [`a${at}`]: { type: 'string' }, k: { const: at } },
    }))
    const paths = {
      '/generate/image/a/doubling': post({ properties: { x: { $ref: '#/components/schemas/L39' } } }),
      '/generate/image/a/wide': post({ oneOf: forms }),
    }
    expect(deriveAll({ openapi: '3.1.0', paths, components: { schemas } })).toHaveLength(2)
  })

  test('with names such as __proto__ have a form, a price and problems as any other', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
    const options = JSON.stringify(names)
    const properties = names.map((name) => `"${name}":{"type":"string","enum":${options}}`).join()
    const text = `{"openapi":"3.1.0","paths":{"/generate/image/__proto__/constructor":${JSON.stringify(post('SCHEMA', { 'x-pricing': { type: 'fixed', currency: 'USD', unit: 'request', price_points: [{ amount: 0.1, dimensions: { toString: 'constructor' } }] } })).replace('"SCHEMA"', `{"type":"object","required":${options},"properties":{${properties}}}`)}}}`
    const document = await read(text)
    const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
    catalogue.describe(readDescription(document), 'service')
    const schema = catalogue.find('__proto__-constructor')?.schema ?? {}
    expect(fieldsFromSchema(schema).map(({ name, kind }) => [name, kind])).toEqual(
      names.map((name) => [name, 'enumeration']),
    )
    expect(findProblemsQuickly(schema, {}).map(({ path }) => path[0])).toEqual(names)
    expect(deriveAll(document)).toEqual(['__proto__-constructor'])
  })

  test('of any shape are read or refused, and never throw', { timeout: 120_000 }, async () => {
    const name = fc.constantFrom(
      'prompt',
      'image_url',
      'seed',
      '__proto__',
      'constructor',
      'toString',
      'a/b',
      '',
    )
    const reference = fc.constantFrom(
      '#/components/schemas/A',
      '#/components/schemas/B',
      '#/components/schemas/__proto__',
      '#/nowhere',
      '#',
      '#/paths',
      'https://elsewhere.example/x.json',
      '#/%zz',
    )
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.jsonValue({ maxDepth: 1 }),
        fc.record({ $ref: reference, nullable: fc.boolean() }, { requiredKeys: ['$ref'] }),
        fc.record(
          {
            type: fc.oneof(
              fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'x'),
              fc.array(fc.constantFrom('string', 'null', 'number'), { maxLength: 3 }),
            ),
            properties: fc.oneof(
              fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
              fc.jsonValue({ maxDepth: 1 }),
            ),
            required: fc.oneof(fc.array(name, { maxLength: 3 }), fc.boolean()),
            items: tie('schema'),
            prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
            allOf: fc.array(tie('schema'), { maxLength: 3 }),
            oneOf: fc.array(tie('schema'), { maxLength: 3 }),
            anyOf: fc.array(tie('schema'), { maxLength: 3 }),
            enum: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 4 }), fc.string()),
            const: fc.jsonValue({ maxDepth: 1 }),
            default: fc.jsonValue({ maxDepth: 1 }),
            minimum: fc.oneof(fc.double(), fc.string()),
            exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
            maxItems: fc.integer(),
            pattern: fc.string({ maxLength: 10 }),
            additionalProperties: tie('schema'),
            nullable: fc.boolean(),
            title: fc.jsonValue({ maxDepth: 0 }),
            description: fc.jsonValue({ maxDepth: 0 }),
          },
          { requiredKeys: [] },
        ),
      ),
    }))
    const document = fc.record({
      openapi: fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
      servers: fc.oneof(fc.constant([{ url: '/v1' }]), fc.jsonValue({ maxDepth: 2 })),
      body: schema,
      A: schema,
      B: schema,
      more: fc.dictionary(
        fc.constantFrom(
          'summary',
          'description',
          'tags',
          'deprecated',
          'parameters',
          'responses',
          'x-pricing',
        ),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(document, async ({ openapi, servers, body, A, B, more }) => {
        const paths = { '/generate/image/acme/x': post(body, more), '/generate/enhance/y': post(A) }
        const text = JSON.stringify({ openapi, servers, paths, components: { schemas: { A, B } } })
        const found = await readDocument(text, noYaml)
        if (found.ok) deriveAll(found.value)
      }),
      { numRuns: 1_000 },
    )
  })

  test('that are only texts are read or refused, and never throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 1a<\n') }), async (text) => {
        await readDocument(text, async (yaml) => ({ openapi: yaml }))
      }),
    )
  })
})

test('[CAT99] a cut document is reported whatever its size, and its texts', async () => {
  const huge = `{"openapi":"3.1.0","info":{"description":"${'a\\n'.repeat(1_000)}${'a'.repeat(20_000_000)}`
  expect(await readDocument(huge, noYaml)).toEqual({ ok: false, error: { code: 'half' } })
  expect(await readDocument(`${huge}"},"paths":[`, noYaml)).toEqual({ ok: false, error: { code: 'half' } })
  expect(await readDocument('{"a":"\\"}', noYaml)).toEqual({ ok: false, error: { code: 'half' } })
  expect(await readDocument('{"a":"\\\\"} x', noYaml)).toEqual({ ok: false, error: { code: 'not_openapi' } })
})
