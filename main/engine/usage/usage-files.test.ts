import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { usageReportSchema } from '../../../shared/api/usage.ts'
import { usageExportRoute } from '../../../shared/bridge/media-routes.ts'
import { writeUsageParquet } from '../../infra/usage-parquet.ts'
import { openUsageStore } from '../../testing/open-usage-store.ts'
import { toBody, usageJob } from '../../testing/usage-jobs.ts'
import { createUsageFiles, toCsvLine } from './usage-files.ts'
import { windowOfDates } from './windows.ts'

const range = { from: '2026-11-20', to: '2026-11-20' }

async function openFiles(jobs: readonly ReturnType<typeof usageJob>[]) {
  const { store } = await openUsageStore()
  const report = { start_date: '2026-11-20T00:00:00Z', end_date: '2026-11-20T12:00:00Z', jobs }
  await store.store({
    accountId: 'one',
    body: toBody(report),
    key: 'sk-usage-key',
    asked: windowOfDates(range),
    servedAt: 0,
    ingestionMs: 0,
  })
  const files = createUsageFiles({ store, toParquet: writeUsageParquet, mask: (value) => value })
  return (format: 'csv' | 'json' | 'parquet', filter = {}) =>
    files(
      format,
      new URL(usageExportRoute(format, { ...range, accountIds: ['one'], ...filter }), 'http://a.example'),
    )
}

const many = Array.from({ length: 4_500 }, (_, index) =>
  usageJob({
    job_id: `job-${index}`,
    completed_at: new Date(Date.parse('2026-11-20T00:00:00Z') + index * 1_000).toISOString(),
    user_email: index % 2 === 0 ? null : 'mira@studio.example',
    compute_units: index / 8,
  }),
)

test('[USE20] every job is in each form of the export, newest first', async () => {
  const save = await openFiles(many)
  const newestFirst = many.toReversed()
  const json = usageReportSchema.parse(await (await save('json')).json())
  expect(json.jobs).toEqual(newestFirst)
  expect(json.end_date).toBe('2026-11-20T12:00:00.000Z')
  const lines = (await (await save('csv')).text()).split('\r\n')
  expect(lines[0]).toBe('job_id,user_id,user_email,type,completed_at,compute_units')
  expect(lines.slice(1, -1)).toEqual(newestFirst.map((job) => toCsvLine(job).trimEnd()))
  const rows = await parquetReadObjects({ file: await (await save('parquet')).arrayBuffer() })
  expect(rows).toEqual(newestFirst.map((job) => ({ ...job, completed_at: new Date(job.completed_at) })))
})

test('[USE20] an export of nothing is a whole file, and a filter is kept', async () => {
  const save = await openFiles([usageJob({ job_id: 'a', type: null })])
  expect(await (await save('json', { text: 'nowhere' })).json()).toMatchObject({ jobs: [] })
  expect(await (await save('csv', { type: null })).text()).toContain('a,user_01,')
  const none = await save('parquet', { type: 'upscale' })
  expect(await parquetReadObjects({ file: await none.arrayBuffer() })).toEqual([])
})

test('[USE20] what is no export is refused', async () => {
  const { store } = await openUsageStore()
  const files = createUsageFiles({ store, toParquet: writeUsageParquet, mask: (value) => value })
  for (const address of ['/media/usage/csv', '/media/usage/csv?query={}', '/media/usage/exe?query={}'])
    expect((await files(address.split('/').at(-1) ?? '', new URL(address, 'http://a.example'))).status).toBe(
      404,
    )
})

test('[USE21] a cell that a spreadsheet would run is text', () => {
  const job = usageJob({ job_id: '=1+1', user_email: 'a"b,c', type: '@SUM(A1)', user_id: null })
  expect(toCsvLine(job)).toBe(`'=1+1,,"a""b,c",'@SUM(A1),2026-11-20T10:00:00.000Z,10\r\n`)
})
