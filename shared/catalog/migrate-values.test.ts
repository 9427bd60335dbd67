import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputReference } from '../form/input-reference.ts'
import { webUrl } from '../testing/web-url.ts'
import { findModel, models } from './index.ts'
import { requestSchema } from './json-schema.ts'
import { migrateValues } from './migrate-values.ts'

function migrate(id: string, values: Record<string, unknown>) {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return migrateValues({ ...model, schema: requestSchema(model) }, values)
}

test('old names become the present ones, with their values', () => {
  expect(migrate('v1', { prompt: 'a', startImage: 'https://a.example/x.png', aspectRatio: '1:1' })).toEqual({
    values: { prompt: 'a', start_image: 'https://a.example/x.png', aspect_ratio: '1:1' },
    changes: [
      { kind: 'renamed', from: 'startImage', to: 'start_image' },
      { kind: 'renamed', from: 'aspectRatio', to: 'aspect_ratio' },
    ],
  })
})

test('where old and new name are both set, the new one wins', () => {
  expect(migrate('i4', { guidance_scale_flux: 2, guidance_scale: 5 })).toEqual({
    values: { guidance_scale: 5 },
    changes: [{ kind: 'superseded', from: 'guidance_scale_flux', to: 'guidance_scale' }],
  })
})

test('renamed values of I6 become the present ones', () => {
  expect(migrate('i6', { thinking_mode: 'instant' })).toEqual({
    values: { thinking_mode: 'fast' },
    changes: [{ kind: 'value', field: 'thinking_mode', from: 'instant', to: 'fast' }],
  })
  expect(migrate('i6', { thinking_mode: 'medium' }).values).toEqual({ thinking_mode: 'high' })
  expect(migrate('i6', { thinking_mode: 'high' }).changes).toEqual([])
})

test('a value without a row stays as it is, even under the name of an inherited property', () => {
  const values = { prompt: 'a', constructor: 'b', unheard_of: 1 }
  expect(migrate('i6', values)).toEqual({ values, changes: [] })
})

test.each(models.flatMap((model) => model.aliases.map((alias) => ({ model, ...alias }))))(
  '$model.id: $from becomes $to',
  ({ model, from, to }) => {
    expect(migrate(model.id, { [from]: 'x' }).values).toEqual({ [to]: 'x' })
  },
)

describe('[CAT22] two old names of one field', () => {
  test('lists are joined, each item once, in the order they were given', () => {
    expect(
      migrate('i3', {
        imageUrls: ['https://a/1', 'https://a/2'],
        style_images: ['https://a/2', 'https://a/3'],
      }),
    ).toEqual({
      values: { image_urls: ['https://a/1', 'https://a/2', 'https://a/3'] },
      changes: [
        { kind: 'renamed', from: 'imageUrls', to: 'image_urls' },
        { kind: 'joined', from: 'style_images', to: 'image_urls' },
      ],
    })
  })

  test('lists that together exceed the field’s limit are a conflict, which is reported', () => {
    const urls = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `https://a/${from + index}`)
    expect(migrate('i7', { imageUrls: urls(0, 6), style_images: urls(6, 6) })).toEqual({
      values: { image_urls: urls(0, 6) },
      changes: [
        { kind: 'renamed', from: 'imageUrls', to: 'image_urls' },
        { kind: 'conflict', from: 'style_images', to: 'image_urls', kept: 'imageUrls' },
      ],
    })
  })

  test('of single values the first wins, and the other is reported; the same value twice is no conflict', () => {
    const [one, other] = ['https://a/1', 'https://a/2']
    expect(migrate('v8', { startImage: one, image_url: other })).toEqual({
      values: { start_image: one },
      changes: [
        { kind: 'renamed', from: 'startImage', to: 'start_image' },
        { kind: 'conflict', from: 'image_url', to: 'start_image', kept: 'startImage' },
      ],
    })
    const { values, changes } = migrate('v8', { startImage: one, image_url: one })
    expect([values, changes.map(({ kind }) => kind)]).toEqual([{ start_image: one }, ['renamed', 'renamed']])
  })
})

test.each(['i3', 'i7'])(
  '[CAT23] style images of %s keep their address, and the omitted parts are reported',
  (id) => {
    const file = inputReference('a'.repeat(64))
    expect(migrate(id, { style_images: [{ url: 'https://a/1', strength: 0.5 }, { url: file }] })).toEqual({
      values: { image_urls: ['https://a/1', file] },
      changes: [
        { kind: 'renamed', from: 'style_images', to: 'image_urls' },
        { kind: 'reduced', from: 'style_images', to: 'image_urls', members: ['strength'] },
      ],
    })
  },
)

test('[CAT23] style images of a model that accepts them so stay as they are', () => {
  const styles = [{ url: 'https://a/1', strength: 0.5 }]
  expect(migrate('i5', { styleImages: styles }).values).toEqual({ style_images: styles })
})

test('[CAT21] a name that the request accepts today is no old name, whatever a description calls it', () => {
  const schema = { type: 'object', properties: { prompt: {}, text: {} } }
  const values = { prompt: 'a' }
  expect(
    migrateValues({ schema, aliases: [{ from: 'prompt', to: 'text' }], renamedValues: [] }, values),
  ).toEqual({
    values,
    changes: [],
  })
})

test('[CAT22] no value is lost silently, whichever names are set', () => {
  const names = ['imageUrls', 'style_images', 'image_urls', 'aspectRatio', 'aspect_ratio', 'prompt', 'other']
  const urls = fc.array(fc.constantFrom('https://a/1', 'https://a/2', 'https://a/3'), { maxLength: 8 })
  const value = fc.oneof(urls, fc.constantFrom('1:1', '16:9'), fc.array(fc.record({ url: webUrl })))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (given) => {
      const { values, changes } = migrate('i3', given)
      for (const name of Object.keys(given)) {
        const isReported = changes.some((change) => change.from === name)
        expect(isReported || Object.hasOwn(values, name), name).toBe(true)
      }
      expect(migrate('i3', values).changes).toEqual([])
    }),
  )
})
