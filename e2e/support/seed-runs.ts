import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface SeededRuns {
  /** `sandbox` or the service's address. */
  readonly account: string
  readonly count: number
  /** When the newest was confirmed and completed, in milliseconds. */
  readonly newestAt: number
  /** Between one run and the next, in milliseconds. */
  readonly everyMs: number
}

/** Cents that each run cost, in turn. */
const cents = [4, 10, 35, 120] as const

/** What the seeded runs cost together, in micro-dollars: those that are settled. */
export function settledOfSeeded(count: number): number {
  return Array.from({ length: count }, (_, index) => index).reduce(
    (sum, index) => sum + (index % 10 < 8 ? (cents[index % cents.length] ?? 0) * 10_000 : 0),
    0,
  )
}

/**
 * Writes completed runs into the library of a studio that has been started once and is stopped now. Of ten, eight are
 * settled, one's price is open, and one has no listed price.
 */
export function seedRuns(dataFolder: string, { account, count, newestAt, everyMs }: SeededRuns): void {
  const library = new DatabaseSync(join(dataFolder, 'library.sqlite'))
  const insert = library.prepare(
    `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
       estimate_json, charge_micro_usd, settled_json, settled_micro_usd, settled_kind, state, attempts, confirmed_at,
       updated_at, sent_at, job_id, job_json, job_status, ended_at)
     VALUES (?, ?, ?, ?, ?, '/generate', ?, '', ?, ?, ?, ?, ?, 'accepted', 1, ?, ?, ?, ?, ?, 'completed', ?)`,
  )
  const search = library.prepare('INSERT INTO run_search (rowid, prompt) VALUES (?, ?)')
  library.exec('BEGIN')
  for (let index = 0; index < count; index += 1) {
    const at = newestAt - index * everyMs
    const [modelId, kind] = index % 3 === 0 ? ['v2', 'video'] : ['i2', 'image']
    const microUsd = (cents[index % cents.length] ?? 0) * 10_000
    const price = priceOf(index % 10, microUsd)
    const prompt = `Seeded harbour ${index}${index % 50 === 0 ? ', with a lighthouse' : ''}`
    const job = jobOf(at)
    const { lastInsertRowid } = insert.run(
      crypto.randomUUID(),
      crypto.randomUUID(),
      modelId,
      kind,
      account,
      JSON.stringify({ prompt }),
      JSON.stringify(price.estimate),
      price.charge,
      JSON.stringify(price.settled),
      price.charge === null ? null : microUsd,
      price.settled.kind,
      at,
      at,
      at,
      job.job_id,
      JSON.stringify(job),
      at,
    )
    search.run(lastInsertRowid, prompt)
  }
  library.exec('COMMIT')
  library.close()
}

function priceOf(turn: number, microUsd: number) {
  if (turn === 9) return { estimate: { kind: 'unlisted' }, charge: null, settled: { kind: 'unlisted' } }
  const isOpen = turn === 8
  return {
    estimate: isOpen
      ? { kind: 'range', minMicroUsd: 10_000, maxMicroUsd: microUsd, fields: ['resolution'] }
      : { kind: 'exact', microUsd },
    charge: microUsd,
    settled: isOpen ? { kind: 'up_to', microUsd, fields: ['resolution'] } : { kind: 'exact', microUsd },
  }
}

function jobOf(at: number) {
  const moment = new Date(at).toISOString()
  return {
    job_id: crypto.randomUUID(),
    status: 'completed',
    created_at: moment,
    completed_at: moment,
    progress: 1,
    result: { urls: [] },
    error: null,
  }
}
