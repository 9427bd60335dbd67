import fc from 'fast-check'
import { anyCharacter } from '../../shared/testing/any-character.ts'

const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prompt',
  'seed',
  'image_url',
  'reference_images',
  'styles',
  'size',
  'aspect_ratio',
  'duration_ms',
  '',
  ' ',
  'a.b[0]',
  'header:X-A',
  '<b>x</b>',
  '\u202eright to left',
  'very_'.repeat(60),
]
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...strangeNames) },
  fc.string({ unit: anyCharacter, maxLength: 12 }),
)
const text = fc.oneof(
  fc.constantFrom(
    '',
    'An image.',
    '<img src=x onerror=alert(1)>',
    '| a |\n|---|\n| b |',
    '[x](javascript:alert(1))',
  ),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.constant('long words '.repeat(400)),
)
const number = fc.oneof(
  fc.integer({ min: -5, max: 50 }),
  fc.double(),
  fc.constantFrom(0, -1, 0.5, 1e21, 2 ** 53, -1e308, 'seven', null),
)
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), name, number)
const reference = fc.constantFrom(
  '#',
  '#/$defs/none',
  '#/components/schemas/Loop',
  'https://nowhere.example/a',
  '%',
)

/** Keywords of any schema, each perhaps there, perhaps nonsense. */
function keywords(schema: fc.Arbitrary<unknown>) {
  const some = (arbitrary: fc.Arbitrary<unknown>) => fc.array(arbitrary, { maxLength: 3 })
  return {
    type: fc.oneof(
      fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'file', 7),
      fc.subarray(['string', 'null', 'object', 'array', 'number']),
    ),
    title: fc.oneof(text, number),
    description: fc.oneof(text, number),
    default: value,
    const: value,
    enum: fc.oneof(fc.array(value, { maxLength: 6 }), value),
    format: fc.constantFrom('uri', 'date-time', 'binary', 'byte', 'never', 3),
    pattern: fc.constantFrom('^a+$', '(', '(a+)+$', '[\\p{L}]', ''),
    minimum: number,
    maximum: number,
    exclusiveMinimum: fc.oneof(number, fc.boolean()),
    multipleOf: number,
    minLength: number,
    maxLength: number,
    minItems: number,
    maxItems: number,
    deprecated: fc.oneof(fc.boolean(), text),
    nullable: fc.boolean(),
    examples: fc.oneof(some(value), value),
    'x-unit': text,
    'x-media': fc.constantFrom('image', 'video', 'smell'),
    'x-enumNames': fc.oneof(some(text), text),
    $ref: reference,
    items: schema,
    prefixItems: some(schema),
    properties: fc.oneof(fc.dictionary(name, schema, { maxKeys: 5, noNullPrototype: true }), value),
    required: fc.oneof(fc.array(name, { maxLength: 4 }), value),
    additionalProperties: fc.oneof(schema, fc.boolean()),
    allOf: some(schema),
    oneOf: some(schema),
    anyOf: some(schema),
    discriminator: fc.oneof(fc.record({ propertyName: name }), value),
  }
}

const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: value },
    { weight: 9, arbitrary: fc.record(keywords(tie('schema')), { requiredKeys: [] }).map(sparse) },
  ),
}))

/** Few keywords of many: with all of them, nothing could be drawn. */
function sparse(schema: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(schema)
  const step = Math.max(1, Math.floor(entries.length / 5))
  return Object.fromEntries(entries.filter((_, at) => at % step === 0))
}

/** The schema of a request: fields that may each be anything. */
const requestSchema = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, anySchema, { minKeys: 1, maxKeys: 10, noNullPrototype: true }),
        required: fc.array(name, { maxLength: 3 }),
      },
      { requiredKeys: ['properties'] },
    ),
  },
  anySchema,
)

/** An operation of a generation endpoint as nobody should write it, and somebody does. */
const strangeOperation = fc.record(
  {
    description: text,
    tags: fc.oneof(fc.array(text, { maxLength: 3 }), value),
    parameters: fc.oneof(
      fc.array(
        fc.record(
          {
            in: fc.constantFrom('query', 'header', 'path', 'cookie'),
            name,
            required: fc.boolean(),
            schema: anySchema,
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
      value,
    ),
    requestBody: fc.record({
      content: fc.record({
        'application/json': fc.record(
          {
            schema: requestSchema,
            example: value,
            examples: fc.dictionary(name, fc.record({ value }), { maxKeys: 3 }),
          },
          { requiredKeys: ['schema'] },
        ),
      }),
    }),
    deprecated: fc.oneof(fc.boolean(), text),
    'x-a-pricing': value,
    'x-sunset-date': fc.oneof(fc.constantFrom('2027-01-01', '2026-02-31', '1999-01-01'), value),
  },
  { requiredKeys: ['requestBody'] },
)

/** A description of so many strange models, called “Strange 0” and so on, each the same for a seed. */
export function strangeModels(count: number, seed: number): Readonly<Record<string, unknown>> {
  const operations = fc.sample(strangeOperation, { numRuns: count, seed })
  const paths = operations.map((operation, at) => [
    `/generate/image/strange/m${at}`,
    { post: { summary: `Strange ${at}`, ...operation } },
  ])
  const Loop = {
    allOf: [{ $ref: '#/components/schemas/Loop' }],
    properties: { loop: { $ref: '#/components/schemas/Loop' } },
  }
  return { openapi: '3.1.0', paths: Object.fromEntries(paths), components: { schemas: { Loop } } }
}
