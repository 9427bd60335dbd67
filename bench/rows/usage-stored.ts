import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { createSqliteUsageStore } from '../../main/infra/sqlite-usage-store.ts'
import { systemClock } from '../../main/infra/system-clock.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { makeReport, toBytes, usageKey } from '../usage-report.ts'

const rounds = 7
const rowsATransaction = 1_000

interface Round {
  readonly milliseconds: number
  /** The 99th percentile of the event loop's delay, in milliseconds. */
  readonly delay: number
}

const row = {
  baselineIs: 'JSON.parse of its bytes and bare upserts of the same rows, a thousand a transaction',
  oursIs: 'the report bounded, parsed, checked row by row and stored on its thread',
}

export const usageStored: Row = {
  ...row,
  what: 'usage report of 30,000 jobs',
  unit: 'ms',
  aim: { kind: 'ratio', atMost: 1.2 },
  measure: () => measureRounds(({ milliseconds }) => milliseconds),
}

/** Whether the studio still responds while a report is stored. */
export const usageDelay: Row = {
  ...row,
  baselineIs: 'the same process waiting as long, with nothing to do',
  what: 'event loop p99 during a usage report',
  unit: 'ms',
  aim: { kind: 'limit', atMost: 16 },
  measure: () => measureRounds(({ delay }) => delay, waitAsLong),
}

function measureRounds(
  read: (round: Round) => number,
  baselineAfter: ((own: Round) => Promise<Round>) | null = null,
) {
  return inTemporaryFolder(async (folder) => {
    const times = { baseline: [] as number[], ours: [] as number[] }
    const bare = await openBare(join(folder, 'bare.sqlite'))
    const path = join(folder, 'library.sqlite')
    const database = await openDatabase(path)
    const store = createSqliteUsageStore({ path, clock: systemClock })
    for (let round = 0; round <= rounds; round++) {
      const { text, start, end } = makeReport()
      const bytes = toBytes(text)
      const byHand = await time(async () => storeByHand(bare, round, bytes))
      const report = { accountId: `workspace-${round}`, body: bytes, key: usageKey, asked: { start, end } }
      const own = await time(() => store.store({ ...report, servedAt: end, ingestionMs: 0 }))
      // The first round is a warm-up for both.
      if (round === 0) continue
      times.baseline.push(read(baselineAfter ? await baselineAfter(own) : byHand))
      times.ours.push(read(own))
    }
    bare.close()
    await store.close()
    database.close()
    return times
  })
}

/** The same tables under the same settings. */
async function openBare(path: string): Promise<DatabaseSync> {
  const migrated = await openDatabase(path)
  migrated.close()
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
  return database
}

interface BareJob {
  readonly job_id: string
  readonly user_id: string
  readonly user_email: string
  readonly type: string
  readonly completed_at: string
  readonly compute_units: number
}

function storeByHand(database: DatabaseSync, workspace: number, bytes: Uint8Array): void {
  const { jobs } = JSON.parse(new TextDecoder().decode(bytes)) as { jobs: BareJob[] }
  const upsert = database.prepare(`
    INSERT INTO usage_jobs (workspace, job_id, completed_at, completed_text, user_id, user_email, type, compute_units)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (workspace, job_id) DO UPDATE SET completed_at = excluded.completed_at,
      completed_text = excluded.completed_text, user_id = excluded.user_id,
      user_email = excluded.user_email, type = excluded.type, compute_units = excluded.compute_units`)
  for (let from = 0; from < jobs.length; from += rowsATransaction) {
    database.exec('BEGIN IMMEDIATE')
    for (const job of jobs.slice(from, from + rowsATransaction)) {
      const { job_id, completed_at, user_id, user_email, type, compute_units } = job
      upsert.run(workspace, job_id, Date.parse(completed_at), null, user_id, user_email, type, compute_units)
    }
    database.exec('COMMIT')
  }
}

function waitAsLong({ milliseconds }: Round): Promise<Round> {
  return time(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
}

async function time(work: () => Promise<unknown>): Promise<Round> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const start = performance.now()
  await work()
  const milliseconds = performance.now() - start
  // A block that has just ended is noticed with the next turn.
  await new Promise((resolve) => setTimeout(resolve, 2))
  delays.disable()
  return { milliseconds, delay: delays.percentile(99) / 1e6 }
}
