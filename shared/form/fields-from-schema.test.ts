import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../catalog/index.ts'
import { type JsonSchema, requestSchema } from '../catalog/json-schema.ts'
import { loadPatterns } from '../json-schema/match-pattern.ts'
import type { Field } from './field.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'
import { findProblems } from './problems.ts'
import { withInitialStrength } from './style-readers.ts'

function fieldsOf(id: string): Map<string, Field> {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return new Map(fieldsFromSchema(requestSchema(model)).map((field) => [field.name, field]))
}

function kindOf(schema: JsonSchema, name = 'x'): string | undefined {
  return fieldsFromSchema({ type: 'object', properties: { [name]: schema } })[0]?.kind
}

test('a model’s fields are in the listing’s order, each with the kind of its value', () => {
  expect([...fieldsOf('v1')].map(([name, field]) => [name, field.kind])).toEqual([
    ['prompt', 'prompt'],
    ['start_image', 'media'],
    ['end_image', 'media'],
    ['aspect_ratio', 'aspect-ratio'],
    ['reference_images', 'media-list'],
    ['reference_videos', 'media-list'],
    ['reference_audios', 'media-list'],
    ['duration', 'number'],
    ['resolution', 'enumeration'],
    ['seed', 'seed'],
  ])
})

test('bounds, units, options, defaults and requirements are read', () => {
  expect(fieldsOf('v1').get('duration')).toMatchObject({
    minimum: 4,
    maximum: 15,
    unit: 'seconds',
    required: false,
  })
  expect(fieldsOf('v1').get('reference_images')).toMatchObject({ media: 'image', minItems: 0, maxItems: 9 })
  expect(fieldsOf('v4').get('prompt')).toMatchObject({ required: true, minLength: 0, maxLength: 4096 })
  expect(fieldsOf('i3').get('prompt')).toMatchObject({ minLength: 1, maxLength: null })
  expect(fieldsOf('i3').get('width')).toMatchObject({ kind: 'integer', minimum: 1, maximum: null })
  expect(fieldsOf('i4').get('guidance_scale')).toMatchObject({ kind: 'number', defaultValue: 3, maximum: 24 })
  expect(fieldsOf('i6').get('thinking_mode')).toMatchObject({
    kind: 'enumeration',
    options: ['fast', 'high'],
  })
  expect(fieldsOf('i1').get('styles')).toMatchObject({
    kind: 'styles',
    maxItems: 3,
    strength: { minimum: -2, maximum: 2, rest: 1, initial: null },
  })
  expect(fieldsOf('i1').get('style_images')).toMatchObject({
    kind: 'style-images',
    minItems: 1,
    maxItems: null,
  })
  expect(fieldsOf('a1').get('force_instrumental')).toMatchObject({ kind: 'switch' })
})

test('no field of the 19 models has to be entered as JSON', () => {
  const kinds = models.flatMap((model) => fieldsFromSchema(requestSchema(model)).map((field) => field.kind))
  expect(kinds).not.toContain('json')
})

const text = { type: 'string' }
const number = { type: 'number' }

test.each<[string, JsonSchema]>([
  ['enumeration', { enum: ['a', 1, null, true] }],
  ['enumeration', { oneOf: [{ const: 'a', title: 'Alpha' }, { const: 'b' }] }],
  ['enumeration', { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }],
  ['enumeration', { const: 'a' }],
  ['aspect-ratio', { enum: ['16:9', '1:1'] }],
  ['enumeration', { enum: ['16:9', 'auto'] }],
  ['json', { enum: ['a', { b: 1 }] }],
  ['integer', { type: 'integer' }],
  ['number', { type: ['integer', 'number'] }],
  ['text', text],
  ['text', { anyOf: [text, { enum: ['a', 'b'] }] }],
  ['nullable', { type: ['string', 'null'] }],
  ['nullable', { anyOf: [text, number, { type: 'null' }] }],
  ['union', { anyOf: [text, number] }],
  ['union', { type: ['string', 'number'] }],
  ['union', { oneOf: [text, { type: 'array', items: text }] }],
  ['list', { type: 'array', items: text }],
  ['list', { type: 'array', items: { type: 'array', items: { type: 'integer' } } }],
  ['tuple', { type: 'array', prefixItems: [number, text] }],
  ['object', { type: 'object', properties: { a: text } }],
  ['object', { properties: { a: text } }],
  ['object', { type: 'object', additionalProperties: number }],
  ['object', { type: 'object', patternProperties: { '^a': number } }],
  ['object', { type: 'object', properties: { a: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
  [
    'union',
    {
      oneOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', properties: { b: text } },
      ],
    },
  ],
  [
    'union',
    { properties: { a: text }, oneOf: [{ type: 'array', items: text }, { properties: { b: text } }] },
  ],
  ['nullable', { properties: { a: text }, oneOf: [{ type: 'null' }, { required: ['a'] }] }],
  ['json', { type: 'object' }],
  ['json', { type: 'array' }],
  ['json', {}],
  ['json', { not: text }],
])('an allowed value can always be entered: a field of kind %s for %j', (kind, schema) => {
  expect(kindOf(schema)).toBe(kind)
})

test('a required field can be entered even if the pattern for its name is unknown', () => {
  const patternProperties = { '^(?=x)': number }
  const schema: JsonSchema = { required: ['x'], patternProperties, additionalProperties: false }
  expect(fieldsFromSchema(schema)).toMatchObject([{ name: 'x', kind: 'json' }])
})

test('a required member has a field even without a schema', async () => {
  const schema: JsonSchema = {
    properties: { a: text, o: { type: 'object', required: ['free'], additionalProperties: number } },
    required: ['needed', 'x_named'],
    patternProperties: { '^x_': { type: 'boolean' } },
    dependentRequired: { a: ['beside'] },
    anyOf: [{ required: ['one'] }, { required: ['other'], properties: { other: text } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['then'] },
  }
  await loadPatterns(schema)
  const fields = fieldsFromSchema(schema)
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'a text',
    'o object',
    'other text',
    'needed json',
    'x_named switch',
    'beside json',
    'one json',
    'then json',
  ])
  const [, nested] = fields
  expect(nested?.kind === 'object' && nested.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['free', 'number'],
  ])
  expect(findProblems(schema, { needed: 1, x_named: true, one: 1 })).toEqual([])
  expect(fieldsFromSchema({ ...schema, additionalProperties: false } as JsonSchema)).toHaveLength(4)
})

test('a list that must be longer than its positions accepts more', () => {
  const place = { type: 'array', prefixItems: [text] }
  const restOf = (schema: object) => {
    const [field] = fieldsFromSchema({ properties: { x: schema as JsonSchema } })
    return field?.kind === 'tuple' ? (field.rest?.kind ?? null) : undefined
  }
  expect([
    restOf(place),
    restOf({ ...place, maxItems: 1 }),
    restOf({ ...place, items: false, maxItems: 3 }),
  ]).toEqual([null, null, null])
  expect([restOf({ ...place, minItems: 2 }), restOf({ ...place, maxItems: 3 })]).toEqual(['json', 'json'])
})

describe('media are recognised by their shape', () => {
  const uri = { type: 'string', format: 'uri' }
  test.each<[string, string, JsonSchema]>([
    ['media image', 'image_url', uri],
    ['media image', 'image_url', text],
    ['media image', 'first_frame_image', text],
    ['media image', 'inputImage', text],
    ['media video', 'input_video', { anyOf: [uri, { type: 'string', pattern: '^data:' }] }],
    ['media audio', 'voice_track', { type: 'string', contentMediaType: 'audio/wav' }],
    ['media image', 'image_mask', uri],
    ['media-list image', 'image_urls', { type: 'array', items: uri }],
    ['media-list video', 'reference_videos', { type: 'array', items: text, maxItems: 3 }],
    ['text', 'callback_url', uri],
    ['text', 'image_prompt', text],
    ['text', 'image_size', text],
    ['text', 'audio_format', text],
    ['text', 'image', { type: 'string', contentEncoding: 'base64' }],
    ['text', 'image', { type: 'string', pattern: '^[a-z]+$' }],
    ['enumeration', 'video', { enum: ['none', 'short'] }],
    ['switch', 'generate_audio', { type: 'boolean' }],
    [
      'list',
      'images',
      { type: 'array', items: { type: 'object', properties: { image_url: uri, weight: number } } },
    ],
  ])('%s: %s %j', (expected, name, schema) => {
    const [field] = fieldsFromSchema({ properties: { [name]: schema } })
    expect([field?.kind, field && 'media' in field ? field.media : null].filter(Boolean).join(' ')).toBe(
      expected,
    )
  })

  test('styles and style images by theirs', () => {
    const item = (properties: Record<string, JsonSchema>) => ({
      type: 'array',
      items: { type: 'object', properties },
    })
    expect(kindOf(item({ id: text, strength: { ...number, minimum: 0, maximum: 1 } }), 'styles')).toBe(
      'styles',
    )
    expect(kindOf(item({ id: text, strength: number }), 'voices')).toBe('list')
    expect(kindOf(item({ url: uri, strength: number }), 'style_images')).toBe('style-images')
    expect(kindOf(item({ url: uri, strength: number }), 'links')).toBe('list')
  })
})

describe('a form combines the parts of a description', () => {
  test('parts, references and alternatives are one set of fields', () => {
    const schema: JsonSchema = {
      $defs: {
        base: { properties: { prompt: text, seed: { $ref: '#/$defs/whole' } }, required: ['prompt'] },
        whole: { type: 'integer', minimum: 0 },
      },
      allOf: [
        { $ref: '#/$defs/base' },
        { properties: { seed: { maximum: 9 }, old: { ...text, deprecated: true } } },
      ],
      oneOf: [
        { properties: { mode: { const: 'size' }, width: { type: 'integer' } } },
        { properties: { mode: { const: 'ratio' }, ratio: { enum: ['1:1'] } } },
      ],
      dependentSchemas: { width: { properties: { height: { type: 'integer' } } } },
    }
    const fields = fieldsFromSchema(schema)
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['prompt', 'prompt', true],
      ['seed', 'seed', false],
      ['mode', 'enumeration', false],
      ['width', 'integer', false],
      ['ratio', 'aspect-ratio', false],
      ['height', 'integer', false],
    ])
    expect(fields[1]).toMatchObject({ minimum: 0, maximum: 9 })
    expect(fields[2]).toMatchObject({ options: ['size', 'ratio'] })
  })

  test('open bounds, steps, formats, hints and titles are read', () => {
    const read = (schema: JsonSchema) => fieldsFromSchema({ properties: { x_ms: schema } })[0]
    expect(read({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 2 })).toMatchObject(
      {
        minimum: 1,
        maximum: 9,
        step: 2,
        unit: 'milliseconds',
      },
    )
    expect(read({ ...text, format: 'date', examples: ['2026-01-01'] })).toMatchObject({
      format: 'date',
      suggestions: ['2026-01-01'],
    })
    expect(read({ oneOf: [{ const: 'a', title: 'Alpha' }, { const: 'b' }] })).toMatchObject({
      optionTitles: ['Alpha', null],
    })
    expect(
      read({
        anyOf: [
          { type: 'object', title: 'Box', properties: { a: text } },
          { type: 'object', properties: { kind: { const: 'line' } } },
        ],
      }),
    ).toMatchObject({
      kind: 'union',
      forms: [{ label: 'Box' }, { label: 'line' }],
    })
  })

  test('a fixed required value is a constant; an optional one is a choice of one', () => {
    const schema = { properties: { a: { const: 1 }, b: { const: 1 } }, required: ['a'] }
    expect(fieldsFromSchema(schema).map(({ kind }) => kind)).toEqual(['constant', 'enumeration'])
  })

  test('a recursive schema is read as far as requested, and ends in JSON', () => {
    const tree: JsonSchema = {
      properties: { child: { $ref: '#' }, all: { type: 'array', items: { $ref: '#' } } },
    }
    let [field] = fieldsFromSchema(tree)
    let depth = 0
    while (field?.kind === 'object') {
      field = field.fields[0]
      depth += 1
    }
    expect([field?.kind, depth]).toEqual(['json', 9])
  })
})

describe('hostile schemas', () => {
  test('10,000 fields, a dangling reference, a cycle and a field called __proto__ are read', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, text]))
    expect(fieldsFromSchema({ properties: many })).toHaveLength(10_000)
    expect(kindOf({ $ref: '#/nowhere' })).toBe('json')
    expect(kindOf({ $ref: '#/properties/x' })).toBe('json')
    const circle = { anyOf: [{ const: 'a' }, { $ref: '#/properties/x' }] }
    expect(kindOf(circle)).toBe('union')
    expect(kindOf({ oneOf: Array.from({ length: 12 }, () => ({ $ref: '#/properties/x' })) })).toBe('union')
    const inherited = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}',
    )
    expect(fieldsFromSchema(inherited).map(({ name, kind }) => [name, kind])).toEqual([
      ['__proto__', 'text'],
      ['constructor', 'number'],
    ])
  })

  test('any JSON makes a form, and nothing throws', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'required',
      'anyOf',
      'oneOf',
      'allOf',
      '$ref',
      'const',
      'prefixItems',
      'additionalProperties',
      'x-media',
      'x-styles',
      'title',
      'default',
      'then',
    )
    const schema = fc.dictionary(keyword, fc.oneof(fc.jsonValue(), fc.dictionary(keyword, fc.jsonValue())))
    fc.assert(
      fc.property(schema, (property) => {
        const [field] = fieldsFromSchema({ properties: { x: property as JsonSchema } })
        if (field) visit(field, 3)
      }),
    )
  })
})

/** Reads the nested fields. */
function visit(field: Field, deep: number): void {
  if (deep === 0) return
  if (field.kind === 'list') visit(field.item, deep - 1)
  if (field.kind === 'object') for (const inner of field.fields) visit(inner, deep - 1)
  if (field.kind === 'nullable') visit(field.inner, deep - 1)
  if (field.kind === 'union') for (const form of field.forms) visit(form.field, deep - 1)
}

test('only a text called prompt is a prompt', () => {
  expect(kindOf({ type: 'string' }, 'prompt')).toBe('prompt')
})

test('a nested object’s fields are fields themselves', () => {
  const nested = {
    type: 'object',
    required: ['b'],
    properties: { a: { type: 'boolean' }, b: { type: 'number' } },
  }
  const [field] = fieldsFromSchema({ type: 'object', properties: { camera: nested } })
  expect(field).toMatchObject({
    kind: 'object',
    fields: [
      { name: 'a', kind: 'switch', required: false },
      { name: 'b', kind: 'number', required: true },
    ],
  })
})

test('a schema without properties has no fields', () => {
  expect(fieldsFromSchema({ type: 'object' })).toEqual([])
})

describe('[FORM40] a style is added with a strength', () => {
  const styles = (strength: JsonSchema, required: readonly string[]) =>
    fieldsFromSchema({
      type: 'object',
      properties: {
        styles: {
          type: 'array',
          items: { type: 'object', properties: { id: text, strength }, required: ['id', ...required] },
        },
      },
    })[0] as Field & { readonly kind: 'styles' }

  test.each<[string, JsonSchema, object]>([
    ['the stated default', { type: 'number', default: 0.4 }, { id: 'a', strength: 0.4 }],
    ['one, where nothing is stated', { type: 'number' }, { id: 'a', strength: 1 }],
    ['the bound next to one', { type: 'number', minimum: 2, maximum: 10 }, { id: 'a', strength: 2 }],
    ['the bound below one', { type: 'integer', minimum: -1, maximum: 0 }, { id: 'a', strength: 0 }],
  ])('that the service requires: %s', (_, strength, added) => {
    expect(withInitialStrength(styles(strength, ['strength']), { id: 'a' })).toEqual(added)
  })

  test('but with none where the service chooses one, whose default the control shows', () => {
    const field = styles({ type: 'number', default: 0.4 }, [])
    expect(field.strength.rest).toBe(0.4)
    expect(withInitialStrength(field, { id: 'a' })).toEqual({ id: 'a' })
    expect(styles({ type: 'number', minimum: 0, maximum: 2 }, []).strength.rest).toBeNull()
  })
})

test.each<[string, JsonSchema]>([
  ['seed', { type: 'number' }],
  ['seed', { type: 'number', minimum: 0, maximum: 4_294_967_295 }],
  ['seed', { type: 'integer', multipleOf: 1 }],
  ['number', { type: 'number', minimum: 0, maximum: 1 }],
  ['integer', { type: 'integer', multipleOf: 10 }],
])('[FORM41] a field called seed is of kind %s: %j', (kind, schema) => {
  expect(kindOf(schema, 'seed')).toBe(kind)
})

test.each<[string | null, string, JsonSchema]>([
  ['seconds', 'duration', { type: 'number', maximum: 30 }],
  ['seconds', 'video_duration', { type: 'integer' }],
  ['milliseconds', 'duration', { type: 'integer', description: 'Length in milliseconds.' }],
  ['milliseconds', 'track_length', { type: 'integer', description: 'In ms, from 3000.' }],
  ['seconds', 'trimStart', { type: 'number', description: 'Where to begin, in seconds.' }],
  ['seconds', 'length', { enum: [5, 10], description: 'How many seconds to make.' }],
  ['minutes', 'music_length', { type: 'number', description: 'Minutes of music.' }],
  [null, 'music_length', { type: 'number', description: 'Minutes or seconds.' }],
  [null, 'steps', { type: 'integer', description: 'More steps take more seconds.' }],
  [null, 'duration', { type: 'integer', maximum: 600_000 }],
])('[FORM42] the unit is %s: %s %j', (unit, name, schema) => {
  expect(fieldsFromSchema({ properties: { [name]: schema } })).toMatchObject([{ unit }])
})

test('[FORM43] a URL has a bound where its schema states one', () => {
  const uri = { type: 'string', format: 'uri' }
  const data = { type: 'string', pattern: '^data:' }
  const schema = {
    properties: {
      image: uri,
      end_image: { ...uri, maxLength: 500 },
      images: { type: 'array', items: { anyOf: [{ ...uri, maxLength: 2048 }, data] } },
    },
  } as JsonSchema
  expect(fieldsFromSchema(schema)).toMatchObject([
    { kind: 'media', urlMaxLength: null },
    { kind: 'media', urlMaxLength: 500 },
    { kind: 'media-list', urlMaxLength: 2048 },
  ])
  expect(fieldsOf('i1').get('image_url')).toMatchObject({ urlMaxLength: 1024 })
})

test('[FORM44] what a bare URL locates is named by the field around it', () => {
  const holding = (name: string, member: string) => {
    const [field] = fieldsFromSchema({
      properties: { [name]: { type: 'object', properties: { [member]: text, role: text } } },
    })
    return field?.kind === 'object' ? field.fields.map(({ kind }) => kind) : null
  }
  expect(holding('start_image', 'url')).toEqual(['media', 'text'])
  expect(holding('voice_recording', 'src')).toEqual(['media', 'text'])
  expect(holding('callback', 'url')).toEqual(['text', 'text'])
  expect(holding('start_image', 'name')).toEqual(['text', 'text'])
  const [list] = fieldsFromSchema({
    properties: {
      reference_images: { type: 'array', items: { type: 'object', properties: { uri: text, tag: text } } },
    },
  })
  const item = list?.kind === 'list' ? list.item : null
  expect(item?.kind === 'object' && item.fields.map(({ kind }) => kind)).toEqual(['media', 'text'])
})

test('[FORM72] options have the names of an extension, or of their branches; a shared title names none', () => {
  const [size, mood, task] = fieldsFromSchema({
    properties: {
      size: { enum: [0, 1], 'x-enumNames': ['Small', 'VeryLarge'] },
      mood: { oneOf: [{ const: 'a', title: 'Calm' }, { const: 'b' }] },
      task: {
        oneOf: [
          { const: 'a', title: 'Task' },
          { const: 'b', title: 'Task' },
        ],
      },
    },
  } as JsonSchema)
  expect([size, mood, task]).toMatchObject([
    { options: [0, 1], optionTitles: ['Small', 'VeryLarge'] },
    { options: ['a', 'b'], optionTitles: ['Calm', null] },
    { options: ['a', 'b'], optionTitles: [null, null] },
  ])
  const [hostile] = fieldsFromSchema({
    properties: { size: { enum: [0, 1], 'x-enumNames': ['a'] } },
  } as JsonSchema)
  expect(hostile).toMatchObject({ optionTitles: [null, null] })
})

test('[FORM71] the title of a type names none of the fields that have it', () => {
  const [first, last] = fieldsFromSchema({
    properties: {
      first: { $ref: '#/$defs/Frame' },
      last: { allOf: [{ $ref: '#/$defs/Frame' }], title: 'The last one' },
    },
    $defs: { Frame: { title: 'Frame', type: 'string' } },
  } as JsonSchema)
  expect([first?.title, last?.title]).toEqual([null, 'The last one'])
})

const address = { type: 'string', format: 'uri' }

test.each([
  ['media image', 'src_1', { ...address, description: 'The photo to enlarge.' }],
  ['media video', 'source', { ...address, title: 'Clip' }],
  ['media audio', 'input', { ...address, description: 'Where the recording is.' }],
  ['text', 'input', { ...address, description: 'An image or a video.' }],
  ['text', 'input', { ...address, description: 'Where it is.' }],
  ['text', 'notify_url', { ...address, description: 'Called when the image is done.' }],
  ['text', 'report', { ...address, description: 'A callback for each finished image.' }],
  ['text', 'adapter', { ...address, description: 'Weights that were trained on images.' }],
  ['text', 'subject', { type: 'string', description: 'What the image shows.' }],
])('[FORM80] an address is a %s where its text names one medium: %s %j', (kind, name, schema) => {
  const [field] = fieldsFromSchema({ type: 'object', properties: { [name]: schema } })
  expect([field?.kind, field && 'media' in field ? field.media : null].filter(Boolean).join(' ')).toBe(kind)
})

test.each([
  ['media', 'url', true],
  ['media', 'sourceUrl', true],
  ['media', 'input_file', true],
  ['text', 'url', false],
  ['text', 'webhook_url', true],
  ['text', 'homepage', true],
])('[FORM81] what a request works on is a %s: %s, required: %s', (kind, name, isRequired) => {
  const required = isRequired ? [name] : []
  const schema = { type: 'object', properties: { [name]: address }, required, 'x-source-media': 'video' }
  const [field] = fieldsFromSchema(schema as JsonSchema)
  expect(field).toMatchObject(kind === 'media' ? { kind, media: 'video' } : { kind })
})

test.each([
  ['references', { type: 'object', properties: { url: text, weight: { type: 'number' } } }, 'any'],
  ['references', { type: 'object', properties: { url: { ...text, description: 'An image.' } } }, 'image'],
  ['inputAssets', { type: 'object', properties: { uri: address } }, 'any'],
  ['media', { type: 'object', properties: { src: address, kind: { enum: ['image', 'video'] } } }, 'any'],
  ['subjects', { type: 'object', properties: { url: { ...text, description: 'A home page.' } } }, null],
  ['references', { type: 'object', properties: { name: text } }, null],
  ['webhooks', { type: 'object', properties: { url: address } }, null],
  ['references', text, null],
])('[FORM342] in a list called %s, %j has a medium: %s', (name, items, media) => {
  const [list] = fieldsFromSchema({ properties: { [name]: { type: 'array', items } } } as JsonSchema)
  const item = list?.kind === 'list' ? list.item : null
  const [first] = item?.kind === 'object' ? item.fields : [item]
  expect(first?.kind === 'media' ? first.media : null).toBe(media)
})

test('[FORM342] a list of addresses called an input is a list of media, of the kind that its text names', () => {
  const kindOf = (name: string, more: object = {}) => {
    const schema = { properties: { [name]: { type: 'array', items: address, ...more } } }
    const [field] = fieldsFromSchema(schema as JsonSchema)
    return field?.kind === 'media-list' ? field.media : (field?.kind ?? null)
  }
  expect(kindOf('references')).toBe('any')
  expect(kindOf('asset_urls', { description: 'Up to three videos.' })).toBe('video')
  expect(kindOf('references', { description: 'Pages to notify.' })).toBe('list')
  expect(kindOf('links')).toBe('list')
})

test('[FORM81] a required source of no known kind may be of any', () => {
  const schema = { type: 'object', properties: { input_file: address }, required: ['input_file'] } as const
  expect(fieldsFromSchema(schema as unknown as JsonSchema)).toMatchObject([{ kind: 'media', media: 'any' }])
})
