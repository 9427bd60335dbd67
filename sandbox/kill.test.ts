import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { isTerminal, type Job, jobSchema } from '../shared/api/job.ts'
import { createRandom } from './media/random.ts'
import { createFolder, smallMedia } from './testing/open-sandbox.ts'

/** The price of one image of I2, in micro-dollars, and the balance of a new workspace. */
const price = 40_000
const firstBalance = 10_000_000_000

const kills = Number(process.env.SANDBOX_KILLS ?? 6)
const folder = createFolder()
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
  folder.remove()
})

interface Ready {
  readonly url: string
  readonly key: string
  readonly usageKey: string
}

async function start(): Promise<Ready> {
  const script = join(import.meta.dirname, 'serve.ts')
  const loading = join(import.meta.dirname, '../main/hosts/load-sources.mjs')
  const limit = `${smallMedia.longSide}x${smallMedia.framesPerSecond}`
  const words = ['--data', folder.path, '--speed', '1000', '--control', '--media-limit', limit]
  child = spawn(process.execPath, ['--import', loading, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const [line] = (await once(lines, 'line')) as [string]
  return JSON.parse(line) as Ready
}

function call({ url, key }: Ready, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
}

/** Sends jobs one after another until the sandbox is gone; keeps the ids of the accepted ones. */
async function sendUntilGone(ready: Ready, accepted: string[]): Promise<void> {
  for (;;) {
    try {
      const response = await call(ready, '/generate/image/sandbox/i2', { prompt: `kite ${accepted.length}` })
      accepted.push(((await response.json()) as Job).job_id)
      await wait(60)
    } catch {
      return
    }
  }
}

async function listJobs(ready: Ready): Promise<Job[]> {
  const jobs: Job[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path: string = `/jobs?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page = (await (await call(ready, path)).json()) as { jobs: unknown[]; next_cursor: string | null }
    jobs.push(...page.jobs.map((job) => jobSchema.parse(job)))
    cursor = page.next_cursor
  }
  return jobs
}

async function balanceOf(ready: Ready): Promise<number> {
  const { usd } = (await (await call(ready, '/__sandbox/balance')).json()) as { usd: number }
  return Math.round(usd * 1_000_000)
}

test(`killed ${kills} times at any moment, it knows every job, key and cent, and takes every job to its end`, {
  // Each kill starts the program again, which is slow on a busy machine.
  timeout: 30_000 + kills * 15_000,
}, async () => {
  const random = createRandom('moments to be killed at')
  const accepted: string[] = []
  let ended = new Map<string, Job>()
  let ready = await start()
  const { key, usageKey } = ready
  for (let kill = 0; kill < kills; kill++) {
    const before = accepted.length
    const sending = sendUntilGone(ready, accepted)
    await wait(random.between(20, 700))
    // Every third is killed however little it has done.
    if (kill % 3 !== 0) await vi.waitUntil(() => accepted.length > before, { timeout: 15_000, interval: 5 })
    child?.kill('SIGKILL')
    await sending
    ready = await start()
    expect(ready).toMatchObject({ key, usageKey })
    const jobs = new Map((await listJobs(ready)).map((job) => [job.job_id, job]))
    for (const id of accepted) expect(jobs.has(id)).toBe(true)
    for (const { job_id, status, completed_at } of ended.values()) {
      expect(jobs.get(job_id)).toMatchObject({ status, completed_at })
    }
    ended = new Map([...jobs].filter(([, job]) => isTerminal(job.status)))
  }
  const countOpen = async () => (await listJobs(ready)).filter((job) => !isTerminal(job.status)).length
  await expect.poll(countOpen, { timeout: 25_000 + kills * 10_000, interval: 200 }).toBe(0)
  const jobs = await listJobs(ready)
  expect(accepted.length).toBeGreaterThanOrEqual((kills * 2) / 3)
  expect(await balanceOf(ready)).toBe(firstBalance - jobs.length * price)
  for (const { result } of jobs) {
    expect((await fetch(result?.urls[0] ?? '', { method: 'HEAD' })).status).toBe(200)
  }
})
