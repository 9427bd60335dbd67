import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { usageSortColumns } from '../../shared/bridge/usage-views.ts'
import type { UsageStore } from '../engine/usage/ports.ts'
import type { WireRow } from '../engine/usage/wire-row.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { openUsageStore } from '../testing/open-usage-store.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { toBody, usageJob } from '../testing/usage-jobs.ts'
import { createSqliteUsageStore } from './sqlite-usage-store.ts'

const window = { start: Date.parse('2026-11-01T00:00:00Z'), end: Date.parse('2026-11-30T23:59:59.999Z') }

function put(store: UsageStore, jobs: readonly WireRow[], accountId = 'one') {
  const report = { start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-30T00:00:00Z', jobs }
  const body = toBody(report)
  return store.store({
    accountId,
    body,
    key: 'sk-usage-key',
    asked: window,
    servedAt: window.end,
    ingestionMs: 0,
  })
}

const job = fc.record({
  minute: fc.integer({ min: 0, max: 40_000 }),
  member: fc.constantFrom(null, 'ann', 'Bob', 'bob', 'cleo'),
  type: fc.constantFrom(null, 'upscale', 'Upscale', 'video'),
  units: fc.constantFrom(0, 0.1, 1, 1.5, 900),
})

function toJobs(
  given: readonly { minute: number; member: string | null; type: string | null; units: number }[],
) {
  return given.map(({ minute, member, type, units }, index) =>
    usageJob({
      job_id: `job-${index}`,
      completed_at: new Date(window.start + minute * 60_000).toISOString(),
      user_id: member,
      user_email: member === null ? null : `${member}@studio.example`,
      type,
      compute_units: units,
    }),
  )
}

describe('the pages of the jobs', () => {
  test('[USE46] in the order of time come from the index of each workspace, in every direction and at every cursor', async () => {
    const path = join(temporaryFolder(), 'library.sqlite')
    const library = await openMigratedDatabase(path)
    const connection = new DatabaseSync(path)
    const { database, plans } = recordStatements(connection)
    const store = createSqliteUsageStore({
      path,
      clock: createFakeClock(),
      createWorker: ({ tasks }) => ({
        call: async (task, input) => tasks[task](input as never, database) as never,
        close: async () => connection.close(),
      }),
    })
    onTestFinished(async () => {
      await store.close()
      library.close()
    })
    const jobs = Array.from({ length: 9 }, (_, index) => usageJob({ job_id: `job-${index}` }))
    const accountIds = ['one', 'two']
    for (const accountId of accountIds) await put(store, jobs, accountId)
    for (const isDescending of [true, false]) {
      const query = { accountIds, window, sort: 'time', isDescending, limit: 4 } as const
      const { nextCursor } = await store.list(query)
      plans()
      await store.list(query)
      await store.list({ ...query, cursor: nextCursor ?? '', member: 'user_01', text: 'job' })
      const read = plans().filter((plan) => plan.includes('usage_jobs'))
      expect(read).toHaveLength(4)
      for (const plan of read)
        expect(plan).toBe(
          'SEARCH usage_jobs USING INDEX usage_jobs_time (workspace=? AND completed_at>? AND completed_at<?)',
        )
    }
  })

  test('[USE18] of several workspaces are one list, also where all jobs are of one moment', async () => {
    const { store } = await openUsageStore()
    const accountIds = ['one', 'two', 'three']
    // In UTF-16 the last two of these ids stand the other way round.
    const ids = ['job-1', 'job-10', 'job-2', 'job-\ufffd', 'job-\u{1f600}']
    const moments = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.001Z']
    for (const accountId of accountIds)
      await put(
        store,
        ids.flatMap((id) =>
          moments.map((completed_at, at) =>
            usageJob({ job_id: at === 0 ? id : `${id} later`, completed_at }),
          ),
        ),
        accountId,
      )
    for (const isDescending of [true, false])
      for (const limit of [1, 2, 7]) {
        const query = { accountIds, window, sort: 'time', isDescending } as const
        const whole = await store.list({ ...query, limit: 100 })
        const seen: unknown[] = []
        let cursor: string | undefined
        do {
          const page = await store.list({ ...query, limit, cursor })
          seen.push(...page.rows)
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        expect(seen).toEqual(whole.rows)
        expect(seen).toHaveLength(30)
      }
  })

  test('[USE18] in every order and filter bring each job once, also while jobs are added', async () => {
    const { store } = await openUsageStore()
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(job, { maxLength: 25 }),
        fc.constantFrom(...usageSortColumns),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, null, 'bob'),
        async (given, sort, isDescending, limit, member) => {
          const accountId = `pages-${++run}`
          const jobs = toJobs(given)
          await put(store, jobs, accountId)
          const seen: string[] = []
          let cursor: string | undefined
          let isFirst = true
          do {
            const query = { accountIds: [accountId], window, sort, isDescending, limit, member, cursor }
            const page = await store.list(query)
            seen.push(...page.rows.map(({ jobId }) => jobId))
            cursor = page.nextCursor ?? undefined
            if (isFirst) await put(store, [usageJob({ job_id: 'new', user_id: 'other' })], accountId)
            isFirst = false
          } while (cursor !== undefined)
          const wanted = jobs.filter(({ user_id }) => member === undefined || user_id === member)
          const old = seen.filter((id) => id !== 'new')
          expect(old.toSorted()).toEqual(wanted.map(({ job_id }) => job_id).sort())
        },
      ),
      { numRuns: 60 },
    )
  })

  test('[USE18] are in the order asked for, and find parts of ids, members and types', async () => {
    const { store } = await openUsageStore()
    await put(
      store,
      toJobs([
        { minute: 1, member: 'bob', type: 'video', units: 3 },
        { minute: 2, member: 'ann', type: 'upscale', units: 1 },
        { minute: 3, member: null, type: '100%_done', units: 2 },
      ]),
    )
    const ids = async (query: object) =>
      (
        await store.list({
          accountIds: ['one'],
          window,
          sort: 'time',
          isDescending: true,
          limit: 9,
          ...query,
        })
      ).rows.map(({ jobId }) => jobId)
    expect(await ids({})).toEqual(['job-2', 'job-1', 'job-0'])
    expect(await ids({ sort: 'units', isDescending: false })).toEqual(['job-1', 'job-2', 'job-0'])
    expect(await ids({ sort: 'member', isDescending: false })).toEqual(['job-2', 'job-1', 'job-0'])
    expect(await ids({ text: 'ANN@' })).toEqual(['job-1'])
    expect(await ids({ text: '%_' })).toEqual(['job-2'])
    // Each word in another column, in any order.
    expect(await ids({ text: ' video  JOB-0 ' })).toEqual(['job-0'])
    expect(await ids({ text: 'job-1 ann@ ann' })).toEqual(['job-1'])
    expect(await ids({ text: 'job-1 video' })).toEqual([])
    expect(await ids({ text: ' \n' })).toHaveLength(3)
    expect(await ids({ type: 'video' })).toEqual(['job-0'])
    expect(await ids({ member: null })).toEqual(['job-2'])
    const named = { word: 'fertig', types: ['100%_done', 'UPSCALE'], noType: false, noMember: false }
    expect(await ids({ text: 'fertig', named: [named] })).toEqual(['job-2', 'job-1'])
    expect(await ids({ text: 'fertig ann', named: [named] })).toEqual(['job-1'])
    expect(
      await ids({ text: 'nobody', named: [{ ...named, word: 'nobody', types: [], noMember: true }] }),
    ).toEqual(['job-2'])
    expect(await ids({ text: 'other', named: [named] })).toEqual([])
    expect(await ids({ cursor: '{"__proto__":1}' })).toHaveLength(3)
    expect(await store.totals({ accountIds: ['one'], window, text: 'ann' })).toEqual({
      jobs: 1,
      units: 1,
      members: 1,
      jobsWithoutMember: 0,
    })
    expect(await store.totals({ accountIds: ['one'], window })).toMatchObject({
      members: 2,
      jobsWithoutMember: 1,
    })
  })
})

test('[USE17] a member is named by the latest e-mail', async () => {
  const { store } = await openUsageStore()
  await put(store, [
    usageJob({
      job_id: 'a',
      user_id: 'u',
      user_email: 'new@studio.example',
      completed_at: '2026-11-09T00:00:00Z',
    }),
    usageJob({
      job_id: 'b',
      user_id: 'u',
      user_email: 'old@studio.example',
      completed_at: '2026-11-08T00:00:00Z',
    }),
    usageJob({ job_id: 'c', user_id: null, user_email: 'only@studio.example', compute_units: 1 }),
  ])
  expect(await store.series({ accountIds: ['one'], window, by: 'member' })).toEqual([
    { key: 'u', label: 'new@studio.example', units: 20, jobs: 2 },
    { key: 'only@studio.example', label: 'only@studio.example', units: 1, jobs: 1 },
  ])
})

test('[USE6] the jobs of two workspaces are apart, and together on request', async () => {
  const { store } = await openUsageStore()
  await put(store, [usageJob({ job_id: 'a' })], 'one')
  await put(store, [usageJob({ job_id: 'a', compute_units: 4 })], 'two')
  const units = async (...accountIds: string[]) => (await store.totals({ accountIds, window })).units
  expect([await units('one'), await units('two'), await units('one', 'two')]).toEqual([10, 4, 14])
})

test('[USE41] a forgotten workspace has no jobs and no windows, also where deleting was cut short, and the others keep theirs', async () => {
  const { store, path } = await openUsageStore()
  const jobs = Array.from({ length: 2_500 }, (_, index) => usageJob({ job_id: `job-${index}` }))
  for (const accountId of ['one', 'two', 'three']) await put(store, jobs, accountId)
  const count = async (accountId: string) =>
    (await store.totals({ accountIds: [accountId], window })).jobs + (await store.windows(accountId)).length
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  // As where the studio ended before all was deleted.
  database.exec(`UPDATE usage_workspaces SET account_id = 'forgotten 3' WHERE account_id = 'three'`)
  await store.forget('one')
  await store.forget('unknown')
  expect([await count('one'), await count('two'), await count('three')]).toEqual([0, 2_501, 0])
  const left = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n
  await vi.waitFor(() =>
    expect([left('usage_jobs'), left('usage_windows'), left('usage_workspaces')]).toEqual([2_500, 1, 1]),
  )
  await put(store, jobs.slice(0, 3), 'one')
  expect(await count('one')).toBe(4)
})

test('[USE15] the thread ends by itself when nothing is asked of it, and begins again', async () => {
  const clock = createFakeClock()
  const { store } = await openUsageStore(clock)
  await put(store, [usageJob({ job_id: 'a' })])
  expect(clock.waiting()).toBe(1)
  await clock.advance(2 * 60_000)
  expect(clock.waiting()).toBe(0)
  expect(await store.totals({ accountIds: ['one'], window })).toMatchObject({ jobs: 1 })
})
