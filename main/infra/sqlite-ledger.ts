import { type MediaKind, mediaKinds } from '../../shared/api/media.ts'
import type { PendingSum, SpendSums } from '../../shared/bridge/spend-views.ts'
import { microUsd } from '../../shared/pricing/money.ts'
import type { Ledger, Period } from '../engine/spend/ports.ts'
import type { Database } from './sqlite-database.ts'
import { keepers } from './sqlite-judgements.ts'
import { type SubmissionRow, toSubmission } from './sqlite-submission-row.ts'
import { type UnreadableRows, unnotedRows } from './unreadable-rows.ts'

const isOpen = `state IN ('confirmed', 'unsent', 'sending', 'unknown')`
const isRunning = `state = 'accepted' AND ended_at IS NULL`
const isNotExcepted = 'submission_id NOT IN (SELECT value FROM json_each(?))'

/** A cost of a million dollars or more is damage and counts as not listed. */
const most = 1_000_000_000_000

/** As `ledger_cost`, whose columns it names so that the index alone is read. */
const cost = `iif(coalesce(settled_micro_usd, charge_micro_usd) BETWEEN 0 AND ${most},
  coalesce(settled_micro_usd, charge_micro_usd), NULL)`

const sums = `count(*) AS jobs,
  coalesce(sum(iif(settled_kind = 'exact', ${cost}, NULL)), 0) AS micro_usd,
  coalesce(sum(iif(settled_kind = 'exact', NULL, ${cost})), 0) AS up_to,
  count(*) - count(${cost}) AS unlisted`

/** The estimates of the settled jobs. */
const estimated = `coalesce(sum(iif(settled_kind = 'exact' AND ${cost} IS NOT NULL
  AND charge_micro_usd BETWEEN 0 AND ${most}, charge_micro_usd, NULL)), 0) AS estimated`

const completed = `FROM submissions INDEXED BY submissions_spend
  WHERE job_status = 'completed' AND service_id = ? AND ended_at >= ? AND ended_at < ?`

const inPeriod = `job_status = 'completed' AND service_id = ? AND ended_at >= ? AND ended_at < ?`
const isSettled = `settled_kind = 'exact' AND ${cost} IS NOT NULL`

/** Which runs have files in which collection, each pair once. */
const memberRuns = `SELECT DISTINCT collection_id, files.submission_id AS run_id FROM collections
  CROSS JOIN collection_files USING (collection_id) CROSS JOIN files USING (file_id) WHERE deleted_at IS NULL`

/** The sums of runs in SQLite. Every query reads an index alone, but for those of the few runs without an end, and of the files
 * that were judged or collected. */
export function createSqliteLedger(database: Database, unreadable: UnreadableRows = unnotedRows): Ledger {
  function all(sql: string, account: string, { from, to }: Period): Record<string, unknown>[] {
    return database.prepare(sql).all(account, from, to)
  }

  const sumsOf = (account: string, period: Period) =>
    toSums(all(`SELECT ${sums} ${completed}`, account, period)[0] ?? {})

  return {
    sums: sumsOf,
    days: (account, period) =>
      all(
        `SELECT date(ended_at / 1000, 'unixepoch') AS day, ${sums} ${completed} GROUP BY day ORDER BY day`,
        account,
        period,
      ).map((row) => ({ date: String(row.day), ...toSums(row) })),
    models: (account, period) =>
      all(
        `SELECT model_id, kind, ${estimated}, count(iif(settled_kind = 'exact', ${cost}, NULL)) AS settled_jobs, ${sums}
         ${completed}
         GROUP BY model_id, kind ORDER BY micro_usd + up_to DESC, jobs DESC, model_id, kind`,
        account,
        period,
      ).map((row) => ({
        modelId: String(row.model_id),
        kind: toKind(row.kind),
        estimatedMicroUsd: microUsd(Number(row.estimated)),
        settledJobs: Number(row.settled_jobs),
        ...toSums(row),
      })),
    keepers: (account, period) =>
      all(
        `SELECT submissions.model_id, submissions.kind, count(iif(${isSettled}, 1, NULL)) AS files,
           count(DISTINCT iif(${isSettled}, submissions.seq, NULL)) AS jobs, count(*) AS all_files
         FROM ${keepers} AS kept
           CROSS JOIN files ON files.seq = kept.file_seq
           CROSS JOIN submissions ON submissions.submission_id = files.submission_id
         WHERE ${inPeriod} GROUP BY submissions.model_id, submissions.kind`,
        account,
        period,
      ).map((row) => ({
        modelId: String(row.model_id),
        kind: toKind(row.kind),
        keepers: {
          files: Number(row.files),
          jobs: Number(row.jobs),
          besideFiles: Number(row.all_files) - Number(row.files),
        },
      })),
    collections(account, period) {
      const rows = all(
        `SELECT collection_id, ${sums} FROM (${memberRuns})
           CROSS JOIN submissions ON submissions.submission_id = run_id
         WHERE ${inPeriod} GROUP BY collection_id`,
        account,
        period,
      )
      const collections = database
        .prepare('SELECT collection_id, name FROM collections WHERE deleted_at IS NULL ORDER BY folded_name')
        .all()
      if (collections.length === 0) return []
      const listed = collections.flatMap(({ collection_id: id, name }) => {
        const row = rows.find((one) => one.collection_id === id)
        return row ? [{ collection: { collectionId: String(id), name: String(name) }, ...toSums(row) }] : []
      })
      const inAny = toSums(
        all(
          `SELECT ${sums} FROM (SELECT DISTINCT run_id FROM (${memberRuns}))
             CROSS JOIN submissions ON submissions.submission_id = run_id WHERE ${inPeriod}`,
          account,
          period,
        )[0] ?? {},
      )
      const rest = lessSums(sumsOf(account, period), inAny)
      return [
        ...listed.sort((one, other) => mostOf(other) - mostOf(one)),
        ...(rest.jobs > 0 ? [{ collection: null, ...rest }] : []),
      ]
    },
    pending(account, except = []) {
      const rows = database
        .prepare(
          `SELECT ledger_state, count(*) AS runs, coalesce(sum(ledger_cost), 0) AS micro_usd,
             count(*) - count(ledger_cost) AS unlisted
           FROM (SELECT ledger_state, ledger_cost FROM submissions INDEXED BY submissions_open
             WHERE ${isOpen} AND service_id = ? AND ${isNotExcepted}
             UNION ALL SELECT ledger_state, ledger_cost FROM submissions INDEXED BY submissions_running
             WHERE ${isRunning} AND service_id = ?)
           GROUP BY ledger_state`,
        )
        .all(account, JSON.stringify(except), account)
      const of = (state: string) => toPending(rows.find((row) => row.ledger_state === state))
      return { running: of('running'), waiting: of('waiting'), unknown: of('unknown') }
    },
    accounts: () =>
      database
        .prepare(
          `WITH RECURSIVE account (id) AS (SELECT min(service_id) FROM submissions
             UNION ALL SELECT (SELECT min(service_id) FROM submissions WHERE service_id > account.id)
               FROM account WHERE account.id IS NOT NULL)
           SELECT id FROM account WHERE id <> ''`,
        )
        .all()
        .map((row) => String(row.id)),
    firstCompletedAt(account) {
      const row = database
        .prepare(
          `SELECT ended_at FROM submissions INDEXED BY submissions_spend
           WHERE job_status = 'completed' AND service_id = ? AND ended_at IS NOT NULL ORDER BY ended_at LIMIT 1`,
        )
        .get(account)
      return row ? Number(row.ended_at) : null
    },
    mark: () => Number(database.prepare('SELECT max(seq) AS mark FROM submissions').get()?.mark ?? 0),
    committedSince(account, mark, except = []) {
      const row = database
        .prepare(
          `SELECT coalesce(sum(ledger_cost), 0) AS micro_usd,
             coalesce(sum(ledger_cost) FILTER (WHERE ledger_state <> 'settled'), 0) AS open FROM submissions
           WHERE seq > ? AND +service_id = ? AND ledger_state NOT IN ('not_billed', 'closed')
             AND ${isNotExcepted}`,
        )
        .get(mark, account, JSON.stringify(except))
      const open = microUsd(Number(row?.open ?? 0))
      return { committed: microUsd(Number(row?.micro_usd ?? 0)), ...(open > 0 && { open }) }
    },
    committedByAgents(account, since) {
      const row = database
        .prepare(
          `SELECT coalesce(sum(ledger_cost), 0) AS micro_usd FROM (
             SELECT ledger_cost FROM submissions INDEXED BY submissions_spend
             WHERE job_status = 'completed' AND service_id = ? AND ended_at >= ? AND agent IS NOT NULL
             UNION ALL SELECT ledger_cost FROM submissions INDEXED BY submissions_open
             WHERE ${isOpen} AND service_id = ? AND agent IS NOT NULL
             UNION ALL SELECT ledger_cost FROM submissions INDEXED BY submissions_running
             WHERE ${isRunning} AND service_id = ? AND agent IS NOT NULL)`,
        )
        .get(account, since, account, account)
      return microUsd(Number(row?.micro_usd ?? 0))
    },
    newestPriced(account, modelId, { from, to }) {
      const row = database
        .prepare(
          `SELECT * FROM submissions INDEXED BY submissions_ledger
           WHERE service_id = ? AND ledger_at >= ? AND ledger_at < ? AND model_id = ?
             AND ledger_state IN ('settled', 'open') ORDER BY ledger_at DESC, seq DESC LIMIT 1`,
        )
        .get(account, from, to, modelId)
      const found = row && toSubmission(row as unknown as SubmissionRow, unreadable)
      return found && !found.isUnreadable ? found : null
    },
  }
}

function toSums(row: Record<string, unknown>): SpendSums {
  return {
    jobs: Number(row.jobs ?? 0),
    microUsd: microUsd(Number(row.micro_usd ?? 0)),
    upToMicroUsd: microUsd(Number(row.up_to ?? 0)),
    unlistedJobs: Number(row.unlisted ?? 0),
  }
}

function lessSums(all: SpendSums, some: SpendSums): SpendSums {
  return {
    jobs: all.jobs - some.jobs,
    microUsd: microUsd(all.microUsd - some.microUsd),
    upToMicroUsd: microUsd(all.upToMicroUsd - some.upToMicroUsd),
    unlistedJobs: all.unlistedJobs - some.unlistedJobs,
  }
}

function mostOf({ microUsd: settled, upToMicroUsd }: SpendSums): number {
  return settled + upToMicroUsd
}

function toKind(text: unknown): MediaKind {
  return mediaKinds.find((kind) => kind === text) ?? 'image'
}

function toPending(row: Record<string, unknown> | undefined): PendingSum {
  return {
    runs: Number(row?.runs ?? 0),
    microUsd: microUsd(Number(row?.micro_usd ?? 0)),
    unlistedRuns: Number(row?.unlisted ?? 0),
  }
}
