import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { models } from '../../shared/catalog/index.ts'
import { type JsonSchema, requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Field, FieldKind } from '../../shared/form/field.ts'
import { fieldsFromSchema } from '../../shared/form/fields-from-schema.ts'
import { english } from '../words/en/words.ts'
import { groupFields } from './field-list.tsx'
import { findFieldComponent } from './field-registry.ts'
import { broughtValue, listValue } from './list-edits.ts'
import { scaleProblem, sliderStep } from './number-field.tsx'
import { shownOptions } from './option-list.ts'
import { readRatio } from './read-ratio.ts'
import { keysFor, keysOf, moveItem, removeItem } from './reorder.ts'
import { rollSeed } from './roll-seed.ts'
import { fitSide, type SideField, unusualSide, usualSizes } from './size-of.ts'

/** One of each kind; the type checks that none is missing. */
const kinds: Record<FieldKind, true> = {
  prompt: true,
  text: true,
  enumeration: true,
  'aspect-ratio': true,
  number: true,
  integer: true,
  seed: true,
  switch: true,
  media: true,
  'media-list': true,
  styles: true,
  'style-images': true,
  constant: true,
  list: true,
  tuple: true,
  object: true,
  nullable: true,
  union: true,
  json: true,
}

describe('the field registry', () => {
  it.each(Object.keys(kinds))('has a component for %s', (kind) => {
    expect(findFieldComponent({ kind } as Field)).toBeDefined()
  })

  it.each(models.map((model) => [model.id, model] as const))('shows every field of %s', (_id, model) => {
    const fields = fieldsFromSchema(requestSchema(model))
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      expect(field.kind, field.name).not.toBe('json')
      expect(findFieldComponent(field), field.name).toBeDefined()
    }
  })

  it('has words of its own for every listed field', () => {
    const names = new Set(models.flatMap((model) => Object.keys(requestSchema(model).properties ?? {})))
    for (const name of names) expect(english.fields.label(name, 'no words'), name).not.toBe('no words')
  })
})

it('[FORM12] a common name tells the model’s own where that is another', () => {
  const { ownWords } = english.fields
  expect(ownWords('duration', 'Clip time', 'How long it runs.')).toBe(
    'The model calls this “Clip time” (duration). How long it runs.',
  )
  expect(ownWords('duration', 'Clip time', null)).toBe('The model calls this “Clip time” (duration).')
  for (const title of [null, 'Image', 'Image Url', 'image_url', 'IMAGE'])
    expect(ownWords('image_url', title, 'Any text.'), String(title)).toBeNull()
  expect(ownWords('grain', 'Grain of the image', null)).toBeNull()
})

describe('the words of options', () => {
  it('[FORM6] are written the same in every form', () => {
    const values = ['1k', '1K', '4k', '720p', 'low', 'LOW', 'very_high', 'png', '16:9', 'gpt-5', null, true]
    expect(values.map(english.fields.option)).toEqual([
      '1K',
      '1K',
      '4K',
      '720p',
      'Low',
      'LOW',
      'Very high',
      'PNG',
      '16:9',
      'gpt-5',
      'None',
      'On',
    ])
  })

  it('[FORM7] end with Auto where the field may stay unset, and with Default where Auto is the schema’s own', () => {
    const labels = (schema: JsonSchema, required: readonly string[] = []) =>
      fieldsFromSchema({ properties: { a: schema }, required: [...required] }).flatMap((field) =>
        field.kind === 'enumeration' ? shownOptions(field, english).map(({ label }) => label) : [],
      )
    expect(labels({ enum: ['high', 'low'] })).toEqual(['Low', 'High', 'Auto'])
    expect(labels({ enum: ['high', 'low'] }, ['a'])).toEqual(['Low', 'High'])
    expect(labels({ enum: ['auto', 'low'] })).toEqual(['Low', 'Auto', 'Default'])
  })
})

describe('the form’s lines', () => {
  it('put width and height side by side, and lose no field', () => {
    const fields = fieldsFromSchema({
      properties: { height: { type: 'integer' }, prompt: { type: 'string' }, width: { type: 'integer' } },
    })
    const names = groupFields(fields).map((group) => group.map((field) => field.name))
    expect(names).toEqual([['width', 'height'], ['prompt']])
  })

  it('leave a width without a height alone', () => {
    const fields = fieldsFromSchema({ properties: { width: { type: 'integer' } } })
    expect(groupFields(fields)).toEqual([fields])
  })
})

describe('the order of a list', () => {
  it('changes by one move and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.nat(), fc.integer(), (items, from, to) => {
        const moved = moveItem(items, from % items.length, to)
        expect(moved.toSorted()).toEqual(items.toSorted())
      }),
    )
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })

  it('gives every item a key of its own, even to equal items', () => {
    expect(new Set(keysOf(['x', 'x', 'y'])).size).toBe(3)
  })
})

describe('numbers', () => {
  it('roll seeds within the field’s bounds', () => {
    const bounds = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1001, max: 2 ** 40 }))
    fc.assert(
      fc.property(
        bounds,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        ([minimum, maximum], at) => {
          const seed = rollSeed(() => at, { minimum, maximum })
          expect(Number.isSafeInteger(seed) && seed >= minimum && seed <= maximum).toBe(true)
        },
      ),
    )
  })

  it('slide in steps that fit their range', () => {
    expect(sliderStep(4, 15, false)).toBe(0.5)
    expect(sliderStep(0, 1, false)).toBe(0.01)
    expect(sliderStep(1, 100, true)).toBe(1)
  })

  it('[FORM9] have the unit that their name gives', () => {
    const unitOf = (name: string, schema = {}) =>
      fieldsFromSchema({ properties: { [name]: { type: 'integer', ...schema } } }).map((field) =>
        'unit' in field ? english.fields.unit(field.unit) : 'none',
      )[0]
    expect(['width', 'duration', 'upscale_factor', 'steps'].map((name) => unitOf(name))).toEqual([
      'px',
      's',
      '×',
      null,
    ])
    expect(unitOf('duration', { maximum: 600_000 })).toBe(null)
  })

  it('[FORM9] report problems in the unit that is shown', () => {
    const problem = { path: [], reason: { code: 'too_large' as const, maximum: 600_000 } }
    expect(scaleProblem(problem, 1000).reason).toEqual({ code: 'too_large', maximum: 600 })
  })

  it('read proportions, and only proportions', () => {
    expect(readRatio('16:9')).toBeCloseTo(1.7778, 3)
    expect([readRatio('auto'), readRatio('0:1'), readRatio(3)]).toEqual([null, null, null])
  })
})

describe('sizes', () => {
  const side = (schema: object) =>
    fieldsFromSchema({ properties: { width: { type: 'integer', ...schema } } })[0] as SideField

  it('are fitted to the bounds and the step of their side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 101, max: 9999 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (minimum, maximum, value) => {
          const fitted = fitSide(side({ minimum, maximum, multipleOf: 8 }), value)
          if (maximum - minimum >= 8)
            expect(fitted % 8 === 0 && fitted >= minimum && fitted <= maximum).toBe(true)
        },
      ),
    )
  })

  it('that are common are offered where both sides accept them', () => {
    const narrow = side({ minimum: 512, maximum: 1024 })
    expect(usualSizes(narrow, narrow).map(({ ratio }) => ratio)).toEqual(['1:1'])
    expect(usualSizes(side({ maximum: 64 }), narrow)).toEqual([])
    for (const { width, height } of usualSizes(side({}), side({})))
      expect([width % 8, height % 8]).toEqual([0, 0])
  })
})

describe('the keys of a list’s items', () => {
  const change = fc.oneof(
    fc.record({ from: fc.nat(9), to: fc.nat(9) }).map(({ from, to }) => ({
      of: <Item>(list: readonly Item[]) => (from < list.length ? moveItem(list, from, to) : list),
    })),
    fc.nat(9).map((index) => ({ of: <Item>(list: readonly Item[]) => removeItem(list, index) })),
    fc.constant(null),
  )

  it('follow their items, and a new item has a key of its own', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(change, { maxLength: 12 }), (length, changes) => {
        let keys = keysFor([], length)
        let items: readonly string[] = keys.map(String)
        for (const step of changes) {
          keys = step ? step.of(keys) : keysFor(keys, keys.length + 1)
          items = step ? step.of(items) : [...items, String(keys.at(-1))]
          expect(keys.map(String)).toEqual(items)
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
    )
  })
})

describe('a list without items', () => {
  it.each([
    [{ required: false, minItems: 0 }, []],
    [{ required: true, minItems: 1 }, []],
    [{ required: false, minItems: 1 }, undefined],
  ])('%j gives %j', (traits, value) => expect(listValue(traits, [])).toEqual(value))

  it.each([
    [{ required: false, minItems: 0, defaultValue: undefined }, undefined],
    [{ required: false, minItems: 0, defaultValue: [] }, undefined],
    [{ required: false, minItems: 0, defaultValue: ['a'] }, []],
    [{ required: true, minItems: 0, defaultValue: undefined }, []],
    [{ required: false, minItems: 1, defaultValue: ['a'] }, undefined],
  ])('of media or styles, %j, gives %j', (field, value) => expect(broughtValue(field, [])).toEqual(value))
})

it('[FORM15] hints at a side that is unusually large only where the model states no bound', () => {
  const side = (name: string, maximum: number | null) => ({ kind: 'integer', name, maximum }) as SideField
  const free = [side('width', null), side('height', null)]
  expect(unusualSide(free, { width: 19_200, height: 1080 })).toBe(19_200)
  expect(unusualSide(free, { width: 8192 })).toBeNull()
  expect(unusualSide([side('width', 20_000), side('height', null)], { width: 19_200 })).toBeNull()
})

it.each([
  ['imageUrls', null, 'Image URLs'],
  ['source_image_url', null, 'Source image URL'],
  ['numInferenceSteps', 'Num Inference Steps', 'Num inference steps'],
  ['num_inference_steps', 'Steps', 'Steps'],
  ['fadeInMs', null, 'Fade'],
  ['HDRMode', null, 'HDR mode'],
  ['header:X-Request-Id', null, 'Request ID'],
  ['query:region', null, 'Region'],
  ['$type', null, 'Type'],
])('[FORM71] %s with the title %j is named %s', (name, title, label) => {
  expect(english.fields.label(name, title)).toBe(label)
})
