import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isModelPath } from './model-path.ts'

test.each(['/generate/image/acme/i3', '/generate/video/a-b/v1.5~x', '/generate/audio/a_b/..x'])(
  '[CAT18] %s is a path of a model',
  (path) => {
    expect(isModelPath(path)).toBe(true)
  },
)

test.each([
  '',
  'generate/image/acme/i3',
  '/generate/enhance/acme/i3',
  '/generate/3d/acme/i3',
  '/generate/image/acme',
  '/generate/image/acme/i3/more',
  '/generate/image/ac me/i3',
  '/generate/image/acme/i3 ',
  '/generate/image/../i3',
  '/generate/image/acme/..',
  '/generate/image/./i3',
  '/generate/image/acme/i3?x=1',
  '/generate/image/acme/i3#x',
  '/generate/image/acme/%2e%2e',
  '/generate/image/acme/i3\n',
  'https://evil.example/generate/image/acme/i3',
  `/generate/image/acme/${'x'.repeat(1_000)}`,
])('[CAT18] %j is refused', (path) => {
  expect(isModelPath(path)).toBe(false)
})

test('[CAT18] a path is of one kind', () => {
  expect([isModelPath('/generate/image/a/b', 'image'), isModelPath('/generate/image/a/b', 'video')]).toEqual([
    true,
    false,
  ])
})

test('[CAT18] an accepted path stays the same in a URL', () => {
  const path = fc
    .tuple(fc.constantFrom('image', 'video', 'audio', 'enhance'), fc.string(), fc.string())
    .map(([kind, vendor, model]) => `/generate/${kind}/${vendor}/${model}`)
  fc.assert(
    fc.property(path, (text) => {
      if (!isModelPath(text)) return
      const url = new URL(`https://service.example${text}`)
      expect([url.pathname, url.search, url.hash]).toEqual([text, '', ''])
    }),
    { numRuns: 5_000 },
  )
})
