import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settleWithoutResult } from '../../shared/pricing/settle.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { toBody, usageJob } from '../testing/usage-jobs.ts'
import { createSqliteUnitsByModel } from './sqlite-units-by-model.ts'
import { createSqliteUsageStore } from './sqlite-usage-store.ts'
import { systemClock } from './system-clock.ts'

const november = { from: Date.parse('2026-11-01'), to: Date.parse('2026-12-01') }

async function open() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database, journal } = await openLibrary(path)
  const usage = createSqliteUsageStore({ path, clock: systemClock })
  onTestFinished(() => usage.close())
  let threads = 0
  const units = createSqliteUnitsByModel(database, {
    unitsOfRuns(...given) {
      threads += 1
      return usage.unitsOfRuns(...given)
    },
  })
  function complete(jobId: string, modelId: string, at: string, serviceId = 'sandbox'): void {
    const submission = sampleSubmission({ modelId, serviceId })
    journal.insert([submission])
    const job = sampleJob({ job_id: jobId, status: 'completed', completed_at: at })
    journal.saveEnd(
      { ...submission, state: 'accepted', job, settled: settleWithoutResult(submission.estimate) },
      [],
    )
  }
  function report(accountId: string, jobs: readonly ReturnType<typeof usageJob>[]) {
    const body = toBody({ start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-30T00:00:00Z', jobs })
    const asked = { start: november.from, end: november.to - 1 }
    return usage.store({ accountId, body, key: 'u-key', asked, servedAt: asked.end, ingestionMs: 0 })
  }
  return { units, complete, report, threads: () => threads }
}

test('[SPEND9] units are joined to the runs of the same account by their job', async () => {
  const { units, complete, report } = await open()
  complete('one', 'v2', '2026-11-20T10:00:00Z')
  complete('two', 'v2', '2026-11-21T10:00:00Z')
  complete('three', 'i3', '2026-11-30T23:59:59.999Z')
  complete('earlier', 'v2', '2026-10-31T23:59:59.999Z')
  complete('later', 'v2', '2026-12-01T00:00:00Z')
  complete('elsewhere', 'v2', '2026-11-20T10:00:00Z', 'https://service.example')
  const ids = ['one', 'two', 'three', 'earlier', 'later', 'elsewhere', 'of nobody here']
  await report(
    'sandbox',
    ids.map((job_id) => usageJob({ job_id, compute_units: 1.5 })),
  )
  await report('https://another.example', [usageJob({ job_id: 'one', compute_units: 900 })])
  expect(await units.of('sandbox', november)).toEqual(
    expect.arrayContaining([
      { modelId: 'v2', units: 3, jobs: 2 },
      { modelId: 'i3', units: 1.5, jobs: 1 },
    ]),
  )
  expect(await units.of('sandbox', november)).toHaveLength(2)
})

test('where no report was ever read, no thread is asked', async () => {
  const { units, complete, threads } = await open()
  complete('one', 'v2', '2026-11-20T10:00:00Z')
  expect([await units.of('sandbox', november), threads()]).toEqual([[], 0])
})
