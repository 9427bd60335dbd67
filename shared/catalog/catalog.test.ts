import { describe, expect, test } from 'vitest'
import { listedModels } from '../testing/listed-models.ts'
import { findModel, models } from './index.ts'
import { type JsonSchema, requestSchema } from './json-schema.ts'
import { labelOfModel } from './model.ts'
import { retiredModels } from './retired.ts'

/** A field in the terms of the listing: see `listedModels`. */
function describeField(field: JsonSchema, required: boolean): string {
  const list = field.type === 'array'
  const parts = [
    `${typeOf(field)}${list ? '[]' : ''}${required ? '!' : ''}`,
    span(field.minimum, field.maximum) +
      span(field.minLength, field.maxLength) +
      span(field.minItems, field.maxItems),
    field.default === undefined ? '' : `=${field.default}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function typeOf(field: JsonSchema): string {
  if (field.enum) return field.enum.join('|')
  if (field['x-styles']) return 'style'
  if (field['x-style-images']) return 'style image'
  return String(field['x-media'] ?? field.items?.['x-media'] ?? field.type)
}

function span(minimum?: number, maximum?: number): string {
  return minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}..${maximum ?? ''}`
}

test('the catalogue holds the models of the interface and no other', () => {
  expect(models.map((model) => model.id).sort()).toEqual(Object.keys(listedModels).sort())
})

describe.each(Object.entries(listedModels))('%s', (id, listed) => {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  const schema = requestSchema(model)

  test('has each listed field with its type, bounds, options and default, and no other', () => {
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      describeField(field, required.has(name)),
    ])
    expect(Object.fromEntries(fields)).toEqual(listed.fields)
    expect([model.kind, model.makesAudio]).toEqual([listed.kind, listed.makesAudio])
  })

  test('has each alias with its end date', () => {
    const aliases = model.aliases.map(({ from, to, until }) => [from, `${to} ${until}`])
    expect(Object.fromEntries(aliases)).toEqual(listed.aliases)
  })

  test('refuses its aliases as fields: they are not in the schema', () => {
    for (const from of Object.keys(listed.aliases)) {
      expect(model.request.safeParse({ prompt: 'a', [from]: 'x' }).error?.issues[0]).toMatchObject({
        code: 'unrecognized_keys',
        keys: [from],
      })
    }
  })

  test('keeps every constraint without a listed name as a note', () => {
    expect(model.notes).toHaveLength(listed.unnamed.length)
    for (const [index, words] of listed.unnamed.entries())
      expect(model.notes[index]).toMatchObject({ text: expect.stringMatching(words) })
  })

  test('has a price table where the listing has one, with as many rows', () => {
    const { pricing } = model
    expect(pricing ? `${pricing.points.length} per ${pricing.unit}` : 'none').toBe(listed.prices)
  })

  test('accepts a request with only the prompt, as all examples send', () => {
    expect(model.request.safeParse({ prompt: 'A red boat' }).success).toBe(true)
  })
})

test('only V10 can be requested without a prompt', () => {
  const without = models.filter((model) => model.request.safeParse({}).success).map((model) => model.id)
  expect(without).toEqual(['v10'])
})

test('[CAT27] each model has a name of one or two words of its own, and a sentence that says more', () => {
  const names = models.map(({ name }) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  for (const { id, name, description } of models) {
    expect(name.split(/\s+/).filter((word) => /\w/.test(word)).length, name).toBeLessThanOrEqual(2)
    expect(description.split(/\s+/).length, description).toBeGreaterThan(name.split(/\s+/).length)
    expect(labelOfModel({ id, name })).toBe(`${id.toUpperCase()} ${name}`)
  }
})

test('a model is found by its code in either case', () => {
  expect(findModel('V10')?.id).toBe('v10')
  expect(findModel('v0')).toBeUndefined()
})

test('I6’s old thinking modes carry their new names and the date', () => {
  const renamed = models.flatMap((model) =>
    model.renamedValues.map((value) => ({ model: model.id, ...value })),
  )
  expect(renamed).toEqual([
    { model: 'i6', field: 'thinking_mode', from: 'instant', to: 'fast', until: '2026-10-23' },
    { model: 'i6', field: 'thinking_mode', from: 'medium', to: 'high', until: '2026-10-23' },
  ])
})

test('the three retired models have their date, cause and replacement', () => {
  expect(
    retiredModels.map(({ kind, sunsetDate, cause, replacement }) => [
      kind,
      sunsetDate,
      cause,
      replacement?.label,
    ]),
  ).toEqual([
    ['image', '2026-05-13', 'vendor discontinued', 'a newer image model of the same vendor'],
    ['video', '2026-04-27', 'provider discontinued', 'the pro-fast model of the same vendor'],
    ['video', '2026-04-27', 'provider discontinued', undefined],
  ])
})

describe('media values', () => {
  const v9 = findModel('v9')
  const takes = (start_image: string) => v9?.request.safeParse({ prompt: 'a', start_image }).success

  test('a URL of 1024 characters is accepted and one of 1025 is not', () => {
    const url = `https://example.com/${'a'.repeat(1004)}`
    expect(url).toHaveLength(1024)
    expect(takes(url)).toBe(true)
    expect(takes(`${url}a`)).toBe(false)
  })

  test('a data URI may be longer', () => {
    expect(takes(`data:image/png;base64,${'A'.repeat(5000)}`)).toBe(true)
  })

  test.each(['ftp://example.com/a.png', 'a.png', '/etc/passwd', ''])('%j is neither', (value) => {
    expect(takes(value)).toBe(false)
  })
})
