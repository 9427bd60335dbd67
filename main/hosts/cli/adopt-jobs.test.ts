import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isTerminal } from '../../../shared/api/job.ts'
import { createSpyTerminal, runInProcess } from '../../testing/run-in-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'
import { runCommand } from './run-command.ts'

// Opens studios of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const headers = () => ({ Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' })

/** A job that another program starts with the same key, once it has ended. */
async function startElsewhere(prompt: string): Promise<string> {
  const body = JSON.stringify({ prompt })
  const started = await fetch(`${service.url}/generate/image/sandbox/i3`, {
    method: 'POST',
    headers: headers(),
    body,
  })
  const { job_id } = (await started.json()) as { job_id: string }
  await vi.waitFor(
    async () => {
      const read = await fetch(`${service.url}/jobs/${job_id}`, { headers: headers() })
      expect(isTerminal(((await read.json()) as { status: string }).status)).toBe(true)
    },
    { timeout: 30_000 },
  )
  return job_id
}

function atelier(data: string, ...words: string[]) {
  return runInProcess([...words, '--service', service.url, '--data', data], { key: service.key })
}

test('[ADOPT31] [ADOPT4] [ADOPT23] a job is taken by its id, once, with its file and its request, and costs nothing', async () => {
  const data = join(temporaryFolder(), 'data')
  const jobId = await startElsewhere('a quiet sea')
  const posts = service.posts.length
  const { code, out, err } = await atelier(data, 'adopt', jobId, '--json')
  expect([code, err]).toEqual([0, 'Atelier: 1 added.\n'])
  const [row] = JSON.parse(out)
  expect(row).toEqual({
    ...{ jobId, state: 'taken', modelId: 'i3', kind: 'image' },
    ...{ createdAt: expect.any(String), submissionId: expect.any(String), files: [expect.any(String)] },
  })
  expect(existsSync(row.files[0])).toBe(true)
  const again = await atelier(data, 'adopt', jobId, '--json')
  expect(again.code).toBe(0)
  expect(JSON.parse(again.out)).toEqual([{ ...row, state: 'here' }])
  const library = await runInProcess(['library', '--search', 'quiet', '--data', data, '--json'])
  expect(JSON.parse(library.out)).toEqual([
    expect.objectContaining({ modelId: 'i3', prompt: 'a quiet sea', settled: { kind: 'unlisted' } }),
  ])
  const spend = await runInProcess([
    'spend',
    '--from',
    '2020-01-01',
    '--to',
    '2035-01-01',
    '--data',
    data,
    '--json',
  ])
  expect(JSON.parse(spend.out)).toEqual([
    expect.objectContaining({ jobs: 1, settledMicroUsd: 0, upToMicroUsd: 0, unlistedJobs: 1 }),
  ])
  expect(service.posts.length).toBe(posts)
})

test('[ADOPT31] what the service lists is shown, and taken only with --yes', async () => {
  const data = join(temporaryFolder(), 'data')
  const known = await startElsewhere('a fox')
  await atelier(data, 'adopt', known)
  const fresh = await startElsewhere('a hill')
  const shown = await atelier(data, 'adopt', '--listed')
  expect(shown.code).toBe(0)
  expect(shown.out).toMatch(new RegExp(`${fresh}  i3  .*  new\n`))
  expect(shown.out).not.toContain(known)
  expect(shown.err).toContain('Nothing was added')
  const taken = await atelier(data, 'adopt', '--listed', '--yes', '--json')
  expect(JSON.parse(taken.out)).toContainEqual(expect.objectContaining({ jobId: fresh, state: 'taken' }))
  expect((await atelier(data, 'adopt', '--listed', '--json')).out).toBe('[]\n')
})

test('[ADOPT31] [ADOPT2] a job that the service doesn’t know ends with 1, and one that is no id with 2', async () => {
  const data = join(temporaryFolder(), 'data')
  const { code, out } = await atelier(data, 'adopt', crypto.randomUUID())
  expect([code, out]).toEqual([1, expect.stringContaining('not known to the service with this key')])
  for (const words of [['adopt'], ['adopt', 'nonsense'], ['adopt', '--yes'], ['adopt', '1234-5678-90ab']])
    expect((await atelier(data, ...words)).code).toBe(2)
  const beside = await atelier(data, 'adopt', crypto.randomUUID(), 'nonsense')
  expect([beside.code, beside.err]).toEqual([2, expect.stringContaining('“nonsense” is no job id')])
})

test('[ADOPT31] [ADOPT11] stopped before the look begins, nothing is read or added, and that it isn’t all is said', async () => {
  const terminal = createSpyTerminal({ key: service.key })
  const stopped = {
    ...terminal,
    onStop(listener: () => void) {
      listener()
      return () => {}
    },
  }
  const data = join(temporaryFolder(), 'data')
  const adopt = (...words: string[]) =>
    runCommand(['adopt', ...words, '--service', service.url, '--data', data], stopped)
  const jobId = await startElsewhere('a stop')
  expect([await adopt(jobId), await adopt('--listed', '--yes')]).toEqual([130, 130])
  const { out, err } = terminal.written()
  expect(out).not.toContain(jobId)
  expect(err.match(/Not all of these ids were read|was not read to its end|added/g)).toEqual([
    'Not all of these ids were read',
    'was not read to its end',
  ])
})
