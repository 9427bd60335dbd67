import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { bundleSchema } from './bundle-schema.ts'

const address = { type: 'string', format: 'uri' }

function takesHeic(image: object, document: object = {}): unknown {
  const schema = { type: 'object', properties: { image_url: image } }
  const [field] = fieldsFromSchema(bundleSchema(document, schema as never))
  return field && 'takesHeic' in field ? field.takesHeic : field?.kind
}

test.each<[object, boolean]>([
  [{ contentMediaType: 'image/heic' }, true],
  [{ contentMediaType: 'image/png, image/heif' }, true],
  [{ 'x-accept': 'image/jpeg,image/png,.heic' }, true],
  [{ 'x-vendor-mime-types': ['image/jpeg', 'image/heif'] }, true],
  [{ 'x-supported-formats': ['JPEG', 'HEIC'] }, true],
  [{ description: 'A JPEG, PNG, WebP or HEIC image of at most 20 MB.' }, true],
  [{ title: 'Photo (HEIF)' }, true],
  [{ anyOf: [address, { type: 'string', contentMediaType: 'image/heic' }] }, true],
  [{ description: 'HEIC is converted to sRGB by the service.' }, true],
  [{}, false],
  [{ contentMediaType: 'image/png' }, false],
  [{ description: 'A JPEG or PNG image.' }, false],
  [{ description: 'JPEG or PNG. HEIC is not supported!' }, false],
  [{ description: 'Any image except HEIC' }, false],
  [{ description: 'HEIC images must be converted to JPEG before' }, false],
  [{ description: 'The service doesn’t read HEIC.' }, false],
  [{ description: 'An archaic theichoscopy' }, false],
  [{ 'x-accept': ['image/png'], description: 'HEIC' }, false],
])('[INP20] of %j it is known whether it takes HEIC: %s', (traits, expected) => {
  expect(takesHeic({ ...address, ...traits })).toBe(expected)
})

test('[INP20] a list’s own text counts as its item’s does', () => {
  const item = { ...address, contentMediaType: 'image/heic' }
  expect(takesHeic({ type: 'array', items: item })).toBe(true)
  expect(takesHeic({ type: 'array', items: address, description: 'HEIC, JPEG' })).toBe(true)
})

test('[INP20] a video takes no images', () => {
  const schema = {
    type: 'object',
    properties: { video_url: { ...address, description: 'With a HEIC cover' } },
  }
  expect(fieldsFromSchema(bundleSchema({}, schema))).toMatchObject([
    { kind: 'media', media: 'video', takesHeic: false },
  ])
})

test('[INP20] nothing that a schema holds makes it fail', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'x-accept',
          'contentMediaType',
          'description',
          'title',
          'anyOf',
          'x-formats',
          '__proto__',
        ),
        fc.anything({ maxDepth: 3 }),
      ),
      (traits) => {
        expect([true, false]).toContain(takesHeic({ ...traits, ...address, 'x-media': 'image' }))
      },
    ),
  )
})

test('[INP20] a text of any length is read within its bound', () => {
  const text = `${'HEIC must have '.repeat(300_000)} converted`
  expect(takesHeic({ ...address, description: text, 'x-accept': Array(100_000).fill(text) })).toBe(true)
})
