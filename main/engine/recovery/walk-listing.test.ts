import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { listingPage } from '../../testing/spy-job-service.ts'
import type { ListedJob, ListJobsOutcome, UnreadableRow } from '../service/ports.ts'

import { type WalkDeps, type WalkOutcome, walkListing } from './walk-listing.ts'

const minute = 60_000

type Bounds = Partial<Pick<WalkDeps, 'since' | 'firstAt' | 'quietUntil'>>

/** A walk over numbered pages; its result is in here once it has ended. */
function open(
  respond: (page: number, count: number) => ListJobsOutcome,
  { since = Number.NEGATIVE_INFINITY, firstAt = since, quietUntil = () => 0 }: Bounds = {},
) {
  const clock = createFakeClock()
  const stop = new AbortController()
  const requested: { readonly next: string | null; readonly at: number }[] = []
  const startedAt = clock.now()
  const ended: WalkOutcome[] = []
  const service = {
    listJobs: async (next: string | null) => {
      requested.push({ next, at: clock.now() - startedAt })
      return respond(Number(next ?? '0'), requested.length)
    },
  }
  const walk = walkListing({ service, clock, signal: stop.signal, since, firstAt, quietUntil })
  void walk.then((outcome) => ended.push(outcome))
  onTestFinished(() => stop.abort())
  return { clock, stop, requested, ended, startedAt }
}

/** Rows created so many minutes ago, each with an id of its own. */
function rows(now: number, minutes: readonly number[]): ListedJob[] {
  return minutes.map((ago) => ({
    jobId: crypto.randomUUID(),
    createdAt: now - ago * minute,
    path: '/p',
    body: {},
  }))
}

const now = createFakeClock().now()

/** So many pages of fifty jobs, one a minute, newest first. */
function pagesOf(count: number) {
  const pages = Array.from({ length: count }, (_, page) =>
    rows(
      now,
      Array.from({ length: 50 }, (_, index) => page * 50 + index),
    ),
  )
  const page = (number: number) =>
    listingPage({
      rows: pages[number] ?? [],
      next: number + 1 < count ? String(number + 1) : null,
      isLast: number + 1 === count,
    })
  return { pages, page }
}

it('[JOB41] reads page after page to the end, each job once', async () => {
  const { pages, page } = pagesOf(9)
  const { clock, requested, ended } = open(page)
  await clock.advance(minute)
  expect(requested.map(({ next }) => next)).toEqual([null, ...'12345678'])
  expect(ended).toEqual([
    {
      type: 'listing',
      listing: { rows: pages.flat(), isWhole: true, clockDifferenceMs: 0 },
      notBefore: 0,
    },
  ])
})

it('[JOB41] ends after the first page that is wholly older than the searched time', async () => {
  const { clock, requested, ended } = open(pagesOf(9).page, { since: now - 75 * minute })
  await clock.advance(minute)
  expect([requested.length, ended[0]]).toEqual([
    3,
    expect.objectContaining({ listing: expect.objectContaining({ isWhole: false }) }),
  ])
})

it('[JOB41] does not take a lone first page of old jobs for the newest', async () => {
  const { page } = pagesOf(5)
  const { clock, requested } = open(page, { since: now + minute })
  await clock.advance(minute)
  expect(requested.length).toBe(5)
})

it('[JOB41] does not trust an order that a page broke, and reads to the end', async () => {
  const { pages, page } = pagesOf(5)
  pages[0]?.push(...rows(now, [500]))
  const { clock, requested, ended } = open(page, { since: now - 75 * minute })
  await clock.advance(minute)
  expect([requested.length, ended[0]]).toEqual([
    5,
    expect.objectContaining({ listing: expect.objectContaining({ isWhole: true }) }),
  ])
})

describe('[JOB41] how far a page reaches is shown by its readable rows', () => {
  const unread = (createdAt: number | null = null): UnreadableRow => ({ jobId: null, createdAt })
  type Rows = readonly (number | UnreadableRow)[]
  /**
   * How many of these pages are requested where what is older than 75 minutes is not needed; of a newest-first
   * listing the first job is `firstAgo` minutes old at most.
   */
  async function pagesReadFrom(firstAgo: number, pages: readonly Rows[]): Promise<number> {
    const page = (number: number) =>
      listingPage({
        rows: (pages[number] ?? []).flatMap((row) => (typeof row === 'number' ? rows(now, [row]) : [row])),
        next: String(number + 1),
        isLast: number + 1 >= pages.length,
      })
    const { clock, requested } = open(page, { since: now - 75 * minute, firstAt: now - firstAgo * minute })
    await clock.advance(minute)
    return requested.length
  }
  const pagesRead = (...pages: readonly Rows[]) => pagesReadFrom(75, pages)

  it('an older page ends the walk, whatever row in it can’t be read', async () => {
    expect(await pagesRead([1, 2], [80, unread(now)], [90])).toBe(2)
    expect(await pagesRead([unread(), 1, 2], [80], [90])).toBe(2)
    expect(await pagesRead([75, 75], [76], [90])).toBe(2)
  })

  it('a page without such rows does not, nor one that is just as old', async () => {
    expect(await pagesRead([1, 100], [], [110])).toBe(3)
    expect(await pagesRead([1], [75], [90], [100])).toBe(3)
    expect(await pagesReadFrom(70, [[1], [75], [90], [100]])).toBe(3)
  })
})

describe('[JOB41] ends, and is not complete', () => {
  const notWhole = expect.objectContaining({ listing: expect.objectContaining({ isWhole: false }) })
  it.each<[string, (page: number, count: number) => ListJobsOutcome, number]>([
    [
      'where a cursor comes again',
      (page) => listingPage({ rows: rows(now, [1]), next: String((page + 1) % 3), isLast: false }),
      4,
    ],
    [
      'where a page comes again',
      (_, count) => listingPage({ rows: fixed, next: String(count), isLast: false }),
      2,
    ],
    ['where more can’t be asked for', () => listingPage({ rows: rows(now, [1]), isLast: false }), 1],
    [
      'where pages have no end',
      (_, count) => listingPage({ rows: rows(now, [1]), next: String(count), isLast: false }),
      400,
    ],
    [
      'where pages are empty without end',
      (_, count) => listingPage({ next: String(count), isLast: false }),
      400,
    ],
    [
      'where they are too long',
      (_, count) =>
        listingPage({ rows: rows(now, [1]), next: String(count), isLast: false, length: 32 * 1024 ** 2 }),
      2,
    ],
    [
      'where a later page is refused',
      (page) => (page === 0 ? listingPage({ rows: fixed, next: '1', isLast: false }) : refused(403, null)),
      2,
    ],
    [
      'where a later page does not come',
      (page) => (page === 0 ? listingPage({ rows: fixed, next: '1', isLast: false }) : { type: 'failed' }),
      4,
    ],
  ])('%s', async (_, response, count) => {
    const { clock, requested, ended } = open(response)
    await clock.advance(10 * minute)
    expect([requested.length, ended]).toEqual([count, [notWhole]])
  })
  const fixed = rows(now, [1, 2])

  it('where it takes too long', async () => {
    let wait = (): number => 0
    const { clock, requested, ended } = open(
      (_, count) => listingPage({ rows: rows(now, [1]), next: String(count), isLast: false }),
      { quietUntil: () => wait() },
    )
    wait = () => clock.now() + minute
    await clock.advance(20 * minute)
    expect(ended).toEqual([notWhole])
    expect(requested.length).toBeLessThan(20)
  })
})

describe('[JOB42] yields to everything else', () => {
  it('pauses between two pages', async () => {
    const { clock, requested } = open(pagesOf(3).page)
    await clock.advance(minute)
    expect(requested.map(({ at }) => at)).toEqual([0, 250, 500])
  })

  it('requests nothing before the time that the service named, to whichever request', async () => {
    let until = now + 5_000
    const { clock, requested } = open(pagesOf(2).page, { quietUntil: () => until })
    await clock.advance(4_999)
    expect(requested).toEqual([])
    await clock.advance(1)
    until = clock.now() + 20_000
    await clock.advance(minute)
    expect(requested.map(({ at }) => at)).toEqual([5_000, 25_000])
  })

  it('waits out a 429 between its pages and continues with the same one', async () => {
    const { pages, page } = pagesOf(3)
    const { clock, requested, ended } = open((number, count) =>
      count === 2 ? refused(429, 7_000) : page(number),
    )
    await clock.advance(minute)
    expect(requested).toEqual([
      { next: null, at: 0 },
      { next: '1', at: 250 },
      { next: '1', at: 7_250 },
      { next: '2', at: 7_500 },
    ])
    expect(ended[0]).toMatchObject({ listing: { rows: pages.flat(), isWhole: true } })
  })

  it('requests a page that does not come up to three times, after growing pauses, and counts anew for the next page', async () => {
    const { pages, page } = pagesOf(3)
    const { clock, requested, ended } = open((number, count) =>
      [2, 3, 5, 6].includes(count) ? { type: 'failed' } : page(number),
    )
    await clock.advance(minute)
    expect(requested.map(({ next, at }) => [next, at])).toEqual([
      [null, 0],
      ['1', 250],
      ['1', 2_250],
      ['1', 6_250],
      ['2', 6_500],
      ['2', 8_500],
      ['2', 12_500],
    ])
    expect(ended[0]).toMatchObject({ listing: { rows: pages.flat(), isWhole: true } })
  })

  it('waits a minute for a page where the service asks for that, and no longer', async () => {
    const waiting = (retryAfterMs: number) =>
      open((number, count) => (count === 2 ? refused(429, retryAfterMs) : pagesOf(3).page(number)))
    const [minuteLong, longer] = [waiting(minute), waiting(minute + 1)]
    await minuteLong.clock.advance(2 * minute)
    expect(minuteLong.ended[0]).toMatchObject({ listing: { isWhole: true } })
    await longer.clock.advance(0)
    await longer.clock.advance(250)
    expect(longer.ended[0]).toMatchObject({
      listing: { isWhole: false },
      notBefore: longer.startedAt + 250 + minute + 1,
    })
  })

  it('requests a page again after an error of the service', async () => {
    const { clock, ended } = open((number, count) =>
      count === 2 ? refused(500, null) : pagesOf(3).page(number),
    )
    await clock.advance(minute)
    expect(ended[0]).toMatchObject({ listing: { isWhole: true } })
  })

  it('waits for no time that has passed, and for each millisecond that has not', async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    for (const quietUntil of [0, now]) {
      const { clock, requested } = open(pagesOf(1).page, { quietUntil: () => quietUntil })
      await turn()
      expect([requested.length, clock.waiting()]).toEqual([1, 0])
    }
    const { clock, requested } = open(pagesOf(1).page, { quietUntil: () => now + 1 })
    await turn()
    expect([requested.length, clock.waiting()]).toEqual([0, 1])
    await clock.advance(1)
    expect(requested.length).toBe(1)
  })

  it('says no time where the service said none', async () => {
    const { clock, ended } = open(() => ({ type: 'failed' }))
    await clock.advance(0)
    expect(ended).toEqual([{ type: 'failed', notBefore: 0, status: null }])
  })

  it('gives up for now where the wait is long, and says until when', async () => {
    const { clock, ended, startedAt } = open(() => refused(429, 30 * minute))
    await clock.advance(0)
    expect(ended).toEqual([{ type: 'failed', notBefore: startedAt + 30 * minute, status: 429 }])
  })
})

it('reports how far the service’s clock is from ours', async () => {
  const { clock, ended } = open(() => listingPage({ serviceTime: now - 90_000 }))
  await clock.advance(0)
  expect(ended[0]).toMatchObject({ listing: { clockDifferenceMs: 90_000 } })
})

it('[JOB43] keeps unreadable rows in their position', async () => {
  const unread: UnreadableRow = { jobId: null, createdAt: null }
  const [one, two] = rows(now, [1, 2])
  const listed = [one, unread, unread, two] as ListedJob[]
  const { clock, ended } = open(() => listingPage({ rows: listed }))
  await clock.advance(0)
  expect(ended[0]).toMatchObject({ listing: { rows: listed } })
})

it('an abort ends it at once, and leaves no timer', async () => {
  const { clock, stop, ended } = open(pagesOf(3).page)
  await clock.advance(0)
  stop.abort()
  await clock.advance(0)
  expect([ended.length, clock.waiting()]).toEqual([1, 0])
})

it('an abort while a page is awaited ends it without a pause', async () => {
  const { page } = pagesOf(3)
  const opened = open(
    (number) => {
      opened.stop.abort()
      return page(number)
    },
    { quietUntil: () => now + 1 },
  )
  await opened.clock.advance(1)
  expect([opened.ended.length, opened.clock.waiting()]).toEqual([1, 0])
})

function refused(status: number, retryAfterMs: number | null): ListJobsOutcome {
  return { type: 'refused', status, retryAfterMs }
}
