/** A page of a listing as a service returns it. */
export interface DialectPage {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface DialectQuestion {
  readonly url: URL
  readonly rows: readonly { readonly job_id: string }[]
}

/** One form in which services list their jobs. */
export interface Dialect {
  readonly name: string
  /** The parameters named in its description. */
  readonly takes: readonly string[]
  /** Whether it shows every job; otherwise nothing may be reported absent. */
  readonly isHonest: boolean
  response(question: DialectQuestion): DialectPage
}

const pageSize = 50

/** A listing of pages that begin where a parameter says, by default at the first row. */
function paged(
  name: string,
  takes: readonly string[],
  {
    from,
    say,
    isHonest = true,
  }: {
    from(url: URL, rows: DialectQuestion['rows']): number
    say(page: {
      readonly rows: DialectQuestion['rows']
      readonly start: number
      /** Where the next page begins; null at the end. */
      readonly next: number | null
      readonly total: number
      readonly url: URL
    }): DialectPage
    readonly isHonest?: boolean
  },
): Dialect {
  return {
    name,
    takes,
    isHonest,
    response({ url, rows }) {
      const start = from(url, rows)
      const end = start + pageSize
      const next = end < rows.length ? end : null
      return say({ rows: rows.slice(start, end), start, next, total: rows.length, url })
    },
  }
}

const byNumber = (name: string) => (url: URL) => Number(url.searchParams.get(name) ?? '0')
const byLastId = (name: string) => (url: URL, rows: DialectQuestion['rows']) => {
  const id = url.searchParams.get(name)
  return id === null ? 0 : rows.findIndex((row) => row.job_id === id) + 1
}
const token = (next: number | null) => (next === null ? null : String(next))
const byCursor = { from: byNumber('cursor') }

export const dialects: readonly Dialect[] = [
  paged('next_cursor', ['limit', 'cursor'], {
    ...byCursor,
    say: ({ rows, next }) => ({ body: { jobs: rows, next_cursor: token(next) } }),
  }),
  paged('a loop of cursors', ['cursor'], {
    ...byCursor,
    isHonest: false,
    say: ({ rows, next }) => ({ body: { jobs: rows, next_cursor: next === 150 ? '50' : token(next) } }),
  }),
  paged('a Link header', ['page_token'], {
    from: byNumber('page_token'),
    say: ({ rows, next, url }) => ({
      body: rows,
      headers: next === null ? {} : { Link: `<${url.pathname}?page_token=${next}>; rel="next"` },
    }),
  }),
  paged('rows that can’t be read', ['cursor'], {
    ...byCursor,
    isHonest: false,
    say: ({ rows, next }) => ({
      body: { jobs: rows.flatMap((row) => [row, { state: 'odd' }]), next_cursor: token(next) },
    }),
  }),
  paged('has_more with the last id', ['limit', 'starting_after'], {
    from: byLastId('starting_after'),
    say: ({ rows, next }) => ({ body: { data: rows, has_more: next !== null } }),
  }),
  paged('pages of a number', ['page'], {
    from: (url) => (Number(url.searchParams.get('page') ?? '1') - 1) * pageSize,
    say: ({ rows, start, total }) => ({
      body: {
        items: rows,
        meta: { page: start / pageSize + 1, total_pages: Math.ceil(total / pageSize) },
      },
    }),
  }),
  paged('an offset in a total', ['offset', 'limit'], {
    from: byNumber('offset'),
    say: ({ rows, start, total }) => ({ body: { items: rows, offset: start, total } }),
  }),
  paged('next as an address', [], {
    ...byCursor,
    say: ({ rows, next, url }) => ({
      body: { results: rows, next: next === null ? null : `${url.origin}/jobs?cursor=${next}` },
    }),
  }),
  paged('a next page at another origin', ['cursor'], {
    ...byCursor,
    isHonest: false,
    say: ({ rows, next }) => ({
      body: { items: rows, next: next === null ? null : `http://localhost:9/jobs?cursor=${next}` },
    }),
  }),
  paged('oldest first', ['after'], {
    from: byNumber('after'),
    say: ({ rows, next }) => ({
      body: { items: rows, page_info: { has_next_page: next !== null, end_cursor: token(next) } },
    }),
  }),
  paged('more without a way to it', ['limit'], {
    from: () => 0,
    isHonest: false,
    say: ({ rows }) => ({ body: { items: rows, has_more: true } }),
  }),
]
