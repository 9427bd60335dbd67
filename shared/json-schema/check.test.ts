import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkValue } from './check.ts'
import { loadPatterns } from './match-pattern.ts'
import type { SchemaNode } from './schema-node.ts'

function codes(schema: SchemaNode, value: unknown): string[] {
  return checkValue(schema, schema, value).map(({ path, reason }) => [...path, reason.code].join(' '))
}

const patterns = ['^a', 'b$', '[^c]', 'é', 'o'] as const

beforeAll(() => loadPatterns(patterns.map((pattern) => ({ pattern }))))

const name = fc.constantFrom('a', 'b', 'constructor', 'toString', 'hasOwnProperty')
const small = fc.integer({ min: 0, max: 3 })
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 2, 3, 1.5, -1, '', 'a', 'ab', 'abc', 'é'),
    fc.array(tie('value'), { maxLength: 3 }),
    members(tie('value')),
  ),
}))

/**
 * Schemas of the keywords that an OpenAPI 3.1 description can hold; the two `unevaluated` ones separately,
 * because the reference validator deviates from the specification there.
 */
const { schema } = fc.letrec<{ schema: SchemaNode }>((tie) => {
  const one = tie('schema')
  const several = fc.array(one, { minLength: 1, maxLength: 3 })
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      fc.constantFrom({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
      fc
        .record(
          {
            type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
            const: value,
            enum: fc.array(value, { minLength: 1, maxLength: 3 }),
            minimum: small,
            maximum: small,
            exclusiveMinimum: small,
            exclusiveMaximum: small,
            multipleOf: fc.constantFrom(1, 2, 0.5),
            minLength: small,
            maxLength: small,
            pattern: fc.constantFrom(...patterns),
            minItems: small,
            maxItems: small,
            uniqueItems: fc.boolean(),
            items: one,
            prefixItems: several,
            contains: one,
            minContains: small,
            maxContains: small,
            properties: members(one),
            patternProperties: fc.dictionary(fc.constantFrom(...patterns), one, { maxKeys: 2 }),
            additionalProperties: one,
            propertyNames: one,
            required: fc.uniqueArray(name, { maxLength: 2 }),
            dependentRequired: members(fc.uniqueArray(name, { maxLength: 2 })),
            dependentSchemas: members(one),
            minProperties: small,
            maxProperties: small,
            allOf: several,
            anyOf: several,
            oneOf: several,
            not: one,
            if: one,
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
            then: one,
            else: one,
          },
          { requiredKeys: [] },
        )
        .chain((keywords) => fc.subarray(Object.entries(keywords), { maxLength: 4 }).map(Object.fromEntries))
        .map(withoutWhatTheJudgeGetsWrong),
    ),
  }
})

/** With `prefixItems`, ajv accepts an empty list as containing something. */
function withoutWhatTheJudgeGetsWrong(keywords: Record<string, unknown>): Record<string, unknown> {
  const { contains, ...rest } = keywords
  return contains !== undefined && 'prefixItems' in rest ? rest : keywords
}

/** Members, some with names that every object inherits. */
function members<Member>(member: fc.Arbitrary<Member>): fc.Arbitrary<Record<string, Member>> {
  return fc
    .uniqueArray(fc.tuple(name, member), { maxLength: 3, selector: ([key]) => key })
    .map(Object.fromEntries)
}

describe('a value is allowed exactly where a compiling validator allows it', () => {
  // Compares hundreds of schemas with another checker, which compiles each.
  test('for any schema and any value', () => {
    const seen = { allowed: 0, refused: 0 }
    fc.assert(
      fc.property(
        schema,
        schema,
        schema,
        fc.array(value, { minLength: 4, maxLength: 4 }),
        (body, a, b, values) => {
          const root = { $defs: { a: { allOf: [a] }, b: { allOf: [b] } }, allOf: [body] }
          const judge = judgeOf(root)
          fc.pre(judge !== null)
          for (const subject of values) {
            const checked = judge?.(subject)
            if (checked === null) continue
            const problems = checkValue(root, root, subject)
            if (problems.some(({ reason }) => reason.code === 'too_complex')) continue
            expect({ root, subject, isAllowed: problems.length === 0 }).toEqual({
              root,
              subject,
              isAllowed: checked,
            })
            seen[checked ? 'allowed' : 'refused'] += 1
          }
        },
      ),
      // The same schemas each time: where the reference is wrong again, a person has to say so.
      { numRuns: 200, seed: 20_261_121, endOnFailure: true },
    )
    expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(100)
  }, 30_000)
})

/** Null where the reference itself gives up: on endlessly recursive schemas. */
function judgeOf(root: object): ((subject: unknown) => boolean | null) | null {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    ownProperties: true,
    meta: false,
    validateSchema: false,
  })
  try {
    const validate = ajv.compile(root)
    return (subject) => {
      try {
        return validate(subject) as boolean
      } catch {
        return null
      }
    }
  } catch {
    return null
  }
}

test('an empty list contains nothing, whatever its positions would hold', () => {
  for (const schema of [{ contains: true }, { prefixItems: [false], contains: true }])
    expect(checkValue(schema, schema, [])).toHaveLength(1)
})

describe('values that zod and similar libraries refuse or get wrong', () => {
  test.each<[string, SchemaNode, unknown, string[]]>([
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ['a condition', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, ['b missing']],
    [
      'fields that need each other',
      { dependentRequired: { mask: ['image'] } },
      { mask: 1 },
      ['image missing'],
    ],
    ['what may not be', { properties: { a: { not: { const: 1 } } } }, { a: 1 }, ['a forbidden']],
    ['an optional field called constructor', { properties: { constructor: { type: 'string' } } }, {}, []],
    ['a required field called toString', { required: ['toString'] }, {}, ['toString missing']],
    [
      'a field called __proto__',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
      JSON.parse('{"__proto__":1}'),
      ['__proto__ wrong_type'],
    ],
    ['a null beside a type', { type: ['string', 'null'] }, null, []],
    [
      'what a part names',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      ['b unknown_field'],
    ],
    [
      'what a form names that does not fit',
      {
        anyOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} } }],
        unevaluatedProperties: false,
      },
      { a: 1 },
      ['a unknown_field'],
    ],
    [
      'an item that nothing asks for',
      { prefixItems: [{}], contains: { const: 3 }, unevaluatedItems: false },
      [1, 2, 3],
      ['1 forbidden'],
    ],
    [
      'no other member',
      { properties: { a: {} }, unevaluatedProperties: false },
      { b: 1 },
      ['b unknown_field'],
    ],
    ['an open bound', { exclusiveMinimum: 0 }, 0, ['not_above']],
    ['a tenth of a tenth', { multipleOf: 0.1 }, 0.3, []],
    ['an odd number that is large', { multipleOf: 2 }, 2 ** 52 + 1, ['not_a_multiple']],
    ['a whole number beyond doubles', { type: 'integer' }, 2 ** 60, ['inexact']],
  ])('%s', (_, schema, value, expected) => expect(codes(schema, value)).toEqual(expected))
})

describe('of several alternatives, the intended one is reported', () => {
  const forms = {
    oneOf: [
      { properties: { mode: { const: 'box' }, width: { type: 'integer' } }, required: ['mode', 'width'] },
      { properties: { mode: { const: 'ratio' }, ratio: { enum: ['1:1'] } }, required: ['mode', 'ratio'] },
    ],
  }
  test.each<[SchemaNode, unknown, string[]]>([
    [forms, { mode: 'box' }, ['width missing']],
    [forms, { mode: 'ratio', ratio: '2:1' }, ['ratio not_an_option']],
    [forms, { mode: 'other' }, ['no_form']],
    [{ anyOf: [{ type: 'string', maxLength: 2 }, { type: 'integer' }] }, 'abc', ['too_long']],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, true, ['wrong_type']],
    [{ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, 'd', ['not_an_option']],
    [{ oneOf: [{ type: 'number' }, { minimum: 1 }] }, 2, ['several_forms']],
  ])('%j with %j', (schema, value, expected) => expect(codes(schema, value)).toEqual(expected))
})

describe('hostile schemas end in one clear result', () => {
  const endless = { anyOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }, { $ref: '#' }] }] }
  const deep = Array.from({ length: 1_000 }).reduce<SchemaNode>((inner) => ({ allOf: [inner] }), false)
  const wide = {
    anyOf: Array.from({ length: 400 }, () => ({
      items: { anyOf: Array.from({ length: 400 }, () => ({ type: 'null' })) },
    })),
  }
  test.each<[string, SchemaNode, unknown]>([
    ['one that asks itself without end', endless, {}],
    ['one a thousand deep', deep, 1],
    ['one that asks too much', wide, [1, 2, 3]],
  ])('%s', (_, schema, value) => expect(codes(schema, value)).toEqual(['too_complex']))

  describe('nothing is reported that depends on a pattern left to the service', () => {
    const pattern = '^(?=a)'
    test.each<[string, SchemaNode, unknown, string[]]>([
      ['a text', { pattern }, 'b', []],
      ['what is wrong beside it', { pattern, maxLength: 1 }, 'bb', ['too_long']],
      ['what may not be', { not: { pattern } }, 'b', []],
      ['what may not be, and isn’t for sure', { not: { pattern, maxLength: 1 } }, 'bb', []],
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      ['a condition', { if: { pattern }, then: { maxLength: 1 }, else: false }, 'bb', []],
      ['one of several', { oneOf: [{ pattern }, { type: 'string' }] }, 'b', []],
      ['one of several, one of which fails', { oneOf: [{ pattern }, { type: 'number' }] }, 'b', []],
      ['any of several', { anyOf: [{ pattern }, { type: 'number' }] }, 'b', []],
      ['an item that has to be', { contains: { pattern } }, ['b'], []],
      ['items that are too many for sure', { contains: { const: 1 }, maxContains: 1 }, [1, 1], ['too_many']],
      ['a member’s name', { propertyNames: { pattern } }, { b: 1 }, []],
      ['a member', { patternProperties: { [pattern]: false } }, { a: 1 }, []],
      [
        'any other member',
        { patternProperties: { [pattern]: true }, additionalProperties: false },
        { a: 1 },
        [],
      ],
      [
        'a member that is named',
        { properties: { a: false }, patternProperties: { [pattern]: true } },
        { a: 1 },
        ['a unknown_field'],
      ],
      [
        'members that nothing else names',
        { patternProperties: { [pattern]: true }, unevaluatedProperties: false },
        { a: 1 },
        [],
      ],
      [
        'members of a form that may fit',
        {
          anyOf: [{ properties: { a: { pattern } } }, { properties: { b: true } }],
          unevaluatedProperties: false,
        },
        { a: 'b' },
        [],
      ],
      [
        'members behind a condition',
        {
          if: { properties: { a: { pattern } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { properties: { b: true } },
          unevaluatedProperties: false,
        },
        { a: 'b', b: 1 },
        [],
      ],
      [
        'items that nothing else asks for',
        { anyOf: [{ prefixItems: [{ pattern }] }, false], unevaluatedItems: false },
        ['b'],
        [],
      ],
    ])('%s', async (_, schema, value, expected) => {
      await loadPatterns(schema as object)
      expect(codes(schema, value)).toEqual(expected)
    })

    test('nor before its patterns are loaded', async () => {
      const late = { pattern: '^loaded late' }
      expect(codes(late, 'a')).toEqual([])
      await loadPatterns(late)
      expect(codes(late, 'a')).toEqual(['wrong_pattern'])
    })
  })

  test('an endless chain of references uses no stack', () => {
    const loop = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }
    expect(codes(loop, 1)).toEqual(['too_complex'])
  })

  test('an endlessly deep tree is checked where it is finite', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false }
    const value = JSON.parse(`${'{"child":'.repeat(50)}{"x":1}${'}'.repeat(50)}`)
    expect(checkValue(tree, tree, value)).toMatchObject([{ reason: { code: 'unknown_field' } }])
  })

  test('10,000 properties are checked only as far as they are present', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `field_${index}`)
    const schema = { properties: Object.fromEntries(names.map((field) => [field, { type: 'integer' }])) }
    expect(codes(schema, { field_9999: 'x' })).toEqual(['field_9999 wrong_type'])
    expect(codes(schema, Object.fromEntries(names.map((field) => [field, 1])))).toEqual([])
  })

  test('any JSON is a schema that can be evaluated without a throw', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'required',
      'pattern',
      'minimum',
      'anyOf',
      '$ref',
      '$id',
      'x-media',
      'dependentRequired',
      'prefixItems',
      'format',
    )
    fc.assert(
      fc.property(fc.dictionary(keyword, fc.jsonValue()), fc.jsonValue(), (schema, value) => {
        for (const problem of checkValue(schema, schema, value)) expect(problem.reason.code).not.toBe('')
      }),
    )
  })
})
