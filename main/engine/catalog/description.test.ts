import { expect, test } from 'vitest'
import { readDescription } from './description.ts'

const post = { operationId: 'x', requestBody: {} }

test('lists the generation endpoints and whether they are deprecated, and nothing else', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A service', version: 'v1' },
    paths: {
      '/generate/video/acme/v4': { post, get: {} },
      '/generate/image/acme/i3': { post: { ...post, deprecated: true } },
      '/generate/image/acme/get-only': { get: {} },
      '/generate/image/{vendor}/{model}': { post },
      '/generate/text/acme/t1': { post },
      '/generate/image/acme/i3/again': { post },
      '/usage': { get: {} },
    },
  }
  expect(readDescription(document)).toMatchObject([
    { kind: 'video', vendor: 'acme', model: 'v4', path: '/generate/video/acme/v4', isDeprecated: false },
    { kind: 'image', vendor: 'acme', model: 'i3', path: '/generate/image/acme/i3', isDeprecated: true },
  ])
})

test.each([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{}],
  [{ openapi: '3.0.3', paths: {} }],
  [{ openapi: '3.1.0' }],
  [{ openapi: '3.1.0', paths: [] }],
  [{ openapi: 3.1, paths: {} }],
])('%j is no description', (document) => {
  expect(readDescription(document)).toBeNull()
})
