import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { type Program, startProgram } from '../../tools/start-program.ts'
import type { Row } from '../row.ts'
import { startStudio } from '../studio.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const pending = 1_000
const rounds = 3
const roundMs = 20_000
/** Since they were sent: who waits for one of the last minutes is not idle. */
const anHour = 3_600_000
/** Of the kernel's clock, in a second. */
const ticks = 100

const same = {
  baselineIs: 'an HTTP server over a SQLite file that nobody asks',
  oursIs: `the browser host, whose service has ${pending} jobs under way`,
} as const

/** Of a core, over 20 s, once every job was read. */
export const idleCpu: Row = {
  what: `idle with ${pending} pending jobs, CPU`,
  unit: '‰',
  ...same,
  aim: { kind: 'limit', atMost: 20 },
  measure: async () => pick(await measureIdle(), 'perMille'),
}

export const idleMemory: Row = {
  what: `idle with ${pending} pending jobs, memory`,
  unit: 'MB',
  ...same,
  aim: { kind: 'limit', atMost: 200 },
  measure: async () => pick(await measureIdle(), 'megabytes'),
}

interface Idle {
  readonly perMille: number
  readonly megabytes: number
}

let measured: Promise<{ baseline: Idle[]; ours: Idle[] }> | undefined

/** Once for both rows. */
function measureIdle() {
  measured ??= inTemporaryFolder(async (folder) => {
    const service = await servePendingJobs()
    await seedPending(join(folder, 'studio'), service.address)
    const bare = await startProgram(['bench/baselines/http-sqlite.ts', join(folder, 'bare.sqlite')], {
      isReady: (line) => line === 'ready',
    })
    const studio = await startStudio(
      join(folder, 'studio'),
      { ATELIER_API_KEY: 'a-key-of-some-length' },
      service.address,
    )
    try {
      await service.allRead
      const baseline: Idle[] = []
      const ours: Idle[] = []
      for (let round = 0; round < rounds; round += 1) {
        const before = [bare, studio].map(ticksOf)
        await pause(roundMs)
        for (const [place, program] of [bare, studio].entries()) {
          const spent = ticksOf(program) - (before[place] ?? 0)
          const perMille = ((spent / ticks) * 1_000 * 1_000) / roundMs
          ;(program === bare ? baseline : ours).push({ perMille, megabytes: megabytesOf(program) })
        }
      }
      return { baseline, ours }
    } finally {
      await studio.stop()
      await bare.stop()
      service.close()
    }
  })
  return measured
}

function pick({ baseline, ours }: { baseline: Idle[]; ours: Idle[] }, name: keyof Idle) {
  return { baseline: baseline.map((idle) => idle[name]), ours: ours.map((idle) => idle[name]) }
}

/** Processor time of all threads, as Linux counts it. */
function ticksOf({ pid }: Program): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

function megabytesOf({ pid }: Program): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
}

function jobOf(jobId: string) {
  return {
    job_id: jobId,
    status: 'processing',
    created_at: new Date(0).toISOString(),
    completed_at: null,
    result: null,
    progress: 0.4,
  }
}

/** A service whose jobs never end. */
async function servePendingJobs() {
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  const seen = new Set<string>()
  const server = createServer(({ url = '' }, response) => {
    const jobId = /\/jobs\/([0-9a-f-]{36})$/.exec(url)?.[1]
    if (!jobId) return void response.writeHead(404).end()
    if (seen.add(jobId).size === pending) resolve()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(jobOf(jobId)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allRead,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function seedPending(folder: string, account: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'library.sqlite')
  const made = await openDatabase(path)
  await made.idle()
  made.close()
  const library = new DatabaseSync(path)
  const insert = library.prepare(
    `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
       estimate_json, state, attempts, confirmed_at, updated_at, sent_at, job_id, job_json, job_status)
     VALUES (?, ?, 'i3', 'image', ?, '/generate', '{"prompt":"A harbour"}', '', '{"kind":"unlisted"}', 'accepted', 1, ?, ?, ?, ?, ?, 'processing')`,
  )
  const at = Date.now() - anHour
  library.exec('BEGIN')
  for (let index = 0; index < pending; index += 1) {
    const jobId = crypto.randomUUID()
    const [submissionId, batchId] = [crypto.randomUUID(), crypto.randomUUID()]
    insert.run(submissionId, batchId, account, at, at, at, jobId, JSON.stringify(jobOf(jobId)))
  }
  library.exec('COMMIT')
  library.close()
}
