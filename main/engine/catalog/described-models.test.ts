import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelDetailSchema, modelSummarySchema } from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { parameterKeywords } from '../../../shared/form/request-parameters.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import { strangeDescription } from '../../testing/described-service.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'

const clock = createFakeClock()

function open({ modelPaths = {} as Record<string, string>, document = strangeDescription as unknown } = {}) {
  const store = createFakeDescriptionStore()
  const catalogue = createCatalogue({ clock, modelPaths: () => modelPaths, store })
  catalogue.describe(readDescription(document), 'service')
  return { catalogue, store }
}

const long = 'Makes a video from a text and an image, with audio'

function modelOf(id: string) {
  const model = open().catalogue.find(id)
  if (!model) throw new Error(`No model ${id}`)
  return modelDetailSchema.parse(model)
}

function fieldsOf(id: string): string[] {
  return fieldsFromSchema(modelOf(id).schema).map(
    ({ name, kind, required }) => `${name} ${kind}${required ? '!' : ''}`,
  )
}

describe('[CAT1] the model of an endpoint', () => {
  test('an unknown endpoint is a model of its own beside the built-in ones, with a stable id', () => {
    const listed = open().catalogue.list()
    for (const summary of listed) modelSummarySchema.parse(summary)
    const added = listed.filter(({ id }) => !models.some((model) => model.id === id))
    expect(added.map(({ id, kind, label, path }) => [id, kind, label, path])).toEqual([
      ['acme-canvas-2', 'image', 'Canvas 2', '/generate/image/acme/canvas-2'],
      ['acme-dolly', 'video', 'Dolly', '/generate/video/acme/dolly'],
      ['acme-chorus', 'audio', 'Chorus', '/generate/audio/acme/chorus'],
      ['other-canvas-2', 'image', 'canvas-2', '/generate/image/other/canvas-2'],
    ])
  })

  test('the person’s mapping makes one of them a built-in model', () => {
    const { catalogue } = open({ modelPaths: { v4: '/generate/video/acme/dolly' } })
    expect(catalogue.find('v4')).toMatchObject({
      path: '/generate/video/acme/dolly',
      label: 'V4 New generation',
      description: expect.stringContaining('native audio'),
    })
    expect(fieldsFromSchema(catalogue.find('v4')?.schema ?? {}).map(({ name }) => name)).toContain('camera')
    expect(catalogue.find('acme-dolly')).toBeNull()
  })

  test.each([
    '/generate/image/a/../x',
    '/generate/image/../../usage',
    '/generate/image/a/b?x=1',
    '/generate/image/a/b%2fc',
  ])('a path that leads elsewhere is no model: %s', (path) =>
    expect(readDescription({ openapi: '3.1.0', paths: { [path]: { post: {} } } })).toEqual([]),
  )
})

describe('[CAT2] a described model’s form', () => {
  test('follows references, merges parts, and recognises media by their shape', () => {
    expect(fieldsOf('acme-canvas-2')).toEqual([
      'prompt prompt!',
      'seed seed',
      'size union',
      'quality enumeration',
      'palette list',
      'mask_image nullable',
      'header:X-Zero-Retention switch',
    ])
    expect(fieldsOf('acme-dolly')).toEqual([
      'prompt prompt!',
      'mode constant!',
      'camera object',
      'keyframes list',
      'duration enumeration',
    ])
    expect(fieldsOf('acme-chorus')).toEqual([
      'lyrics text',
      'language enumeration',
      'mood text',
      'weights object',
      'start_date text',
      'length_ms integer',
    ])
    expect(fieldsOf('other-canvas-2')).toEqual(['prompt prompt', 'child object'])
  })

  test('accepts what the description allows, and nothing else', () => {
    const canvas = modelOf('acme-canvas-2').schema
    expect(
      findProblems(canvas, { prompt: 'a', size: { width: 512, height: 768 }, mask_image: null }),
    ).toEqual([])
    expect(findProblems(canvas, { prompt: 'a', size: { width: 513, height: 768 } })).toMatchObject([
      { path: ['size', 'width'], reason: { code: 'not_a_multiple', of: 8 } },
    ])
    expect(findProblems(canvas, { prompt: 'a', other: 1 })).toMatchObject([
      { path: ['other'], reason: { code: 'unknown_field' } },
    ])
    const chorus = modelOf('acme-chorus').schema
    expect(findProblems(chorus, { mood: 'dark' })).toMatchObject([
      { path: ['lyrics'], reason: { code: 'missing' } },
    ])
    expect(findProblems(chorus, { mood: 'calm' })).toEqual([])
  })

  test('of a built-in model comes from the description, with the built-in knowledge kept', () => {
    expect(fieldsOf('i3')).toEqual(['prompt prompt!', 'image_urls media-list', 'steps integer'])
    expect(modelOf('i3').label).toBe('I3 Fast images')
  })
})

describe('[CAT3] prices and old names', () => {
  test('are read whatever their prefix', () => {
    const { pricing, schema, aliases } = modelOf('acme-canvas-2')
    expect(estimate({ pricing, schema, values: { prompt: 'a' } })).toEqual({
      kind: 'exact',
      microUsd: 20_000,
    })
    expect(estimate({ pricing, schema, values: { quality: 'fine' } })).toEqual({
      kind: 'exact',
      microUsd: 80_000,
    })
    expect(aliases).toEqual([{ from: 'styleImages', to: 'palette', until: '2027-01-01', reason: 'Renamed.' }])
  })

  test('override the built-in ones', () => {
    expect(modelOf('i3')).toMatchObject({ priceFrom: { unit: 'request', microUsd: 10_000 } })
    expect(modelOf('i3').aliases).toContainEqual({
      from: 'aspectRatio',
      to: 'aspect_ratio',
      until: '2026-06-19',
    })
  })

  test('a duration of listed options makes a range', () => {
    const { pricing, schema } = modelOf('acme-dolly')
    expect(estimate({ pricing, schema, values: {} })).toMatchObject({
      kind: 'range',
      minMicroUsd: 500_000,
      maxMicroUsd: 1_000_000,
      fields: ['duration'],
    })
  })

  test.each([
    [{ type: 'fixed', currency: 'EUR', unit: 'request', price_points: [{ amount: 1 }] }],
    [{ type: 'metered' }],
    [{ type: 'fixed', currency: 'USD', unit: 'request', price_points: [{ amount: 0.000_000_1 }] }],
    [{ type: 'fixed', currency: 'USD', unit: 'request', price_points: [{ amount: -1 }] }],
    ['free'],
  ])('an unreadable price leaves no price, not the built-in one: %j', (pricing) => {
    const document = {
      openapi: '3.1.0',
      paths: { '/generate/video/a/v4': { post: { 'x-pricing': pricing } } },
    }
    expect(open({ document }).catalogue.find('v4')?.pricing).toBeNull()
  })
})

describe('[CAT4] headers', () => {
  test('of the description are fields, except Atelier’s own and the connection’s', () => {
    const { schema } = modelOf('acme-canvas-2')
    expect(Object.keys(schema['x-request-headers'] as object)).toEqual(['X-Zero-Retention'])
    expect(findProblems(schema, { prompt: 'a', 'header:X-Zero-Retention': true })).toEqual([])
    expect(findProblems(schema, { prompt: 'a', 'header:X-Zero-Retention': 'x' })).toMatchObject([
      { path: ['header:X-Zero-Retention'], reason: { code: 'wrong_type' } },
    ])
  })

  test.each(['X-A\rB', 'X-A\nB', '\rX-A', '\nX-A', 'X-A\r', 'X-A\n', 'X-A\r\nB', 'X A', 'X:A', ''])(
    '%j is no header name, and is not offered',
    (name) => {
      const parameters = [
        { in: 'header', name },
        { in: 'header', name: 'X-Fine' },
      ]
      const document = { paths: { '/generate/image/acme/fine': { post: { parameters } } } }
      const { catalogue } = open({ document: { openapi: '3.1.0', ...document } })
      const { [parameterKeywords.header]: headers } = catalogue.find('acme-fine')?.schema ?? {}
      expect(Object.keys(headers as object)).toEqual(['X-Fine'])
    },
  )

  test.each(['\ra', '\na', 'a\r', 'a\n', 'a\rb', 'a\nb', 'a\r\nX-Other: b', 'a\0', 'é'])(
    '%j is no header value, and is not sent',
    (value) => {
      const schema = { [parameterKeywords.header]: { 'X-Fine': { type: 'string' } } }
      expect(findProblems(schema, { 'header:X-Fine': value })).toEqual([
        { path: ['header:X-Fine'], reason: { code: 'invalid' } },
      ])
    },
  )

  test.each(['Authorization', 'X-Webhook-URL', 'host', 'Anything', '__proto__'])(
    '%s is refused where it is not described',
    (name) => {
      const values = { prompt: 'a', [`header:${name}`]: 'x' }
      expect(findProblems(modelOf('acme-canvas-2').schema, values)).toMatchObject([
        { reason: { code: 'unknown_field' } },
      ])
      expect(findProblems(modelOf('other-canvas-2').schema, values)).toMatchObject([
        { reason: { code: 'unknown_field' } },
      ])
    },
  )
})

test('[CAT5] a deprecated value is neither offered nor sent, and a deprecated model says so', () => {
  const { schema } = modelOf('acme-canvas-2')
  expect(findProblems(schema, { prompt: 'a', styleImages: 'x' })).toMatchObject([
    { reason: { code: 'unknown_field' } },
  ])
  expect(modelOf('other-canvas-2').deprecation).toMatchObject({
    state: 'deprecated',
    sunsetDate: '2027-03-01',
  })
})

test('[RECIPE9] an old name comes with the service’s reason and an https page, each only where it is readable', () => {
  const alias = (more: object) => ({ from: 'a', to: 'prompt', sunset_date: '2027-01-01', ...more })
  const aliases = [
    alias({ reason: ' Renamed. ', migration_url: 'https://docs.example/a' }),
    alias({ from: 'b', reason: 'x'.repeat(10_000), migration_url: 'http://docs.example/a' }),
    alias({ from: 'c', reason: 7, migration_url: 'javascript:alert(1)' }),
  ]
  const post = { 'x-acme-deprecated-field-aliases': aliases }
  const { catalogue } = open({
    document: { openapi: '3.1.0', paths: { '/generate/image/acme/renamed': { post } } },
  })
  const found = modelDetailSchema.parse(catalogue.find('acme-renamed')).aliases
  expect(found).toEqual([
    { from: 'a', to: 'prompt', until: '2027-01-01', reason: 'Renamed.', link: 'https://docs.example/a' },
    { from: 'b', to: 'prompt', until: '2027-01-01', reason: `${'x'.repeat(500)}…` },
    { from: 'c', to: 'prompt', until: '2027-01-01' },
  ])
})

test('[JOB31] an operation that breaks a reader costs only its own model', () => {
  const post = (more: object) => ({ post: { ...more } })
  const date = { 'x-acme-sunset-date': '2026-99-99', deprecated: true }
  const aliases = { 'x-acme-deprecated-field-aliases': [{ from: 'a', to: 'b', sunset_date: '2026-13-45' }] }
  const schema = { $ref: '#/components/schemas/__proto__' }
  const { catalogue } = open({
    document: {
      openapi: '3.1.0',
      paths: {
        '/generate/image/acme/dated': post(date),
        '/generate/image/acme/renamed': post(aliases),
        '/generate/image/acme/proto': post({ requestBody: { content: { 'application/json': { schema } } } }),
      },
      components: { schemas: JSON.parse('{"__proto__":{"properties":{"prompt":{"type":"string"}}}}') },
    },
  })
  const listed = catalogue.list().map((model) => modelSummarySchema.parse(model))
  expect(listed.filter(({ id }) => id.startsWith('acme-')).map(({ id }) => id)).toEqual([
    'acme-dated',
    'acme-renamed',
    'acme-proto',
  ])
  expect(catalogue.find('acme-dated')?.deprecation?.sunsetDate).toBe(null)
  expect(catalogue.find('acme-renamed')?.aliases).toEqual([{ from: 'a', to: 'b', until: null }])
  expect(catalogue.find('acme-proto')?.fieldNames).toEqual(['prompt'])
})

test('[CAT6] a description is kept for later starts, and names outlive it', () => {
  const { store } = open()
  const later = createCatalogue({ clock, modelPaths: () => ({}), store })
  later.describe(null, 'service')
  expect(later.find('acme-canvas-2')).toEqual(open().catalogue.find('acme-canvas-2'))
  later.describe(readDescription({ openapi: '3.1.0', paths: {} }), 'service')
  expect(later.find('acme-canvas-2')).toBeNull()
  expect(store.labels().get('acme-canvas-2')).toBe('Canvas 2')
})

test('[CAT7] an operation is read when its model is first requested, and once', () => {
  let reads = 0
  const read = () => {
    reads += 1
    return { content: {} }
  }
  const operation = Object.defineProperty({ summary: 'A' }, 'requestBody', { get: read, enumerable: false })
  const endpoint = {
    kind: 'image',
    vendor: 'a',
    model: 'b',
    path: '/generate/image/a/b',
    isDeprecated: false,
    operation,
    document: {},
  }
  const catalogue = createCatalogue({ clock, modelPaths: () => ({}) })
  catalogue.describe([endpoint], 'service')
  expect(reads).toBe(0)
  catalogue.find('a-b')
  catalogue.find('a-b')
  catalogue.list()
  expect(reads).toBe(1)
})

describe('[CAT8] notes beside the form', () => {
  const request = { properties: { prompt: { type: 'string' }, upscale: { type: 'boolean' } } }
  const fixed = { type: 'fixed', currency: 'USD', unit: 'request', price_points: [{ amount: 1 }] }

  function notesOf(id: string, kind: string, post: object) {
    const document = { openapi: '3.1.0', paths: { [`/generate/${kind}/a/${id}`]: { post } } }
    return open({ document }).catalogue.find(id)?.notes
  }

  test('no field lacks its name once a description names them all', () => {
    const described = { requestBody: { content: { 'application/json': { schema: request } } } }
    expect(notesOf('v1', 'video', {})).toContainEqual(
      expect.stringContaining('Where the service describes this model'),
    )
    expect(notesOf('v1', 'video', described)).toEqual([])
    expect(notesOf('v4', 'video', described)).toEqual([expect.stringContaining('start frame')])
  })

  test('no price lacks its listing once a description gives one', () => {
    const unpriced = expect.stringContaining('Prices are fixed')
    expect(notesOf('i5', 'image', {})).toContainEqual(unpriced)
    expect(notesOf('i5', 'image', { 'x-pricing': { type: 'metered' } })).toContainEqual(unpriced)
    expect(notesOf('i5', 'image', { 'x-pricing': fixed })).not.toContainEqual(unpriced)
  })
})

describe('hostile descriptions', () => {
  test('a request 1,000 deep, one of 10,000 fields and one that refers to itself are models', () => {
    const deep = Array.from({ length: 1_000 }).reduce<object>((inner) => ({ properties: { a: inner } }), {})
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, {}])),
    }
    const paths = Object.fromEntries(
      [deep, wide, { $ref: '#/paths' }].map((schema, index) => [
        `/generate/image/a/m${index}`,
        { post: { requestBody: { content: { 'application/json': { schema } } } } },
      ]),
    )
    const { catalogue } = open({ document: { openapi: '3.1.0', paths } })
    for (const id of ['a-m0', 'a-m1', 'a-m2']) {
      const { schema } = modelDetailSchema.parse(catalogue.find(id))
      fieldsFromSchema(schema)
      findProblems(schema, { a: {} })
    }
  })

  test.each([
    ['a title', { summary: ' Canvas 2 ' }, 'Canvas 2', null],
    ['a title and a text', { summary: 'Canvas', description: 'Canvas.\n\nPaints.' }, 'Canvas', 'Paints.'],
    ['a sentence', { summary: long, description: long }, 'b', long],
    ['a sentence without end', { summary: 'x'.repeat(500) }, 'b', `${'x'.repeat(240)}…`],
    ['nothing', {}, 'b', null],
    ['no text', { summary: { title: 'B' } }, 'b', null],
  ])('[CAT27] a headline and a sentence come from %s', (_, post, label, description) => {
    const { catalogue } = open({ document: { openapi: '3.1.0', paths: { '/generate/image/a/b': { post } } } })
    expect(catalogue.find('a-b')).toMatchObject({ label, description })
  })

  test('[CAT27] a headline that several share begins with the vendor', () => {
    const long = { summary: 'x'.repeat(60) }
    const paths = {
      '/generate/image/acme/max': { post: long },
      '/generate/image/bolt/max': { post: long },
      '/generate/image/bolt/mini': { post: long },
      '/generate/video/acme/a': { post: { summary: 'Clip' } },
      '/generate/video/acme/b': { post: { summary: 'clip' } },
    }
    const { catalogue } = open({ document: { openapi: '3.1.0', paths } })
    const labels = ['acme-max', 'bolt-max', 'bolt-mini', 'acme-a', 'acme-b'].map(
      (id) => catalogue.find(id)?.label,
    )
    expect(labels).toEqual(['acme max', 'bolt max', 'mini', 'acme a', 'acme b'])
  })

  test('[CAT77] what the vendor does not distinguish is distinguished by the kind, and at last by the path', () => {
    const paths = {
      '/generate/image/acme/flow': { post: {} },
      '/generate/video/acme/flow': { post: {} },
      '/v1/generate/video/acme/flow': { post: {} },
      '/generate/video/acme/i3-own': { post: { summary: 'I3 Fast images' } },
    }
    const { catalogue } = open({ document: { openapi: '3.1.0', paths } })
    expect(catalogue.list().map(({ label }) => label)).toEqual([
      'acme flow (image)',
      'acme flow (/generate/video/acme/flow)',
      'acme flow (/v1/generate/video/acme/flow)',
      'acme I3 Fast images',
    ])
  })

  test('[CAT77] no two models of a description share a headline', () => {
    const part = fc.constantFrom('flow', 'Flow', 'max', 'acme')
    const kind = fc.constantFrom('image', 'video', 'enhance')
    const summary = fc.constantFrom(undefined, 'flow', 'acme flow', 'acme flow (video)', 'V1 Flagship')
    const operations = fc.array(fc.tuple(kind, part, part, summary), { maxLength: 12 })
    fc.assert(
      fc.property(operations, (rows) => {
        const paths = Object.fromEntries(
          rows.map(([category, vendor, model, summary]) => [
            `/generate/${category}/${vendor}/${model}`,
            { post: summary === undefined ? {} : { summary } },
          ]),
        )
        const { catalogue } = open({ document: { openapi: '3.1.0', paths } })
        const labels = catalogue.list().map(({ label }) => label)
        expect(new Set(labels).size).toBe(labels.length)
      }),
    )
  })

  test('any JSON is read or refused, and nothing throws', () => {
    const operation = fc.dictionary(
      fc.constantFrom(
        'requestBody',
        'parameters',
        'summary',
        'description',
        'x-pricing',
        'x-deprecated-field-aliases',
        'deprecated',
      ),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(operation, fc.jsonValue(), (post, components) => {
        const { catalogue } = open({
          document: { openapi: '3.1.0', paths: { '/generate/image/a/b': { post } }, components },
        })
        modelDetailSchema.parse(catalogue.find('a-b'))
      }),
    )
  })
})

test('[CAT41] a text is kept whole, as paragraphs of Markdown, and its tables are no prices', () => {
  const table = '| Size | Compute units | USD |\n|---|---|---|\n| 1K | 12 | $0.01 |'
  const paragraphs = ['Makes **one** image, see [the guide](https://docs.example).', table, 'x'.repeat(3_000)]
  const description = paragraphs.join('\n\n')
  const { catalogue } = open({
    document: { openapi: '3.1.0', paths: { '/generate/image/a/b': { post: { description } } } },
  })
  expect(catalogue.find('a-b')).toMatchObject({
    notes: paragraphs,
    notesFormat: 'markdown',
    description: 'Makes one image, see the guide.',
    pricing: null,
  })
  expect(catalogue.findAt('service', 'v1')).not.toHaveProperty('notesFormat')
})

test('[CAT42] a mapped endpoint has the price that its description gives, and never a built-in one', () => {
  const document = {
    openapi: '3.1.0',
    paths: { '/generate/video/a/other': { post: {} }, '/generate/video/a/v7': { post: {} } },
  }
  const { catalogue } = open({ document, modelPaths: { v4: '/generate/video/a/other' } })
  expect(catalogue.find('v4')).toMatchObject({
    path: '/generate/video/a/other',
    pricing: null,
    priceFrom: null,
  })
  expect(catalogue.find('v7')?.pricing).not.toBeNull()
})

test('[CAT171] a built-in form at a mapped path that the description says nothing of is marked as such', () => {
  const schema = { type: 'object', properties: { prompt: { type: 'string' } } }
  const told = { requestBody: { content: { 'application/json': { schema } } } }
  const paths = { '/generate/video/a/told': { post: told }, '/generate/video/a/bare': { post: {} } }
  const assumedAt = (path: string) =>
    open({ document: { openapi: '3.1.0', paths }, modelPaths: { v4: path } }).catalogue.find('v4')
      ?.isFormAssumed
  expect(assumedAt('/generate/video/a/told')).toBeUndefined()
  expect([assumedAt('/generate/video/a/bare'), assumedAt('/generate/video/a/absent')]).toEqual([true, true])
})

test('[CAT42] a mapped path has no built-in price either where there is no description', () => {
  const modelPaths = { v4: '/generate/video/a/other', v7: '/generate/video/a/V7' }
  const catalogue = createCatalogue({ clock, modelPaths: () => modelPaths })
  expect([catalogue.find('v4')?.pricing, catalogue.find('v4')?.priceFrom]).toEqual([null, null])
  expect(catalogue.find('v7')?.pricing).not.toBeNull()
})
