import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStyleId } from '../../../shared/styles/style-id.ts'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import type { ListStylesOutcome } from '../service/ports.ts'
import { findStyleListing, readStylePage, walkStyles } from './style-listing.ts'

const url = new URL('https://service.example/v1/styles')

function readPage(body: unknown, takes: readonly string[] = [], link: string | null = null) {
  return readStylePage({ url, body, link, place: { takes } })
}

const describing = (paths: object) => findStyleListing({ openapi: '3.1.0', paths })

test('[STYLE8] a GET whose path ends in /styles is a listing, unless it needs to know more', () => {
  expect(describing({ '/styles': { get: {} } })).toEqual({ path: '/styles', isPaged: false, takes: [] })
  expect(describing({ '/v1/styles': { get: { parameters: [{ name: 'cursor', in: 'query' }] } } })).toEqual({
    path: '/v1/styles',
    isPaged: true,
    takes: ['cursor'],
  })
  for (const paths of [
    {},
    { '/styles': { post: {} } },
    { '/styles/{id}/share/workspace': { post: {} } },
    { '/workspaces/{id}/styles': { get: {} } },
    { '/mystyles': { get: {} } },
    { '//elsewhere.example/styles': { get: {} } },
    { '/styles': { get: { parameters: [{ name: 'owner', in: 'query', required: true }] } } },
  ])
    expect(describing(paths)).toBeNull()
})

test('[STYLE9] styles are read by shape, and an unreadable row costs only itself', () => {
  const rows = [
    { id: 'ink', name: 'Ink' },
    { style_id: 'neon', title: ' Night\nneon ' },
    { id: 'plain' },
    { id: 7 },
    null,
    'text',
    { id: '' },
    { id: 'a\u0000b', name: 'x' },
    { name: 'no id' },
    { id: 'long', name: 'n'.repeat(900) },
  ]
  const styles = [
    { styleId: 'ink', name: 'Ink' },
    { styleId: 'neon', name: 'Night neon' },
    { styleId: 'plain', name: '' },
    { styleId: 'long', name: `${'n'.repeat(199)}…` },
  ]
  for (const body of [rows, { styles: rows }, { items: rows }, { data: rows }, { data: { items: rows } }])
    expect(readPage(body)).toMatchObject({ type: 'page', styles, isLast: true })
  for (const body of [null, 7, 'text', {}, { jobs: rows }, { data: 'x' }]) expect(readPage(body)).toBeNull()
})

test('[STYLE30] an image’s address is found by shape, as an address of the web, and costs its row nothing', () => {
  const rows = [
    { id: 'a', preview_url: 'https://cdn.example/a.png', url: 'https://service.example/styles/a' },
    { id: 'b', thumbnail: { url: 'https://cdn.example/b.png' } },
    { id: 'c', images: [{ src: '/media/c.png' }, 'https://cdn.example/not-this.png'] },
    { id: 'd', image_url: 'javascript:alert(1)', cover: 'https://cdn.example/d.png' },
    { id: 'e', preview: 'file:///etc/passwd' },
    { id: 'f', preview: `https://cdn.example/${'x'.repeat(3_000)}` },
    { id: 'g', preview: { preview: { preview: { preview: 'https://cdn.example/deep.png' } } } },
    { id: 'h', image: 7, url: null },
    { id: 'i', ...JSON.parse('{"__proto__": {"preview": "https://cdn.example/inherited.png"}}') },
  ]
  expect(readPage(rows)?.styles.map(({ styleId, previewUrl }) => [styleId, previewUrl])).toEqual([
    ['a', 'https://cdn.example/a.png'],
    ['b', 'https://cdn.example/b.png'],
    ['c', 'https://service.example/media/c.png'],
    ['d', 'https://cdn.example/d.png'],
    ['e', null],
    ['f', null],
    ['g', null],
    ['h', null],
    ['i', null],
  ])
})

test('[STYLE9] whatever a service lists, what is read are ids that can be kept, with bounded names', () => {
  const row = fc.oneof(
    fc.anything({ maxDepth: 1 }),
    fc.record(
      {
        id: fc.oneof(fc.string({ unit: anyCharacter }), fc.anything({ maxDepth: 1 })),
        name: fc.oneof(fc.string(), fc.anything({ maxDepth: 1 })),
      },
      { requiredKeys: [] },
    ),
    fc.constant(JSON.parse('{"__proto__": {"id": "inherited"}, "constructor": {"id": "x"}}')),
  )
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 6 }),
      fc.constantFrom('styles', 'items', 'data', '__proto__'),
      (rows, name) => {
        for (const { styleId, name: said } of readPage({ [name]: rows })?.styles ?? []) {
          expect(isStyleId(styleId)).toBe(true)
          expect(said.length).toBeLessThanOrEqual(200)
        }
        for (const { styleId } of readPage(rows)?.styles ?? []) expect(styleId).not.toBe('inherited')
      },
    ),
    { numRuns: 100 },
  )
})

test('[STYLE9] the next page is requested at the service’s own origin only', () => {
  expect(readPage({ styles: [{ id: 'a' }], next_cursor: 'two' }, ['cursor'])).toMatchObject({
    next: 'https://service.example/v1/styles?cursor=two',
    isLast: false,
  })
  expect(readPage({ styles: [], next: 'https://evil.example/styles' })).toMatchObject({
    next: null,
    isLast: false,
  })
})

function walkOver(pages: readonly ListStylesOutcome[]) {
  const requested: (string | null)[] = []
  const service = {
    async listStyles(next: string | null): Promise<ListStylesOutcome> {
      requested.push(next)
      return pages[Math.min(requested.length, pages.length) - 1] ?? { type: 'none' }
    },
  }
  return { walk: walkStyles(service), requested }
}

function page(ids: readonly string[], next: string | null, isLast = next === null): ListStylesOutcome {
  return {
    type: 'page',
    styles: ids.map((styleId) => ({ styleId, name: '', previewUrl: null })),
    next,
    isLast,
  }
}

test('[STYLE9] pages are read until the last, each style once', async () => {
  const { walk, requested } = walkOver([page(['a', 'b'], '2'), page(['b', 'c'], '3'), page(['d'], null)])
  expect(await walk).toEqual({
    type: 'listing',
    isWhole: true,
    styles: ['a', 'b', 'c', 'd'].map((styleId) => ({ styleId, name: '', previewUrl: null })),
  })
  expect(requested).toEqual([null, '2', '3'])
})

test('[STYLE9] a listing that repeats itself, never ends or breaks off is read as far as it goes', async () => {
  const repeating = walkOver([page(['a'], '2'), page(['a'], '3')])
  expect(await repeating.walk).toMatchObject({ isWhole: false, styles: [{ styleId: 'a' }] })
  expect(repeating.requested).toHaveLength(2)

  let count = 0
  const endless = await walkStyles({
    async listStyles() {
      count += 1
      return page([`style-${count}`], `page-${count}`)
    },
  })
  expect([count, endless.type === 'listing' && endless.isWhole]).toEqual([20, false])

  const broken = walkOver([page(['a'], '2'), { type: 'failed', cause: 'gone' }])
  expect(await broken.walk).toMatchObject({ type: 'listing', isWhole: false })

  const huge = walkOver([
    page(
      Array.from({ length: 9_000 }, (_, at) => `s${at}`),
      '2',
    ),
  ])
  const read = await huge.walk
  expect(read.type === 'listing' && read.styles.length).toBe(5_000)
})

test.each<ListStylesOutcome>([
  { type: 'none' },
  { type: 'refused', status: 403 },
  { type: 'failed', cause: 'x' },
])('a first page that is %j is the outcome', async (outcome) => {
  expect(await walkOver([outcome]).walk).toEqual(outcome)
})
