import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { readRequest } from './described-request.ts'
import { listsAssets, uploadsTakeHeic } from './described-uploads.ts'
import { readDescription } from './description.ts'

const image = { type: 'string', format: 'uri' }
const file = { type: 'string', format: 'binary' }

interface Upload {
  readonly part?: object
  readonly encoding?: object
  readonly operation?: object
  readonly type?: string
}

function describing({ part = {}, encoding, operation, type = 'multipart/form-data' }: Upload, prefix = '') {
  const form = { type: 'object', properties: { file: { ...file, ...part } } }
  const media = {
    schema: { $ref: '#/components/schemas/Form' },
    ...(encoding && { encoding: { file: encoding } }),
  }
  const schema = {
    type: 'object',
    properties: { image_url: image, mask_image_url: { ...image, description: 'A PNG.' } },
  }
  return {
    openapi: '3.1.0',
    paths: {
      [`${prefix}/jobs/{id}`]: { get: {} },
      [`${prefix}/assets`]: { post: { ...operation, requestBody: { content: { [type]: media } } } },
      '/generate/image/acme/one': { post: { requestBody: { content: { 'application/json': { schema } } } } },
    },
    components: { schemas: { Form: form } },
  }
}

function taking(document: unknown): unknown {
  const [endpoint] = readDescription(document) ?? []
  if (!endpoint) throw new Error('No endpoint')
  return fieldsFromSchema(readRequest(endpoint)).map((field) => 'takesHeic' in field && field.takesHeic)
}

test.each<[string, Upload]>([
  ['its part’s content types', { encoding: { contentType: 'image/png, image/heic' } }],
  ['its part’s media type', { part: { contentMediaType: 'image/heif' } }],
  ['its part’s accepted types', { part: { 'x-accept': ['image/png', 'image/heic'] } }],
  ['its part’s text', { part: { description: 'A JPEG, PNG or HEIC image.' } }],
  ['its own text', { operation: { description: 'Uploads an image (JPEG, HEIC) or a video.' } }],
  ['its own type', { type: 'image/heic' }],
])(
  '[INP20] an upload that says by %s that it takes HEIC says so for the fields that name no format',
  (_, upload) => {
    expect(taking(describing(upload))).toEqual([true, false])
    expect(taking(describing(upload, '/v1'))).toEqual([true, false])
  },
)

test.each<[string, Upload]>([
  ['nothing', {}],
  ['other types', { encoding: { contentType: 'image/png' }, operation: { description: 'HEIC' } }],
  ['a refusal', { part: { description: 'Images. HEIC is not supported.' } }],
])('[INP20] one that says %s doesn’t', (_, upload) => {
  expect(taking(describing(upload))).toEqual([false, false])
})

test('[INP6] uploads are listed as form data, beside the jobs', () => {
  expect(listsAssets(describing({}))).toBe(true)
  expect(listsAssets(describing({}, '/v1'))).toBe(true)
  expect(listsAssets(describing({ type: 'image/heic' }))).toBe(false)
  expect(listsAssets({ paths: { '/other/assets': describing({}).paths['/assets'] } })).toBe(false)
})

test('[INP20] nothing that a description holds there makes it fail', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 5 }), fc.constantFrom('post', 'content', 'media'), (value, at) => {
      const requestBody = { content: at === 'content' ? value : { 'multipart/form-data': value } }
      const item = at === 'post' ? { post: value } : { post: { requestBody } }
      const document = { paths: { '/assets': item } }
      expect([true, false]).toContain(listsAssets(document))
      expect([true, false]).toContain(uploadsTakeHeic(document))
    }),
  )
})
