import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { zeroUsd } from '../../shared/pricing/money.ts'
import { openDatabase } from '../store/database.ts'
import { createJobStore, type JobRow, type JobStore, type ResultFile } from '../store/job-store.ts'
import { createWorkspaceStore } from '../store/workspace-store.ts'
import { createFolder } from '../testing/open-sandbox.ts'
import { createJobRunner, renderFailure } from './job-runner.ts'

const folder = createFolder()
let database: ReturnType<typeof openDatabase>
let jobs: JobStore
let workspaceId: string
let count = 0

beforeEach(() => {
  const own = `${folder.path}/${count++}`
  database = openDatabase(own)
  workspaceId = createWorkspaceStore(database).first().workspace.id
  jobs = createJobStore(database)
})

afterEach(() => database.close())
afterAll(() => folder.remove())

/** A runner whose time, rendering and alarm the test controls. */
function createBench({ runningLimit = 8 } = {}) {
  let now = 1000
  let ring = () => {}
  const rendering = new Map<string, PromiseWithResolvers<ResultFile[]>>()
  const ended: JobRow[] = []
  const failures: [string, unknown][] = []
  const runner = createJobRunner({
    clock: { now: () => now },
    store: jobs,
    renderer: {
      render(job) {
        const requested = Promise.withResolvers<ResultFile[]>()
        rendering.set(job.id, requested)
        return requested.promise
      },
      close: async () => {},
    },
    alarm(milliseconds, listener) {
      const due = now + milliseconds
      ring = () => {
        if (now >= due) listener()
      }
      return () => {
        ring = () => {}
      }
    },
    runningLimit,
    takeFault: () => null,
    onEnd: (job) => ended.push(job),
    onRenderFailure: (job, reason) => failures.push([job.id, reason]),
  })
  return {
    runner,
    ended,
    failures,
    rendering,
    pass(milliseconds: number) {
      now += milliseconds
      ring()
    },
    async finishRendering(id: string) {
      rendering.get(id)?.resolve([{ name: `${id}.png`, mediaType: 'image/png', bytes: 1, sha256: 'x' }])
      await new Promise(setImmediate)
    },
  }
}

function addJob(id: string, runMs = 5000): JobRow {
  const job = {
    id,
    workspaceId,
    modelId: 'i3',
    kind: 'image',
    request: {},
    seed: 1,
    createdAt: 1000,
    price: zeroUsd,
    origin: 'http://sandbox.test',
    webhookUrl: null,
    runMs,
  } as const
  jobs.add({ ...job, zeroRetention: false })
  return { ...job, startedAt: null, endStatus: null, completedAt: null, error: null }
}

test('a job ends when its time has passed and its media are there, not with one of them', async () => {
  const bench = createBench()
  bench.runner.add(addJob('a'))
  bench.runner.add(addJob('b'))
  await bench.finishRendering('a')
  bench.pass(4999)
  expect(bench.ended).toEqual([])
  bench.pass(1)
  expect(bench.ended.map((job) => job.id)).toEqual(['a'])
  await bench.finishRendering('b')
  expect(bench.ended.map((job) => job.id)).toEqual(['a', 'b'])
  expect(jobs.find('a')).toMatchObject({ endStatus: 'completed', completedAt: 6000, startedAt: 1000 })
})

test('jobs above the limit wait without a start, and start when one ends', async () => {
  const bench = createBench({ runningLimit: 1 })
  bench.runner.add(addJob('a'))
  bench.runner.add(addJob('b'))
  expect(jobs.find('b')?.startedAt).toBeNull()
  await bench.finishRendering('a')
  bench.pass(5000)
  expect(jobs.find('b')?.startedAt).toBe(6000)
})

test('a job whose media can’t be made fails with a code and says that it was not billed', async () => {
  const bench = createBench()
  bench.runner.add(addJob('a'))
  const reason = new Error('no paint')
  bench.rendering.get('a')?.reject(reason)
  await new Promise(setImmediate)
  expect(bench.ended[0]).toMatchObject({ endStatus: 'failed', error: renderFailure })
  expect(bench.failures).toEqual([['a', reason]])
})

test('a new runner on the same store continues every open job and renders only missing media', async () => {
  const first = createBench()
  first.runner.add(addJob('a'))
  first.runner.add(addJob('b'))
  await first.finishRendering('a')
  first.runner.close()
  const second = createBench()
  expect([...second.rendering.keys()]).toEqual(['b'])
  second.pass(5000)
  expect(second.ended.map((job) => job.id)).toEqual(['a'])
})

test('a clock that jumps ends due jobs at once', async () => {
  const bench = createBench()
  bench.runner.add(addJob('a', 60_000))
  await bench.finishRendering('a')
  bench.pass(3_600_000)
  expect(bench.ended).toHaveLength(1)
})
