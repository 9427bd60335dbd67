import { expect, it } from 'vitest'
import { type Continuation, findNextPage, type PageQuestion } from './next-page.ts'

const address = 'https://service.example/v1/jobs'
const requested = (query: string) => `${address}?${query}`
const end: Continuation = { type: 'end' }
const untold: Continuation = { type: 'untold' }
const more = (query: string | null): Continuation => ({
  type: 'more',
  url: query === null ? null : requested(query),
})

interface Given extends Partial<Omit<PageQuestion, 'body' | 'url'>> {
  /** The query of the requested page. */
  readonly query?: string
}

/** What a response with one row and these members, or this body, says of the pages after it. */
function find(body: unknown, { query, ...given }: Given = {}): Continuation {
  const url = new URL(query === undefined ? address : requested(query))
  return findNextPage({ url, body, link: null, rows: 1, lastId: 'j1', takes: [], ...given })
}

it.each<[string, readonly string[]]>([
  ['next_cursor', ['cursor', 'next_cursor', 'page_token', 'after']],
  ['nextCursor', ['cursor', 'nextCursor', 'pageToken', 'after']],
  ['next_page_token', ['page_token', 'next_page_token', 'cursor']],
  ['nextPageToken', ['pageToken', 'nextPageToken', 'cursor']],
  ['next_token', ['next_token', 'token', 'cursor']],
  ['nextToken', ['nextToken', 'token', 'cursor']],
  ['next_page', ['page', 'next_page', 'page_token', 'cursor']],
  ['nextPage', ['page', 'nextPage', 'pageToken', 'cursor']],
  ['next_offset', ['offset']],
  ['next', ['cursor', 'page_token', 'after', 'starting_after', 'page', 'offset']],
  ['cursor', ['cursor', 'after']],
  ['after', ['after', 'cursor']],
  ['end_cursor', ['after', 'cursor']],
  ['endCursor', ['after', 'cursor']],
])(
  '[JOB41] %s is sent by whichever of its parameters is described, or else by the likeliest: %j',
  (name, parameters) => {
    expect(find({ [name]: 'b' })).toEqual(more(`${parameters[0]}=b`))
    for (const parameter of parameters)
      expect(find({ [name]: 'b' }, { takes: ['limit', parameter] })).toEqual(more(`${parameter}=b`))
  },
)

it('[JOB41] a next address that is none is sent as a cursor', () => {
  expect(find({ next_url: 'b' })).toEqual(more('cursor=b'))
})

it.each([
  ['null', null],
  ['empty', ''],
  ['false', false],
])(
  '[JOB41] nothing follows where the next page is %s; a cursor alone may be absent from any page',
  (_, value) => {
    expect(find({ next_cursor: value })).toEqual(end)
    expect(find({ cursor: value })).toEqual(untold)
  },
)

it.each([
  ['zero', 0],
  ['no whole number', 1.5],
  ['below zero', -1],
  ['true', true],
  ['a list', ['b']],
  ['an object without an address', { rel: 'next' }],
  ['a text without an end', 'b'.repeat(4_097)],
])('[JOB41] a next page that is %s is neither one nor the end', (_, value) => {
  expect(find({ next: value })).toEqual(untold)
})

it('[JOB41] a token may be long, and a page’s number as small as one', () => {
  expect(find({ next: 'b'.repeat(4_096) })).toEqual(more(`cursor=${'b'.repeat(4_096)}`))
  expect(find({ next_page: 1 })).toEqual(more('page=1'))
})

it.each([
  ['in the response’s data', { data: { next_cursor: 'b' } }],
  ['in what it says of paging', { pagination: { next_cursor: 'b' } }],
  ['in what its data says of paging', { data: { meta: { next_cursor: 'b' } } }],
  ['two deep', { meta: { cursors: { next_cursor: 'b' } } }],
])('[JOB41] the next page is found %s', (_, body) => {
  expect(find(body)).toEqual(more('cursor=b'))
})

it('[JOB41] a bare list says nothing of pages', () => {
  expect(find([{ next_cursor: 'b' }])).toEqual(untold)
})

it('[JOB41] of two signs of more the one that can be requested is followed', () => {
  const link = '<https://elsewhere.example/jobs?p=2>; rel="next"'
  expect(find({}, { link })).toEqual(more(null))
  expect(find({ next_cursor: 'b' }, { link })).toEqual(more('cursor=b'))
})

it('[JOB41] more that can’t be requested is more all the same, even beside a sign of the end', () => {
  const empty = { rows: 0, lastId: null }
  expect(find({ has_more: true }, empty)).toEqual(more(null))
  expect(find({ next_cursor: null, has_more: true }, empty)).toEqual(more(null))
})

it.each<[string, string, Continuation]>([
  ['next in capitals', '<?p=2>; rel="Next"', more('p=2')],
  ['next among other relations', '<?p=2>; rel="last next"', more('p=2')],
  ['a page before only', '<?p=1>; rel=prev', end],
  ['a first page only', '<?p=1>; rel=first', end],
  ['only what is no page', '</help>; rel="help"', untold],
  ['an address without a relation', '<?p=2>', untold],
  ['no address', 'rel="next"', untold],
  ['nothing', '', untold],
])('[JOB41] a link header with %s', (_, link, continuation) => {
  expect(find({}, { link })).toEqual(continuation)
})

it.each<[string, object, Continuation]>([
  ['a page of more', { page: 0, total_pages: 2 }, more('page=1')],
  ['the last page', { page: 2, total_pages: 2 }, end],
  ['a page of nobody knows how many', { page: 2 }, untold],
  ['pages without a number', { total_pages: 2 }, untold],
  ['half a page', { page: 1.5, total_pages: 3 }, untold],
  ['a page below zero', { page: -1, total_pages: 3 }, untold],
  ['a page as a text', { page: '1', total_pages: '3' }, untold],
  ['the first of some rows', { offset: 0, total: 3 }, more('offset=1')],
  ['the last of them', { offset: 2, total: 3 }, end],
  ['rows from nobody knows where', { total: 3 }, untold],
  ['rows without a total', { offset: 2 }, untold],
])('[JOB41] by its counts a response is %s', (_, body, continuation) => {
  expect(find(body)).toEqual(continuation)
})

it('[JOB41] a page of no rows before the total’s end has no next one that could be counted', () => {
  expect(find({ offset: 1, total: 3 }, { rows: 0 })).toEqual(more(null))
})

it('[JOB41] a total alone counts from the requested offset where the listing takes one, else from the first page', () => {
  const takes = ['offset']
  expect(find({ total: 3 }, { takes })).toEqual(more('offset=1'))
  expect(find({ total: 3 }, { takes, query: 'offset=1' })).toEqual(more('offset=2'))
  expect(find({ total: 3 }, { takes, query: 'offset=2' })).toEqual(end)
  expect(find({ total: 1 })).toEqual(end)
  expect(find({ total: 1 }, { query: 'p=2' })).toEqual(untold)
})

it('[JOB41] where only a flag says that there is more, a cursor or the last id leads to it', () => {
  expect(find({ has_more: false })).toEqual(end)
  expect(find({ has_more: true, cursor: 'b' })).toEqual(more('cursor=b'))
  expect(find({ has_more: true })).toEqual(more('starting_after=j1'))
  expect(find({ has_more: true, last_id: 'j9' })).toEqual(more('starting_after=j9'))
  for (const last_id of ['', 9, null, { id: 'j9' }])
    expect(find({ has_more: true, last_id })).toEqual(more('starting_after=j1'))
  for (const has_more of ['true', 1, null]) expect(find({ has_more })).toEqual(untold)
})

it('[JOB41] a cursor of the requested page is not the next page’s', () => {
  expect(find({ cursor: 'a' }, { query: 'cursor=a' })).toEqual(untold)
  expect(find({ cursor: 'b' }, { query: 'cursor=a' })).toEqual(more('cursor=b'))
})
