import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usageReportSchema } from '../../../shared/api/usage.ts'
import { createSpyTerminal, runInProcess } from '../../testing/run-in-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'
import { runCommand } from './run-command.ts'

// Commands run beside a whole service.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService({ control: true })
})
afterAll(() => service.close())

const dayMs = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const monthAgo = new Date(Date.now() - 29 * dayMs).toISOString().slice(0, 10)
const month = ['--from', monthAgo, '--to', today]

function usage(words: readonly string[], usageKey: string | undefined = service.usageKey, data?: string) {
  const folder = data ?? join(temporaryFolder(), 'data')
  return runInProcess(['usage', ...words, '--service', service.url, '--data', folder], {
    key: service.key,
    ...(usageKey !== '' && { usageKey }),
  })
}

test('usage --json is one report of the joined windows, as the interface has it', async () => {
  const { code, out, err } = await usage([...month, '--json'])
  expect(code).toBe(0)
  const report = usageReportSchema.parse(JSON.parse(out))
  expect(report.start_date).toBe(`${monthAgo}T00:00:00.000Z`)
  expect(report.jobs.length).toBeGreaterThan(50)
  expect(report.jobs.map((job) => job.completed_at)).toEqual(
    report.jobs
      .map((job) => job.completed_at)
      .sort()
      .reverse(),
  )
  expect(err).toContain('reading')
})

test('usage --csv and --parquet hold the same jobs', async () => {
  const data = join(temporaryFolder(), 'data')
  const { out } = await usage([...month, '--csv'], service.usageKey, data)
  const ids = out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  const path = join(temporaryFolder(), 'usage.parquet')
  expect((await usage([...month, '--parquet', path], service.usageKey, data)).code).toBe(0)
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) })
  expect(rows.map((row) => row.job_id)).toEqual(ids)
  expect(readFileSync(path).subarray(0, 4).toString()).toBe('PAR1')
})

test('usage for a person says the sums', async () => {
  const { code, out } = await usage(month)
  expect(code).toBe(0)
  expect(out).toMatch(/^\d+ jobs, [\d.]+ compute units, 4 members\nCovered: /)
})

test.each([
  [['--from', '2026-02-30', '--to', today], 'not “2026-02-30”'],
  [['--from', 'yesterday', '--to', today], 'not “yesterday”'],
  [['--from=-5', '--to', today], 'not “-5”'],
  [['--from', today, '--to', monthAgo], 'is after'],
  [['--from', '2020-01-01', '--to', today], '366 days'],
  [['--from', today], '--to is missing'],
  [[...month, '--csv', '--json'], 'choose one'],
  [[...month, '--account', 'Nobody'], 'can’t be given together'],
] as const)('%j is a set-up error', async (words, sentence) => {
  const { code, out, err } = await usage(words)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
})

test('without a usage key nothing is asked', async () => {
  const { code, err } = await usage(month, '')
  expect(code).toBe(2)
  expect(err).toContain('ATELIER_USAGE_KEY')
})

test('a refusal ends with 1 and the service’s words on standard error', async () => {
  const { code, out, err } = await usage([...month, '--json'], service.key)
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ jobs: [] })
  expect(err).toContain('workspace service API key')
  expect(`${out}${err}`).not.toContain(service.key)
})

test('an unavailable service is asked again', async () => {
  await service.control('faults', {
    request: { kind: 'status', path: '/usage', status: 503, retryAfter: 0, times: 1 },
  })
  const { code, err } = await usage([...month, '--json'])
  expect(code).toBe(0)
  expect(err).toContain('Retrying at')
})

test('[USE47] stopped before it begins, nothing is asked, and what is stored is said', async () => {
  const terminal = createSpyTerminal({ key: service.key, usageKey: service.usageKey })
  const stopped = {
    ...terminal,
    onStop(listener: () => void) {
      listener()
      return () => {}
    },
  }
  const data = join(temporaryFolder(), 'data')
  const code = await runCommand(['usage', ...month, '--service', service.url, '--data', data], stopped)
  expect(code).toBe(130)
  expect(terminal.written().err).not.toContain('reading')
  expect(terminal.written().out).toContain('0 jobs')
})

test('a file that can’t be written is a set-up error', async () => {
  const blocked = join(temporaryFolder(), 'file')
  writeFileSync(blocked, '')
  const { code, err } = await usage([...month, '--parquet', join(blocked, 'usage.parquet')])
  expect(code).toBe(2)
  expect(err).toContain('can’t be written')
})
