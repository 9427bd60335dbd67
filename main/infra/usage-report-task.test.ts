import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { usageJobSchema } from '../../shared/api/usage.ts'
import type { StoredReport, UsageStore } from '../engine/usage/ports.ts'
import { readUsageRows } from '../engine/usage/usage-files.ts'
import { toWireRow, type WireRow } from '../engine/usage/wire-row.ts'
import { openUsageStore } from '../testing/open-usage-store.ts'
import { toBody, usageJob } from '../testing/usage-jobs.ts'

const asked = { start: Date.parse('2026-11-20T00:00:00Z'), end: Date.parse('2026-11-20T23:59:59.999Z') }
const edges = { start_date: '2026-11-20T00:00:00.000Z', end_date: '2026-11-20T23:59:59.999Z' }
const key = 'sk-canary-of-usage'

function store(into: UsageStore, value: unknown, accountId = 'one'): Promise<StoredReport> {
  return into.store({
    accountId,
    body: toBody(value),
    key,
    asked,
    servedAt: asked.end + 86_400_000,
    ingestionMs: 600_000,
  })
}

async function rowsIn(from: UsageStore, accountId = 'one'): Promise<WireRow[]> {
  const rows: WireRow[] = []
  const window = { start: 0, end: 8e15 }
  for await (const page of readUsageRows(from, { accountIds: [accountId], window }))
    rows.push(...page.map(toWireRow))
  return rows
}

/** A row as JSON text, so that numbers that JSON.stringify can't write are there too. */
function reportText(rows: readonly string[]): string {
  return `{"start_date":"${edges.start_date}","end_date":"${edges.end_date}","jobs":[${rows.join(',')}]}`
}

describe('a stored report', () => {
  test('[USE1] the effective window is never wider than what was asked', async () => {
    const { store: usage } = await openUsageStore()
    const report = { start_date: '1970-01-01T00:00:00Z', end_date: '2999-01-01T00:00:00Z', jobs: [] }
    expect(await store(usage, report)).toMatchObject({ type: 'stored', effective: asked })
    const late = { ...edges, end_date: '2026-11-20T09:00:00Z', jobs: [] }
    expect(await store(usage, late)).toMatchObject({ effective: { end: Date.parse(late.end_date) } })
    const outside = { start_date: '2026-12-01T00:00:00Z', end_date: '2026-12-02T00:00:00Z', jobs: [] }
    expect(await store(usage, outside)).toMatchObject({ type: 'unreadable' })
  })

  test('[USE10] more rows than a report may hold are none of it', async () => {
    const { store: usage } = await openUsageStore()
    const jobs = Array.from({ length: 30_001 }, (_, index) => usageJob({ job_id: `job-${index}` }))
    expect(await store(usage, { ...edges, jobs })).toEqual({ type: 'too_many' })
    expect(await rowsIn(usage)).toEqual([])
  })

  test('[USE10] depth and number of containers harm nothing', async () => {
    const { store: usage } = await openUsageStore()
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(await store(usage, deep)).toMatchObject({ type: 'unreadable' })
    const deeper = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`
    expect(await store(usage, deeper)).toEqual({ type: 'too_many' })
    const wide = `{"start_date":"x","jobs":[${'{},'.repeat(2_000_000)}{}]}`
    expect(await store(usage, wide)).toEqual({ type: 'too_many' })
    const nested = JSON.stringify(usageJob({ job_id: 'deep' })).replace('{', `{"more":${deep},`)
    expect(await store(usage, reportText([nested]))).toMatchObject({ type: 'stored', jobs: 1 })
    expect(await rowsIn(usage)).toEqual([usageJob({ job_id: 'deep' })])
  })

  test.each([
    ['no JSON', '<html>busy</html>'],
    ['half a report', reportText(['{"job_id":"a"']).slice(0, -8)],
    ['an array', '[]'],
    ['null', 'null'],
    ['no window', '{"jobs":[]}'],
    [
      'a window that does not exist',
      '{"start_date":"2026-02-30T00:00:00Z","end_date":"2026-11-20T00:00:00Z","jobs":[]}',
    ],
    ['jobs that are no list', JSON.stringify({ ...edges, jobs: { 0: usageJob({ job_id: 'a' }) } })],
  ])('[USE8] %s is unreadable, and nothing of it is stored', async (_, text) => {
    const { store: usage } = await openUsageStore()
    expect(await store(usage, text)).toMatchObject({ type: 'unreadable' })
    expect(await usage.windows('one')).toEqual([])
  })

  test('[USE8] bytes that are no UTF-8 are unreadable', async () => {
    const { store: usage } = await openUsageStore()
    const body = toBody(reportText([JSON.stringify(usageJob({ job_id: 'aXb' }))]))
    body[body.indexOf(0x58)] = 0xff
    const stored = await usage.store({ accountId: 'one', body, key, asked, servedAt: 0, ingestionMs: 0 })
    expect(stored).toMatchObject({ type: 'unreadable' })
  })

  test.each([
    ['no job_id', '{"completed_at":"2026-11-20T10:00:00Z","compute_units":1}'],
    ['an empty job_id', JSON.stringify(usageJob({ job_id: '' }))],
    ['a job_id that is a number', JSON.stringify({ ...usageJob({ job_id: 'a' }), job_id: 7 })],
    ['a job_id of 401 characters', JSON.stringify(usageJob({ job_id: 'a'.repeat(401) }))],
    [
      'a type of a million characters',
      JSON.stringify(usageJob({ job_id: 'a', type: 'a'.repeat(1_000_000) })),
    ],
    ['an e-mail that is an object', JSON.stringify({ ...usageJob({ job_id: 'a' }), user_email: {} })],
    ['a time without a zone', JSON.stringify(usageJob({ job_id: 'a', completed_at: '2026-11-20T10:00:00' }))],
    ['30 February', JSON.stringify(usageJob({ job_id: 'a', completed_at: '2026-02-30T10:00:00Z' }))],
    ['a time in words', JSON.stringify(usageJob({ job_id: 'a', completed_at: 'yesterday' }))],
    ['units of 1e999', JSON.stringify(usageJob({ job_id: 'a' })).replace(':10,', ':1e999,')],
    ['units below zero', JSON.stringify(usageJob({ job_id: 'a', compute_units: -0.01 }))],
    ['units as a text', JSON.stringify({ ...usageJob({ job_id: 'a' }), compute_units: 'NaN' })],
    ['units of null', JSON.stringify({ ...usageJob({ job_id: 'a' }), compute_units: null })],
    ['null', 'null'],
    ['a text', '"job"'],
    ['a list', '[1]'],
  ])('[USE11] a row with %s costs only itself and is counted', async (_, row) => {
    const { store: usage } = await openUsageStore()
    const good = usageJob({ job_id: 'good' })
    const text = reportText([row, JSON.stringify(good), row])
    expect(await store(usage, text)).toMatchObject({ type: 'stored', jobs: 1, unreadableRows: 2 })
    expect(await rowsIn(usage)).toEqual([good])
  })

  test('[USE11] NaN as a number makes it no JSON', async () => {
    const { store: usage } = await openUsageStore()
    const row = JSON.stringify(usageJob({ job_id: 'a' })).replace(':10,', ':NaN,')
    expect(await store(usage, reportText([row]))).toMatchObject({ type: 'unreadable' })
  })

  test('[USE12] members that may be null may be absent too', async () => {
    const { store: usage } = await openUsageStore()
    const nulls = { user_id: null, user_email: null, type: null }
    const { user_id: _, user_email: __, type: ___, ...bare } = usageJob({ job_id: 'a' })
    await store(usage, { ...edges, jobs: [bare, usageJob({ job_id: 'b', ...nulls })] })
    expect(await rowsIn(usage)).toEqual([
      usageJob({ job_id: 'b', ...nulls }),
      usageJob({ job_id: 'a', ...nulls }),
    ])
  })

  test('[USE10] names of prototypes and further members are dropped', async () => {
    const { store: usage } = await openUsageStore()
    const row = `{"__proto__":{"job_id":"evil","compute_units":1},"constructor":1,"toString":"x",${JSON.stringify(
      usageJob({ job_id: 'a' }),
    ).slice(1)}`
    const inherited = '{"__proto__":{"job_id":"b","completed_at":"2026-11-20T10:00:00Z","compute_units":1}}'
    expect(await store(usage, reportText([row, inherited]))).toMatchObject({ jobs: 1, unreadableRows: 1 })
    expect(await rowsIn(usage)).toEqual([usageJob({ job_id: 'a' })])
    expect(Object.hasOwn(Object.prototype, 'job_id')).toBe(false)
  })

  test('[USE13] order and repeated ids change nothing', async () => {
    const { store: usage } = await openUsageStore()
    const job = fc.record({
      id: fc.integer({ min: 0, max: 8 }),
      minute: fc.integer({ min: 0, max: 1_400 }),
      units: fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 30 }), async (given) => {
        const accountId = `order-${++run}`
        const jobs = given.map(({ id, minute, units }) =>
          usageJob({
            job_id: `job-${id}`,
            completed_at: new Date(asked.start + minute * 60_000).toISOString(),
            compute_units: units + 0,
          }),
        )
        await store(usage, { ...edges, jobs }, accountId)
        const last = new Map(jobs.map((one) => [one.job_id, one]))
        const rows = await rowsIn(usage, accountId)
        expect(new Map(rows.map((one) => [one.job_id, one]))).toEqual(last)
        const times = rows.map(({ completed_at }) => completed_at)
        expect(times).toEqual(times.toSorted().reverse())
      }),
      { numRuns: 50 },
    )
  })

  test('[USE11] its check of a row agrees with the wire schema', async () => {
    const { store: usage } = await openUsageStore()
    const odd = fc.oneof(
      fc.constantFrom('2026-11-20T10:00:00Z', '2026-11-20T10:00Z', '2026-11-20', '2026-11-31T10:00:00Z', ''),
      fc
        .date({ noInvalidDate: true, min: new Date('1000-01-01'), max: new Date('9999-01-01') })
        .map((date) => date.toISOString()),
      fc.jsonValue(),
    )
    const row = fc.record({
      job_id: fc.oneof(fc.string({ minLength: 1 }), odd),
      user_id: fc.oneof(fc.constant(null), odd),
      user_email: fc.oneof(fc.emailAddress(), odd),
      type: fc.oneof(fc.constant('upscale'), odd),
      completed_at: odd,
      compute_units: fc.oneof(fc.nat(), fc.double(), odd),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (given) => {
        const accountId = `schema-${++run}`
        const jobs = JSON.parse(JSON.stringify(given)) as { job_id: unknown; compute_units: unknown }[]
        const stored = await store(usage, { ...edges, jobs }, accountId)
        const ours = ({ job_id, compute_units: units }: (typeof jobs)[number]) =>
          job_id !== '' && typeof units === 'number' && units >= 0 && units <= Number.MAX_SAFE_INTEGER
        const readable = jobs.filter((one) => usageJobSchema.safeParse(one).success && ours(one))
        expect(stored).toMatchObject({ jobs: readable.length, unreadableRows: jobs.length - readable.length })
      }),
      { numRuns: 150 },
    )
  })

  test('[USE14] a report that repeats the key is refused whole', async () => {
    const { store: usage, path } = await openUsageStore()
    const stored = await store(usage, { ...edges, jobs: [usageJob({ job_id: 'a', type: `Bearer ${key}` })] })
    expect(stored).toEqual({ type: 'unreadable', cause: { code: 'answer_holds_key' } })
    const { readFileSync } = await import('node:fs')
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes(key)).toBe(false)
  })

  test('[USE15] thirty thousand rows are stored while the main thread goes on', async () => {
    const { store: usage } = await openUsageStore()
    const jobs = Array.from({ length: 30_000 }, (_, index) =>
      usageJob({ job_id: `job-${index}`, completed_at: new Date(asked.start + index * 1_000).toISOString() }),
    )
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    })
    onTestFinished(() => clearInterval(ticking))
    expect(await store(usage, { ...edges, jobs })).toMatchObject({ jobs: 30_000, unreadableRows: 0 })
    // On the main thread it would be one turn.
    expect(turns).toBeGreaterThan(3)
    expect(await rowsIn(usage)).toHaveLength(30_000)
  })
})
