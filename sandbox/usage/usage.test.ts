import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { usageReportSchema } from '../../shared/api/usage.ts'
import { openDatabase } from '../store/database.ts'
import { type AppJob, createUsageStore } from '../store/usage-store.ts'
import { createWorkspaceStore } from '../store/workspace-store.ts'
import { createFolder, type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { coverageStart, readWindow } from './read-window.ts'
import { sampleUsage } from './sample-usage.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

describe('the window', () => {
  function read(startDate?: string, endDate?: string) {
    const window = readWindow({ startDate, endDate, now })
    return window.ok ? [iso(window.start), iso(window.end)] : window
  }

  test.each([
    [undefined, undefined, '2026-11-13T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-02', '2026-11-02', '2026-11-02T00:00:00.000Z', '2026-11-02T23:59:59.999Z'],
    [
      '2026-11-01T10:00:00Z',
      '2026-11-01T12:30:00+02:00',
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T10:30:00.000Z',
    ],
    [undefined, '2026-11-10', '2026-11-03T23:59:59.999Z', '2026-11-10T23:59:59.999Z'],
    ['2020-01-01', '2026-01-01', '2025-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z'],
    ['2026-11-20', '2027-01-01', '2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  ])('%s to %s is %s to %s', (startDate, endDate, start, end) => {
    expect(read(startDate, endDate)).toEqual([start, end])
  })

  test.each([
    ['', undefined, 422, /^start_date: /],
    ['yesterday', undefined, 422, /^start_date: /],
    ['2026-02-30', undefined, 422, /^start_date: /],
    [undefined, '2026-13-01', 422, /^end_date: /],
    [undefined, '2026-11-01T10:00:00', 422, /^end_date: /],
    ['2026-02-30T00:00:00Z', undefined, 422, /^start_date: .*exists/],
    [undefined, '2025-02-29T23:59:59.5+02:00', 422, /^end_date: /],
    [undefined, '2026-11-01T24:00:00Z', 422, /^end_date: /],
    [undefined, '2026-11-01T10:00:00+0200', 422, /^end_date: .*zone/],
    [undefined, '2026-11-01T10:00:00 02:00', 422, /^end_date: .*%2B/],
    ['2026-11-03', '2026-11-02', 422, /^start_date: lies after end_date/],
    ['2026-11-20T12:00:00.001Z', undefined, 400, /^start_date: lies in the future/],
    ['2020-01-01', '2020-02-01', 400, /^end_date: .*covers?/],
    ['2027-01-01', '2027-02-01', 400, /^start_date: lies in the future.* covers/],
  ])('%s to %s gets %d', (startDate, endDate, status, words) => {
    expect(read(startDate, endDate)).toMatchObject({ ok: false, status, error: expect.stringMatching(words) })
  })

  test('never extends beyond the coverage, whatever is requested', () => {
    const date = fc.date({ min: new Date('2019-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, date, (start, end) => {
        const window = readWindow({ startDate: start.toISOString(), endDate: end.toISOString(), now })
        if (!window.ok) return
        expect(window.start).toBeGreaterThanOrEqual(coverageStart)
        expect(window.end).toBeLessThanOrEqual(now)
        expect(window.start).toBeLessThanOrEqual(window.end)
      }),
    )
  })
})

describe('the report omits', () => {
  const folder = createFolder()
  const database = openDatabase(folder.path)
  afterAll(() => {
    database.close()
    folder.remove()
  })
  const workspaceId = createWorkspaceStore(database).first().workspace.id
  const usage = createUsageStore(database)
  const base: AppJob = {
    jobId: 'shown',
    userId: 'u',
    userEmail: 'u@studio.example',
    type: 'image_generation',
    status: 'completed',
    source: 'app',
    metered: true,
    computeUnits: 5,
    completedAt: now - 1000,
    ingestedAt: now - 500,
  }
  usage.add(workspaceId, [base, { ...base, jobId: 'older', completedAt: now - 5000 }])
  const left: [string, Partial<AppJob>][] = [
    ['running jobs', { status: 'running' }],
    ['failed jobs', { status: 'failed' }],
    ['jobs of the API', { source: 'api' }],
    ['unmetered jobs', { metered: false }],
    ['jobs without a billing record', { computeUnits: null }],
    ['jobs that are not ingested yet', { ingestedAt: now + 1 }],
  ]
  test.each(left)('%s', (name, change) => {
    usage.add(workspaceId, [{ ...base, jobId: name, ...change }])
    const query = { workspaceId, start: now - 10_000, end: now, now }
    expect(usage.list(query).map((job) => job.jobId)).toEqual(['shown', 'older'])
    expect(usage.count(query)).toBe(2)
  })
})

test('sample jobs lie within their days, and some lack a member or a type', () => {
  const jobs = sampleUsage({ key: 'k', count: 2000, now, days: 30 })
  expect(new Set(jobs.map((job) => job.jobId)).size).toBe(2000)
  expect(Math.min(...jobs.map((job) => job.completedAt))).toBeGreaterThan(now - 30 * 86_400_000)
  expect(Math.max(...jobs.map((job) => job.completedAt))).toBeLessThanOrEqual(now)
  expect(jobs.some((job) => job.userId === null) && jobs.some((job) => job.type === null)).toBe(true)
})

describe('over HTTP', () => {
  let open: OpenSandbox

  beforeEach(() => {
    open = openSandbox({ control: true, now: new Date(now) })
  })

  afterEach(() => open.close())

  const getUsage = (query = '', key = open.sandbox.usageKey) =>
    open.get(`/usage${query}`, { authorization: `Bearer ${key}` })

  test('a new sandbox has a report, newest first, and nothing but what the interface lists', async () => {
    const response = await getUsage('?start_date=2026-10-01')
    const report = usageReportSchema.parse(await response.json())
    expect(report.jobs.length).toBeGreaterThan(200)
    const times = report.jobs.map((job) => job.completed_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(report.start_date).toBe('2026-10-01T00:00:00.000Z')
  })

  // Writes 33,000 jobs.
  test('more than 30,000 jobs get 400', { timeout: 30_000 }, async () => {
    await open.post('/__sandbox/seed', { usageJobs: 33_000, usageDays: 6 })
    expect((await getUsage()).status).toBe(400)
    expect((await getUsage('?start_date=2026-11-18')).status).toBe(200)
  })

  test('wrong keys, plans, workspaces and times have different errors', async () => {
    expect((await getUsage('', 'nobody')).status).toBe(401)
    expect((await getUsage('', open.sandbox.key)).status).toBe(403)
    expect((await getUsage('?end_date=')).status).toBe(422)
    await open.post('/__sandbox/faults', { request: { kind: 'status', path: '/usage' } })
    expect((await getUsage()).status).toBe(503)
    await open.post('/__sandbox/workspace', { usageEntitled: false })
    expect((await getUsage()).status).toBe(403)
    await open.post('/__sandbox/workspace', { removed: true })
    expect((await getUsage()).status).toBe(404)
  })

  test('a style of the key’s identity is shared with its workspace; others are refused', async () => {
    const share = (id: string, headers = {}) => open.post(`/styles/${id}/share/workspace`, '', headers)
    const shared = await share('ink-and-paper')
    expect(shared.status).toBe(200)
    expect(await shared.json()).toEqual({
      success: true,
      style_id: 'ink-and-paper',
      workspace: open.sandbox.workspace,
    })
    expect((await share('ink-and-paper')).status).toBe(200)
    expect((await share('app-only')).status).toBe(403)
    expect((await share('no-such-style')).status).toBe(404)
    expect((await share('ink-and-paper', { authorization: 'Bearer nobody' })).status).toBe(401)
  })
})
