import { expect, test } from 'vitest'
import { jobsPrefixOf, joinPath, readDescription } from './description.ts'

const post = { operationId: 'x', requestBody: {} }

test('[CAT33] lists the generation endpoints and whether they are deprecated, and nothing else', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'A service', version: 'v1' },
    paths: {
      '/generate/video/acme/v4': { post, get: {} },
      '/generate/image/acme/i3': { post: { ...post, deprecated: true } },
      '/generate/image/acme/get-only': { get: {} },
      '/generate/image/{vendor}/{model}': { post },
      '/generate/text/acme/t1': { post },
      '/generate/enhance/acme/video-upscale': { post },
      '/v2/generate/audio/acme/a1': { post },
      '/generate/image': { post },
      '/generate/image/../x': { post },
      '/usage': { get: {} },
    },
  }
  expect(readDescription(document)).toMatchObject([
    { kind: 'video', vendor: 'acme', model: 'v4', path: '/generate/video/acme/v4', isDeprecated: false },
    { kind: 'image', vendor: 'acme', model: 'i3', path: '/generate/image/acme/i3', isDeprecated: true },
    { kind: 'image', vendor: 'image', model: 'image', path: '/generate/image/{vendor}/{model}' },
    { kind: 'image', category: 'text', path: '/generate/text/acme/t1' },
    { kind: 'video', category: 'enhance', path: '/generate/enhance/acme/video-upscale' },
    { kind: 'audio', vendor: 'acme', model: 'a1', path: '/v2/generate/audio/acme/a1' },
  ])
})

test('[CAT100] a path by reference is read with its texts and parameters, also after others; in a circle it is none', () => {
  const parameters = [{ name: 'X-A', in: 'header' }]
  const document = {
    openapi: '3.1.0',
    paths: {
      '/generate/audio/acme/speak/{voice}': { $ref: '#/components/pathItems/First' },
      '/generate/image/acme/round': { $ref: '#/components/pathItems/Round' },
      '/generate/image/acme/{a}{b}': { post },
      '/teams/{team}/generate/image/acme/still': { post },
    },
    components: {
      pathItems: {
        First: { $ref: '#/components/pathItems/Second' },
        Second: { summary: 'Speech', parameters, post },
        Round: { $ref: '#/components/pathItems/Round' },
      },
    },
  }
  expect(readDescription(document)).toMatchObject([
    {
      kind: 'audio',
      vendor: 'acme',
      model: 'speak',
      path: '/generate/audio/acme/speak/{voice}',
      operation: { summary: 'Speech', parameters, operationId: 'x' },
    },
    { kind: 'image', vendor: 'acme', model: 'still', path: '/teams/{team}/generate/image/acme/still' },
  ])
})

test.each([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{}],
  [{ openapi: '2.0', paths: {} }],
  [{ swagger: '2.0', paths: {} }],
  [{ openapi: '3.1.0' }],
  [{ openapi: '3.1.0', paths: [] }],
  [{ openapi: 4, paths: {} }],
])('%j is no description', (document) => {
  expect(readDescription(document)).toBeNull()
})

test.each([
  [[], '/generate/image/a/b', '/generate/image/a/b'],
  [[{ url: '/' }], '/generate/image/a/b', '/generate/image/a/b'],
  [[{ url: '/v1/' }], '/generate/image/a/b', '/v1/generate/image/a/b'],
  [[{ url: 'https://api.example/v1' }], '/generate/image/a/b', '/v1/generate/image/a/b'],
  [
    [{ url: 'https://x.example/{version}', variables: { version: { default: 'v3' } } }],
    '/generate/image/a/b',
    '/v3/generate/image/a/b',
  ],
  [
    [{ url: '/{version}', variables: { version: { default: { toString: false } } } }],
    '/generate/image/a/b',
    '/generate/image/a/b',
  ],
  [[{ url: `https://x.example/${'/'.repeat(3_000)}x` }], '/generate/image/a/b', '/generate/image/a/b'],
  [[{ url: 'no address \0' }, 5], '/api/generate/image/a/b', '/api/generate/image/a/b'],
])('[CAT33] with the servers %j, %s is at %s', (servers, path, expected) => {
  const [endpoint] = readDescription({ openapi: '3.1.0', servers, paths: { [path]: { post } } }) ?? []
  expect(endpoint?.path).toBe(expected)
})

test.each([3, 3.1])(
  '[CAT34] the version %d, as YAML reads one without quotes, is one of OpenAPI',
  (openapi) => {
    expect(readDescription({ openapi, paths: { '/generate/image/a/b': { post } } })).toHaveLength(1)
  },
)

test.each([
  ['', '/v1/generate/image/a/b', '/v1/generate/image/a/b'],
  ['/v1', '/v1/generate/image/a/b', '/v1/generate/image/a/b'],
  ['/v1', '/generate/image/a/b', '/v1/generate/image/a/b'],
  ['/proxy', '/v1/generate/image/a/b', '/proxy/v1/generate/image/a/b'],
  ['/gen', '/generate/image/a/b', '/gen/generate/image/a/b'],
])('[CAT33] below the base path %j, %s is requested at %s', (base, path, expected) => {
  expect(joinPath(base, path)).toBe(expected)
})

test('[CAT33] what precedes the jobs is what the description has before them', () => {
  const paths = { '/v1/jobs/{job_id}': { get: {} } }
  expect([jobsPrefixOf({ paths }), jobsPrefixOf({ paths: {}, servers: [{ url: '/v2' }] })]).toEqual([
    '/v1',
    '/v2',
  ])
})

test.each([
  ['enhance', { tags: ['Video editing'] }, 'video'],
  ['enhance', { tags: ['Images', 'Videos'], summary: 'Sharpen a video' }, 'video'],
  ['music', {}, 'audio'],
  ['enhance', { responses: { 200: { content: { 'video/mp4': {} } } } }, 'video'],
  [
    'tools',
    { requestBody: { content: { 'application/json': { schema: { required: ['audio_url'] } } } } },
    'audio',
  ],
  ['tools', {}, 'image'],
])('[CAT35] an endpoint of %s with %j makes the kind that its description names', (category, more, kind) => {
  const paths = { [`/generate/${category}/acme/x`]: { post: { ...post, ...more } } }
  expect(readDescription({ openapi: '3.1.0', paths })).toMatchObject([{ kind, category }])
})
