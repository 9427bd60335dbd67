import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { settleWithoutResult } from '../../../shared/pricing/settle.ts'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const service = 'https://service.example'

async function open() {
  const data = temporaryFolder()
  const { journal } = await openLibrary(join(data, 'library.sqlite'))
  function complete(serviceId: string, estimate: Estimate, at: string) {
    const submission = sampleSubmission({ serviceId, estimate })
    journal.insert([submission])
    const job = sampleJob({ status: 'completed', completed_at: at })
    journal.saveEnd({ ...submission, state: 'accepted', job, settled: settleWithoutResult(estimate) }, [])
  }
  complete('sandbox', { kind: 'exact', microUsd: usd(1.5) }, '2026-11-01T00:00:00Z')
  complete('sandbox', { kind: 'exact', microUsd: usd(7) }, '2026-10-31T23:59:59.999Z')
  complete(service, { kind: 'exact', microUsd: usd(0.04) }, '2026-11-30T23:59:59.999Z')
  complete(
    service,
    { kind: 'range', minMicroUsd: usd(1), maxMicroUsd: usd(3), fields: [] },
    '2026-11-20T12:00:00Z',
  )
  complete(service, { kind: 'unlisted' }, '2026-11-20T12:00:00Z')
  const spend = (...words: string[]) => atelier(['spend', ...words, '--data', data])
  return { data, spend }
}

test('spend lists each account’s sums apart, as one JSON value, with its words on standard error', async () => {
  const { spend } = await open()
  const { out, err, code } = await spend('--from', '2026-11-01', '--to', '2026-11-30', '--json')
  expect([JSON.parse(out), code]).toEqual([
    [
      {
        account: service,
        name: null,
        settledMicroUsd: 40_000,
        upToMicroUsd: 3_000_000,
        unlistedJobs: 1,
        jobs: 3,
      },
      {
        account: 'sandbox',
        name: 'sandbox',
        settledMicroUsd: 1_500_000,
        upToMicroUsd: 0,
        unlistedJobs: 0,
        jobs: 1,
      },
    ],
    0,
  ])
  expect(err).toContain('no endpoint of the service reports what it charged')
})

test('[ACC20] a row of spend has the name that accounts prints for its account', async () => {
  const { data, spend } = await open()
  const named = { id: service, name: 'North', baseUrl: service }
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ accounts: [named], activeAccount: null }))
  const { out } = await spend('--from', '2026-11-01', '--to', '2026-11-30', '--json')
  const rows: { account: string; name: string }[] = JSON.parse(out)
  expect(rows.map(({ account, name }) => [account, name])).toEqual([
    [service, 'North'],
    ['sandbox', 'sandbox'],
  ])
  const accounts: { name: string }[] = JSON.parse((await atelier(['accounts', '--data', data, '--json'])).out)
  for (const { name } of rows) expect(accounts.map((account) => account.name)).toContain(name)
  expect((await spend('--from', '2026-11-01', '--to', '2026-11-30')).out).toMatch(/^North {2}3 jobs/)
})

test('spend says the same in lines, and that nothing completed', async () => {
  const { spend } = await open()
  const { out } = await spend('--from', '2026-11-01', '--to', '2026-11-30')
  expect(out).toBe(
    `${service}  3 jobs, $0.04 settled, and up to $3.00 for jobs whose results don’t show their price, 1 without a listed price\nsandbox  1 job, $1.50 settled\n`,
  )
  expect((await spend('--from', '2025-01-01', '--to', '2025-01-01')).out).toBe(
    'No job completed in these days.\n',
  )
  const nowhere = await atelier([
    'spend',
    '--from',
    '2026-11-01',
    '--to',
    '2026-11-30',
    '--json',
    '--data',
    temporaryFolder(),
  ])
  expect([nowhere.out, nowhere.code]).toEqual(['[]\n', 0])
})

test.each([
  ['no date', ['--from', '2026-11-01'], /--to is missing/],
  [
    'a date that is not in the calendar',
    ['--from', '2026-02-30', '--to', '2026-03-01'],
    /--from takes a UTC date/,
  ],
  ['a moment', ['--from', '2026-11-01T00:00:00Z', '--to', '2026-11-02'], /--from takes a UTC date/],
  ['another form', ['--from', '1.11.2026', '--to', '2026-11-02'], /not “1\.11\.2026”/],
  [
    'the end before the start',
    ['--from', '2026-11-02', '--to', '2026-11-01'],
    /2026-11-02 is after --to 2026-11-01/,
  ],
])('spend with %s is refused with exit code 2', async (_, words, sentence) => {
  const { spend } = await open()
  const { out, err, code } = await spend(...words, '--json')
  expect([out, code]).toEqual(['', 2])
  expect(err).toMatch(sentence)
})

test('spend of a library of an earlier version says what to do', async () => {
  const data = temporaryFolder()
  writeFileSync(join(data, 'library.sqlite'), '')
  const older = new DatabaseSync(join(data, 'library.sqlite'))
  older.exec(`${migrations[0]}; PRAGMA user_version = 1`)
  older.close()
  const { err, code } = await atelier(['spend', '--from', '2026-11-01', '--to', '2026-11-30', '--data', data])
  expect([err, code]).toEqual([expect.stringContaining('Start Atelier once'), 2])
})
