import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts'
import { openUsageStore } from '../../testing/open-usage-store.ts'
import { createFakeUsageService, type FakeUsageService, toBody, usageJob } from '../../testing/usage-jobs.ts'
import type { UsageStore } from './ports.ts'
import { type PullOutcome, type PullProgress, pullUsage } from './pull.ts'
import { coverageOf } from './summarize.ts'
import { readUsageRows } from './usage-files.ts'
import { hourMs, type Window } from './windows.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const day: Window = { start: now - 12 * hourMs, end: now }
const wide: Window = { start: now - 2_400 * hourMs, end: now + 400 * hourMs }

interface Pulling {
  readonly service: FakeUsageService
  readonly store: UsageStore
  readonly clock?: FakeClock
  readonly asked?: Window
  readonly again?: boolean
  readonly signal?: AbortSignal
}

async function pull({ service, store, asked = day, again = false, ...given }: Pulling) {
  const clock = given.clock ?? createFakeClock(service.now)
  const progress: PullProgress[] = []
  const waits: number[] = []
  const outcome: PullOutcome = await pullUsage(
    { clock, service, store, storageFailureOf: () => null },
    {
      accountId: 'one',
      access: { baseUrl: 'https://service.example', key: 'sk-usage-key' },
      asked,
      again,
      signal: given.signal ?? new AbortController().signal,
      onProgress: (one) => void progress.push(one),
      wait: async (milliseconds) => void waits.push(milliseconds),
    },
  )
  return { outcome, progress, waits, last: progress.at(-1) }
}

async function idsIn(store: UsageStore, accountId = 'one'): Promise<string[]> {
  const ids: string[] = []
  for await (const rows of readUsageRows(store, { accountIds: [accountId], window: wide }))
    ids.push(...rows.map(({ jobId }) => jobId))
  return ids.sort()
}

function jobsAt(times: readonly number[]) {
  return times.map((time, index) =>
    usageJob({ job_id: `job-${index}`, completed_at: new Date(time).toISOString() }),
  )
}

describe('a pull', () => {
  test('[USE2] any splitting of any jobs joins to the same jobs, each once', async () => {
    const { store } = await openUsageStore()
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: day.start, max: day.end }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (times, limit) => {
          const accountId = `run-${++run}`
          const jobs = jobsAt(times)
          // No hour alone is over the limit.
          const perHour = Map.groupBy(times, (time) => Math.floor((time - day.start) / hourMs))
          const densest = Math.max(1, ...[...perHour.values()].map((some) => some.length))
          const service = createFakeUsageService({ now, jobs, limit: Math.max(limit, 2 * densest) })
          const outcome = await pullUsage(
            { clock: createFakeClock(now), service, store, storageFailureOf: () => null },
            {
              accountId,
              access: { baseUrl: 'https://service.example', key: 'sk-usage-key' },
              asked: day,
              again: false,
              signal: new AbortController().signal,
              onProgress() {},
              async wait() {},
            },
          )
          expect(outcome).toEqual({ type: 'done' })
          expect(await idsIn(store, accountId)).toEqual(jobs.map(({ job_id }) => job_id).sort())
        },
      ),
      { numRuns: 40 },
    )
  })

  test('[USE3] an hour that stays refused is a gap with the service’s words, and the rest is read', async () => {
    const { store } = await openUsageStore()
    const busy = Array.from({ length: 6 }, (_, index) => day.start + 10 * 60_000 + index)
    const jobs = jobsAt([...busy, day.start + 5 * hourMs, day.end - 60_000])
    const service = createFakeUsageService({ now, jobs, limit: 4 })
    const { outcome, last } = await pull({ service, store })
    expect(outcome).toEqual({ type: 'done' })
    expect(last?.gaps).toEqual([
      {
        start: new Date(day.start).toISOString(),
        end: new Date(day.start + hourMs).toISOString(),
        words: 'The window holds too many jobs.',
      },
    ])
    expect(await idsIn(store)).toEqual(['job-6', 'job-7'])
  })

  test('[USE3] a window outside the coverage ends after a few requests, with the service’s words', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now, coverageStart: now })
    const asked = { start: now - 90 * 24 * hourMs, end: now - hourMs }
    const { outcome } = await pull({ service, store, asked })
    expect(outcome).toEqual({
      type: 'failed',
      failure: { kind: 'window_refused', status: 400, words: 'The window lies outside the coverage.' },
    })
    expect(service.asked.length).toBeLessThan(24)
  })

  test('[USE2] a busy day that is not over is cut within its past', async () => {
    const { store } = await openUsageStore()
    const jobs = jobsAt(Array.from({ length: 12 }, (_, index) => day.start + index * hourMs + 60_000))
    const service = createFakeUsageService({ now, jobs, limit: 3 })
    const { outcome, last } = await pull({
      service,
      store,
      asked: { ...day, end: day.start + 24 * hourMs - 1 },
    })
    expect(outcome).toEqual({ type: 'done' })
    expect(last?.gaps).toEqual([])
    expect(await idsIn(store)).toHaveLength(12)
  })

  test('[USE4] pulls that overlap lose nothing that is ingested late, and count nothing twice', async () => {
    const { store } = await openUsageStore()
    let run = 0
    const late = fc.record({
      at: fc.integer({ min: 0, max: 180 }),
      minutes: fc.integer({ min: 0, max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(late, { maxLength: 30 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 180 }), { maxLength: 6 }),
        async (completed, pulledAt) => {
          run += 1
          const accountId = `late-${run}`
          const minute = (count: number) => day.start + count * 60_000
          const jobs = completed.map(({ at, minutes }, index) => ({
            ...usageJob({ job_id: `job-${index}`, completed_at: new Date(minute(at)).toISOString() }),
            ingestedAt: minute(at + minutes),
          }))
          const service = createFakeUsageService({ jobs })
          // The last pull is after everything was ingested.
          for (const count of [...pulledAt.toSorted((left, right) => left - right), 200]) {
            service.now = minute(count)
            await pullUsage(
              { clock: createFakeClock(service.now), service, store, storageFailureOf: () => null },
              {
                accountId,
                access: { baseUrl: 'https://service.example', key: 'sk-usage-key' },
                asked: day,
                again: false,
                signal: new AbortController().signal,
                onProgress() {},
                async wait() {},
              },
            )
          }
          expect(await idsIn(store, accountId)).toEqual(jobs.map(({ job_id }) => job_id).sort())
        },
      ),
      { numRuns: 40 },
    )
  })

  test('[USE4] a second pull begins ten minutes before the last effective end; a final window is not read again', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now, jobs: jobsAt([now - 60_000]) })
    await pull({ service, store, asked: { start: day.start, end: day.start + 24 * hourMs - 1 } })
    service.now += 5 * hourMs
    await pull({ service, store, asked: { start: day.start, end: day.start + 24 * hourMs - 1 } })
    expect(service.asked[1]?.start).toBe(now - 10 * 60_000)
    const past = { start: day.start, end: day.start + 2 * hourMs }
    await pull({ service, store, asked: past })
    expect(service.asked).toHaveLength(2)
    await pull({ service, store, asked: past, again: true })
    expect(service.asked[2]).toEqual(past)
  })

  test('[USE5] what lies before the coverage is asked for once', async () => {
    const { store } = await openUsageStore()
    const coverageStart = day.start + 3 * hourMs
    const service = createFakeUsageService({
      now: now + 24 * hourMs,
      coverageStart,
      jobs: jobsAt([coverageStart]),
    })
    await pull({ service, store })
    await pull({ service, store })
    expect(service.asked).toHaveLength(1)
    const [read] = await store.windows('one')
    expect(read).toMatchObject({ asked: day, effective: { start: coverageStart, end: day.end } })
  })

  test('[USE40] where the coverage begins within a window that is split, all its jobs are read and nothing is refused', async () => {
    const { store } = await openUsageStore()
    const coverageStart = now - 30 * 24 * hourMs
    const jobs = jobsAt(Array.from({ length: 60 }, (_, index) => coverageStart + (index + 0.5) * 12 * hourMs))
    const service = createFakeUsageService({ now, coverageStart, jobs, limit: 9 })
    const asked = { start: now - 90 * 24 * hourMs, end: now }
    const { outcome, last } = await pull({ service, store, asked })
    expect(outcome).toEqual({ type: 'done' })
    expect(last?.gaps).toEqual([])
    expect(await idsIn(store)).toHaveLength(jobs.length)
    expect(coverageOf('one', asked, await store.windows('one'))).toMatchObject({
      effective: { start: new Date(coverageStart).toISOString() },
      isStartClamped: true,
      isWhole: true,
    })
    const requests = service.asked.length
    service.now += 60_000
    await pull({ service, store, asked })
    expect(service.asked.slice(requests)).toEqual([{ start: now - 10 * 60_000, end: now }])
  })

  test('[USE7] an unavailable service gets the same request again, after its own pause or a growing one', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now, jobs: jobsAt([now - hourMs]) })
    const busy = { type: 'refused', status: 503, words: 'Busy.', serviceTime: null } as const
    service.next.push(
      { ...busy, retryAfterMs: 7_000 },
      { ...busy, retryAfterMs: null },
      { ...busy, status: 429, retryAfterMs: null },
    )
    const { outcome, waits, progress } = await pull({ service, store })
    expect(outcome).toEqual({ type: 'done' })
    expect(waits).toEqual([7_000, 10_000, 20_000])
    expect(new Set(service.asked.map(({ start, end }) => `${start} ${end}`)).size).toBe(1)
    expect(progress.find(({ waiting }) => waiting)?.waiting).toEqual({
      until: now + 7_000,
      failure: { kind: 'unavailable', status: 503, words: 'Busy.' },
    })
  })

  test('[USE7] it gives up after five retries', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now })
    const busy = { type: 'refused', status: 503, words: null, retryAfterMs: null, serviceTime: null } as const
    service.next.push(...Array.from({ length: 9 }, () => busy))
    const { outcome, waits } = await pull({ service, store })
    expect(outcome).toMatchObject({ type: 'failed', failure: { kind: 'unavailable', status: 503 } })
    expect(waits).toHaveLength(5)
  })

  test.each([
    [401, 'key_refused'],
    [403, 'not_allowed'],
    [404, 'workspace_unknown'],
    [422, 'query_refused'],
    [418, 'refused'],
  ] as const)('[USE8] a %i ends it as %s; what was stored stays', async (status, kind) => {
    const { store } = await openUsageStore()
    const jobs = jobsAt([day.start + hourMs, day.start + 11 * hourMs])
    const service = createFakeUsageService({ now, jobs, limit: 1 })
    service.next.push('job list', 'job list', {
      type: 'refused',
      status,
      words: 'end_date: is wrong.',
      retryAfterMs: null,
      serviceTime: null,
    })
    const { outcome } = await pull({ service, store })
    expect(outcome).toEqual({ type: 'failed', failure: { kind, status, words: 'end_date: is wrong.' } })
    expect(await idsIn(store)).toEqual(['job-1'])
  })

  test('[USE8] no response and an unreadable report end it', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now })
    service.next.push({ type: 'unreachable', cause: { code: 'connection_refused' }, words: null })
    expect((await pull({ service, store })).outcome).toMatchObject({
      failure: { kind: 'unreachable', cause: { code: 'connection_refused' } },
    })
    service.next.push({ type: 'report', body: toBody('<html>'), serviceTime: null })
    expect((await pull({ service, store })).outcome).toMatchObject({
      failure: { kind: 'unreadable', cause: { code: 'answer_unreadable', json: 'not_json' } },
    })
    expect(await store.windows('one')).toEqual([])
  })

  test('[USE2] a report beyond the bounds is halved like a refused one', async () => {
    const { store } = await openUsageStore()
    const service = createFakeUsageService({ now, jobs: jobsAt([now - hourMs]) })
    service.next.push({ type: 'too_large' })
    expect((await pull({ service, store })).outcome).toEqual({ type: 'done' })
    expect(service.asked).toHaveLength(3)
    expect(await idsIn(store)).toEqual(['job-0'])
  })

  test('[USE8] a canceled pull keeps what it stored, and asks for nothing more', async () => {
    const { store } = await openUsageStore()
    const stop = new AbortController()
    const service = createFakeUsageService({ now })
    const cancelled = {
      ...service,
      request: async (...given: Parameters<typeof service.request>) => {
        const reply = await service.request(...given)
        stop.abort()
        return reply
      },
    }
    expect((await pull({ service: cancelled, store, signal: stop.signal })).outcome).toEqual({
      type: 'cancelled',
    })
    expect(service.asked).toHaveLength(1)
  })
})
