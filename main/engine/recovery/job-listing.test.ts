import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { webUrl } from '../../../shared/testing/web-url.ts'
import { findJobListing, listingBounds, readRow } from './job-listing.ts'
import { readListingPage } from './listing-page.ts'

const jobId = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'
const created_at = '2026-11-20T12:00:00Z'
const body = { prompt: 'a quiet sea' }
const plain = { job_id: jobId, created_at }
const address = 'https://service.example/v1/jobs'

interface Given {
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string
  readonly isPaged?: boolean
  readonly takes?: readonly string[]
}

function read(response: unknown, { headers = {}, url = address, isPaged = false, takes = [] }: Given = {}) {
  const header = (name: string) => headers[name] ?? null
  return readListingPage({ url: new URL(url), body: response, length: 2, header, place: { isPaged, takes } })
}

it.each([
  [{ '/jobs': { get: {} } }, { path: '/jobs', isPaged: false, takes: [] }],
  [
    { '/v1/jobs': { get: { parameters: [{ name: 'limit' }, { name: 'after' }] } } },
    { path: '/v1/jobs', isPaged: true, takes: ['limit', 'after'] },
  ],
  [
    { '/jobs': { parameters: [{ $ref: '#/components/parameters/Limit' }], get: {} } },
    { path: '/jobs', isPaged: true, takes: ['limit'] },
  ],
  [
    { '/jobs': { parameters: [{ $ref: '#/components/parameters/toString' }], get: {} } },
    { path: '/jobs', isPaged: true, takes: [] },
  ],
  [{ '/jobs': { get: { parameters: [{ name: 'workspace', required: true }] } } }, null],
  [{ '/jobs/{id}': { get: {} }, '/jobs': { post: {} }, '/usage': { get: {} } }, null],
])('[JOB26] a description with %j lists jobs at %j', (paths, place) => {
  const components = { parameters: { Limit: { name: 'limit' } } }
  expect(findJobListing({ openapi: '3.1.0', paths, components })).toEqual(place)
})

it.each([
  ['a bare array', [plain], true],
  ['jobs', { jobs: [plain] }, true],
  ['items', { items: [plain] }, true],
  ['results', { results: [plain] }, true],
  ['jobs within data', { data: { jobs: [plain] } }, true],
  ['data with no more', { data: [plain], has_more: false }, true],
  ['data with more', { data: [plain], has_more: true }, false],
  ['a cursor', { jobs: [plain], next_cursor: 'abc' }, false],
  ['no cursor', { jobs: [plain], next_cursor: null }, true],
])('[JOB40] reads %s', (_, response, isLast) => {
  expect(read(response)).toMatchObject({ isLast, rows: [{ jobId, createdAt: Date.parse(created_at) }] })
})

it.each([[{}], [{ jobs: null }], [null], ['jobs'], [{ data: { data: { data: [] } } }], [7]])(
  '[JOB40] %j is no listing',
  (response) => {
    expect(read(response)).toBeNull()
  },
)

it('[JOB26] a description need not have parts for its parameters to be read', () => {
  const paths = { '/jobs': { get: { parameters: [{ name: 'limit' }] } } }
  expect(findJobListing({ paths })).toEqual({ path: '/jobs', isPaged: true, takes: ['limit'] })
})

it('[JOB41] a page of a listing in 10 MiB is read, one of more than 16 MiB is not', () => {
  const page = (length: number) =>
    JSON.stringify({ jobs: Array.from({ length: 100 }, () => ({ ...plain, note: 'x'.repeat(length) })) })
  expect(readBoundedJson(page(100_000), listingBounds).ok).toBe(true)
  expect(readBoundedJson(page(170_000), listingBounds).ok).toBe(false)
})

it('[JOB41] where only a flag says that there is more, the last row’s id leads to it', () => {
  const last = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2c'
  const page = read({ jobs: [plain, { ...plain, job_id: last }], has_more: true })
  expect(page).toMatchObject({ next: `${address}?starting_after=${last}`, isLast: false })
  expect(read({ jobs: [], has_more: true })).toMatchObject({ next: null, isLast: false })
})

it('[JOB44] a page carries the service’s time, where the response has one', () => {
  const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
  expect(read([plain], { headers: { date } })?.serviceTime).toBe(Date.parse(date))
  expect(read([plain], { headers: { date: 'today' } })?.serviceTime).toBeNull()
  expect(read([plain])?.serviceTime).toBeNull()
})

it('[JOB40] a page of a listing that takes parameters may not be everything', () => {
  expect(read([plain], { isPaged: true })).toMatchObject({ isLast: false, next: null })
})

it.each([
  ['its request', { ...plain, request: { path: '/generate/image/a/b', body } }],
  ['its body beside its path', { ...plain, path: '/generate/image/a/b', body }],
  ['its input beside its path', { ...plain, path: '/generate/image/a/b', input: body }],
])('[JOB26] a job is listed with %s', (_, job) => {
  expect(readRow(job)).toMatchObject({ path: '/generate/image/a/b', body })
})

it('[JOB26] a job’s id may be called so, and its time be given with any offset', () => {
  const row = readRow({ id: jobId, created_at: '2026-11-20T14:00:00+02:00' })
  expect(row).toMatchObject({ jobId, createdAt: Date.parse(created_at) })
})

it('[JOB26] nothing that the listing omits is made up', () => {
  for (const job of [plain, { ...plain, path: null, request: null }])
    expect(readRow(job)).toMatchObject({ path: null, body: null })
})

it('[ADOPT3] a row keeps its model, state and number of files, each as far as it can be read', () => {
  const known = { model: 'v2', status: 'completed', result: { urls: ['a', null] } }
  expect(readRow({ ...plain, ...known })).toStrictEqual({
    ...readRow(plain),
    model: 'v2',
    status: 'completed',
    files: 2,
  })
  for (const unreadable of [
    { model: '' },
    { model: 'x'.repeat(201) },
    { status: 7 },
    { result: { urls: 2 } },
  ])
    expect(readRow({ ...plain, ...unreadable })).toStrictEqual(readRow(plain))
})

it('[JOB43] an unreadable row costs only itself, and its readable parts are kept', () => {
  const page = read([plain, { job_id: jobId }, { created_at }, 7, null, { ...plain, id: 'x' }])
  expect(page?.rows).toEqual([
    expect.objectContaining({ jobId }),
    { jobId, createdAt: null },
    { jobId: null, createdAt: Date.parse(created_at) },
    { jobId: null, createdAt: null },
    { jobId: null, createdAt: null },
    expect.objectContaining({ jobId }),
  ])
})

describe('[JOB41] the link to the next page', () => {
  const requested = (query: string) => `${address}?${query}`
  it.each<[string, object, Given, string | null]>([
    ['a cursor', { next_cursor: 'b' }, {}, requested('cursor=b')],
    [
      'a cursor, by the parameter that is described',
      { next_cursor: 'b' },
      { takes: ['limit', 'after'] },
      requested('after=b'),
    ],
    ['a cursor in camel case', { nextCursor: 'b' }, { takes: ['nextCursor'] }, requested('nextCursor=b')],
    ['a page token', { next_page_token: 'b' }, {}, requested('page_token=b')],
    ['next as a cursor', { next: 'b' }, {}, requested('cursor=b')],
    ['next as a number of a page', { next: 2 }, { takes: ['page'] }, requested('page=2')],
    ['next as an address', { next: `${address}?p=2` }, {}, requested('p=2')],
    ['next as a path', { next: '/v1/jobs?p=2' }, {}, requested('p=2')],
    ['next as a query', { next: '?p=2' }, {}, requested('p=2')],
    ['next page', { next_page: 3 }, {}, requested('page=3')],
    ['a page of pages', { page: 1, total_pages: 3 }, {}, requested('page=2')],
    ['a page of pages in meta', { meta: { current_page: 2, last_page: 3 } }, {}, requested('page=3')],
    ['an offset in a total', { offset: 1, total: 3 }, {}, requested('offset=2')],
    [
      'a total, where offsets are taken',
      { total: 3 },
      { takes: ['offset'], url: requested('offset=1') },
      requested('offset=2'),
    ],
    ['a cursor that is called so', { cursor: 'b' }, {}, requested('cursor=b')],
    ['after in paging', { paging: { cursors: { after: 'b' } } }, {}, requested('after=b')],
    ['a link as HAL has it', { _links: { next: { href: '/v1/jobs?p=2' } } }, {}, requested('p=2')],
    ['an end cursor', { page_info: { has_next_page: true, end_cursor: 'b' } }, {}, requested('after=b')],
    [
      'more, by the last id',
      { has_more: true },
      { takes: ['starting_after'] },
      requested(`starting_after=${jobId}`),
    ],
    [
      'more, by an id that is named',
      { has_more: true, last_id: 'j' },
      { takes: ['after'] },
      requested('after=j'),
    ],
    ['a header', {}, { headers: { link: '<?p=2>; rel="next", <?p=1>; rel="prev"' } }, requested('p=2')],
    [
      'a header among others',
      {},
      { headers: { link: '<?p=0>; rel="first", <?p=2>; title="a"; rel=next' } },
      requested('p=2'),
    ],
    [
      'what was asked for before stays',
      { next_cursor: 'b' },
      { url: requested('limit=5&cursor=a') },
      requested('limit=5&cursor=b'),
    ],
    ['another origin is none', { next: 'https://evil.example/jobs?p=2' }, {}, null],
    ['another port is none', { next: 'https://service.example:444/jobs?p=2' }, {}, null],
    ['plain HTTP is none', {}, { headers: { link: '<http://service.example/v1/jobs>; rel="next"' } }, null],
    ['a name and password are none', { next: 'https://a:b@service.example/jobs' }, {}, null],
    ['two slashes are none', { next: '//evil.example/jobs' }, {}, null],
  ])('%s', (_, rest, reported, next) => {
    const page = read({ jobs: [plain], ...rest }, reported)
    expect(page).toMatchObject({ next, isLast: false })
  })

  it.each<[string, object, Given]>([
    ['no cursor', { next_cursor: null }, {}],
    ['no more', { has_more: false, cursor: 'a' }, {}],
    ['the last page of pages', { page: 3, total_pages: 3 }, {}],
    ['all of a total', { total: 1 }, { isPaged: true }],
    ['the end of an offset', { offset: 2, total: 3 }, {}],
    ['a header without a next', {}, { headers: { link: '<?p=1>; rel="prev"' }, isPaged: true }],
    ['a later page that says nothing', {}, { url: requested('cursor=a'), isPaged: true }],
    [
      'a later page that repeats its own cursor',
      { cursor: 'a' },
      { url: requested('cursor=a'), isPaged: true },
    ],
  ])('ends with %s', (_, rest, reported) => {
    expect(read({ jobs: [plain], ...rest }, reported)).toMatchObject({ next: null, isLast: true })
  })

  it('any sign of more pages counts, even beside a sign of the end', () => {
    expect(read({ jobs: [plain], next_cursor: null, has_more: true })?.isLast).toBe(false)
    expect(read({ jobs: [plain], next: null, page: 1, total_pages: 2 })?.next).toBe(requested('page=2'))
    expect(read({ jobs: [plain], next_cursor: 'b', has_more: false })?.next).toBe(requested('cursor=b'))
  })

  it('leads nowhere but to the service’s own origin, whatever it responds', () => {
    const names = [
      'next',
      'next_cursor',
      'next_url',
      'links',
      'meta',
      'page',
      'total',
      'cursor',
      'has_more',
      'offset',
    ]
    const value = fc.oneof(webUrl, fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.string(), (rest, link) => {
        const page = read({ ...rest, jobs: [plain] }, { headers: { link: `<${link}>; rel="next"` } })
        const bare = read({ ...rest, jobs: [plain] })
        for (const next of [page?.next, bare?.next])
          if (next != null) expect(new URL(next).origin).toBe('https://service.example')
      }),
    )
  })
})

it('[JOB40] whatever a service responds and describes is either read or not, without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      read(value)
      read({ jobs: value, ...(typeof value === 'object' ? value : {}) })
      readRow(value)
      findJobListing(value)
      findJobListing({ paths: value, components: value })
    }),
  )
})
