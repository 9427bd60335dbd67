import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { UsagePull } from '../shared/bridge/usage-views.ts'
import { openTestService, openTestStudio, type TestService, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService & { readonly usageKey: string }
let studio: TestStudio

const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  service = await openTestService({ control: true })
  studio = await openTestStudio({ folder: mkdtempSync(join(tmpdir(), 'atelier-usage-')), service })
})

afterAll(async () => {
  await studio.close()
  await service.close()
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** The end of a pull, which may be that of an earlier one. */
function ended(accountId = 'sandbox'): Promise<UsagePull> {
  return new Promise((resolve) => {
    const undo = studio.studio.events.subscribe((event) => {
      if (event.name !== 'usage.changed' || event.payload.accountId !== accountId) return
      if (event.payload.phase !== 'idle' && event.payload.phase !== 'failed') return
      undo()
      resolve(event.payload)
    })
  })
}

async function pull(from: string, to: string, again = false): Promise<UsagePull> {
  const end = ended()
  await studio.call('usage.pull', { from, to, accountIds: ['sandbox'], again })
  return end
}

async function value<Value>(result: Promise<{ ok: true; value: Value } | { ok: false }>): Promise<Value> {
  const read = await result
  if (!read.ok) throw new Error(JSON.stringify(read))
  return read.value
}

test('[USE46] a report of the sandbox is pulled, summed and listed', async () => {
  const end = await pull(daysAgo(29), today)
  expect(end).toMatchObject({ phase: 'idle', failure: null, unreadableRows: 0 })
  expect(end.jobs).toBeGreaterThan(50)
  const range = { from: daysAgo(29), to: today, accountIds: ['sandbox'] }
  const summary = await value(studio.call('usage.summary', { ...range, by: 'member' }))
  expect(summary.jobs).toBe(end.jobs)
  expect(summary.coverage[0]).toMatchObject({ isEndClamped: true, isStartClamped: false, isWhole: true })
  const list = await value(studio.call('usage.list', { ...range, limit: 20 }))
  expect(list.total).toBe(end.jobs)
  expect(list.rows).toHaveLength(20)
  const next = await value(studio.call('usage.list', { ...range, limit: 20, cursor: list.nextCursor ?? '' }))
  expect([next.total, next.units]).toEqual([null, null])
  expect(next.rows[0]?.completedAt.localeCompare(list.rows.at(-1)?.completedAt ?? '')).toBeLessThanOrEqual(0)
})

test('[USE19] [USE55] a row that is a run of this studio shows its model and price', async () => {
  const submissionId = crypto.randomUUID()
  const values = { prompt: 'a quiet sea' }
  await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values,
    estimate: { kind: 'unlisted' },
  })
  const run = await studio.until(
    submissionId,
    ({ job, files }) => job?.status === 'completed' && files.length > 0,
  )
  const job = { job_id: run.job?.jobId, compute_units: 3, completed_at: run.job?.completedAt }
  await service.control('usage-jobs', { jobs: [job] })
  await pull(today, today)
  const range = { from: today, to: today, accountIds: ['sandbox'] }
  const { rows } = await value(studio.call('usage.list', { ...range, text: run.job?.jobId ?? '' }))
  expect(rows).toMatchObject([
    {
      jobId: run.job?.jobId,
      units: 3,
      run: { modelId: 'i3', prompt: 'a quiet sea', fileId: run.files[0]?.fileId },
    },
  ])
})

test('[USE55] a row may be a run whose response was lost, where it was completed after that was sent', async () => {
  await service.control('faults', { request: { kind: 'accept-and-close' } })
  const submissionId = crypto.randomUUID()
  await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values: { prompt: 'a quiet sea' },
    estimate: { kind: 'unlisted' },
  })
  await studio.until(submissionId, ({ state }) => state === 'unknown')
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const jobs = [
    { job_id: 'maybe-own', compute_units: 3, completed_at: new Date().toISOString() },
    { job_id: 'maybe-earlier', compute_units: 3, completed_at: earlier },
  ]
  await service.control('usage-jobs', { jobs })
  await pull(daysAgo(1), today, true)
  const range = { from: daysAgo(1), to: today, accountIds: ['sandbox'] }
  const { rows } = await value(studio.call('usage.list', { ...range, text: 'maybe-' }))
  expect(rows.map(({ jobId, run, maybeUnknownRun }) => [jobId, run, maybeUnknownRun])).toEqual([
    ['maybe-own', null, true],
    ['maybe-earlier', null, false],
  ])
})

test('[USE8] each refusal of the sandbox has its kind, and its words never hold the key', async () => {
  const kinds: string[] = []
  for (const [control, kind] of [
    [{ usageEntitled: false }, 'not_allowed'],
    [{ usageEntitled: true, removed: true }, 'workspace_unknown'],
  ] as const) {
    await service.control('workspace', control)
    const end = await pull(daysAgo(50), today)
    kinds.push(end.failure?.kind ?? '')
    expect(kinds.at(-1)).toBe(kind)
  }
  await service.control('workspace', { removed: false, usageEntitled: true })
  expect((await pull(daysAgo(50), today)).failure).toBeNull()
  expect(JSON.stringify(studio.events)).not.toContain(service.usageKey)
})

test('[USE8] the key for generating is refused as no key for usage', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-usage-'))
  const wrong = await openTestStudio({
    folder,
    service,
    serviceOverride: service.url,
    environmentKey: service.key,
    usageKey: service.key,
  })
  const end = new Promise<UsagePull>((resolve) => {
    wrong.studio.events.subscribe((event) => {
      if (event.name === 'usage.changed' && event.payload.phase === 'failed') resolve(event.payload)
    })
  })
  await wrong.call('usage.pull', { from: today, to: today, accountIds: [service.url] })
  expect((await end).failure).toMatchObject({ kind: 'not_allowed', status: 403 })
  await wrong.close()
})

test('[USE41] what was read goes with its key, and is read anew with the next', async () => {
  const other = await openTestStudio({ folder: mkdtempSync(join(tmpdir(), 'atelier-usage-')), service })
  const { url: baseUrl, key, usageKey } = service
  const connect = () => other.call('accounts.connect', { baseUrl, key, usageKey, consent: true })
  expect(await connect()).toMatchObject({ ok: true })
  const range = { from: daysAgo(29), to: today, accountIds: [baseUrl] }
  const total = async () => (await value(other.call('usage.list', range))).total
  const end = new Promise((resolve) => {
    other.studio.events.subscribe(({ name, payload }) => {
      if (name === 'usage.changed' && payload.phase === 'idle') resolve(payload)
    })
  })
  await other.call('usage.pull', range)
  expect(await end).toMatchObject({ failure: null })
  expect(await total()).toBeGreaterThan(0)
  expect(await connect()).toMatchObject({ ok: true })
  expect(await total()).toBe(0)
  await other.close()
})

test('[USE2] ninety thousand jobs come in halves', async () => {
  await service.control('seed', { usageJobs: 90_000, usageDays: 60 })
  // What was read for good before is read again, because the sandbox has just made it up.
  const end = await pull(daysAgo(59), today, true)
  expect(end).toMatchObject({ failure: null, gaps: [] })
  expect(end.responses).toBeGreaterThan(3)
  const range = { from: daysAgo(59), to: today, accountIds: ['sandbox'] }
  const summary = await value(studio.call('usage.summary', { ...range, by: 'type' }))
  expect(summary.jobs).toBeGreaterThan(80_000)
  // Ninety thousand rows are made, sent, parsed and written.
}, 240_000)
