import { z } from 'zod'
import {
  type LedgerLine,
  type LedgerSort,
  type LedgerState,
  ledgerStates,
} from '../../shared/bridge/spend-views.ts'
import type { Ledger, LedgerLines, LedgerPageQuery, LedgerQuery } from '../engine/spend/ports.ts'
import { fullTextQuery } from './full-text-query.ts'
import { toIsoTime } from './row-time.ts'
import type { Database } from './sqlite-database.ts'
import { isKeeperFile } from './sqlite-judgements.ts'
import { type SubmissionRow, toSubmission } from './sqlite-submission-row.ts'
import { type UnreadableRows, unnotedRows } from './unreadable-rows.ts'

/** How much of a prompt a line shows, in characters. */
const promptLength = 160

interface Row extends SubmissionRow {
  readonly ledger_at: number
  readonly ledger_state: string
  readonly ledger_rank: number
  readonly file_id: string | null
  readonly collections_json: string
  readonly keepers: number
}

/** An order: the column of its key, its index, and which way it is read. */
interface Order {
  readonly column: 'ledger_at' | 'ledger_rank'
  readonly index: string
  readonly descends: boolean
}

const byTime = { column: 'ledger_at', index: 'submissions_ledger' } as const
const byCost = { column: 'ledger_rank', index: 'submissions_ledger_rank' } as const

const orders: Record<LedgerSort, Order> = {
  newest: { ...byTime, descends: true },
  oldest: { ...byTime, descends: false },
  dearest: { ...byCost, descends: true },
  cheapest: { ...byCost, descends: false },
}

const namesSchema = z.array(z.string())

/** The key of the last line read: its value in the order, and its row. */
const cursorSchema = z.tuple([z.int(), z.int()])

/** The runs as lines in SQLite: each filter is decided by an index or by the words of prompts. */
export function createSqliteLedgerLines(
  database: Database,
  accounts: Ledger['accounts'],
  unreadable: UnreadableRows = unnotedRows,
): LedgerLines {
  const accountsOf = ({ account }: LedgerQuery) => (account === null ? accounts() : [account])

  function pageOf(account: string, query: LedgerPageQuery): Row[] {
    const { column, index, descends } = orders[query.sort]
    const { where, values } = filterOf(account, query)
    const after = readCursor(query.cursor)
    const key = after ? `AND (${column}, seq) ${descends ? '<' : '>'} (?, ?)` : ''
    const way = descends ? 'DESC' : 'ASC'
    return database
      .prepare(
        `SELECT *, (SELECT file_id FROM files WHERE files.submission_id = submissions.submission_id
             AND files.state = 'saved' ORDER BY ordinal LIMIT 1) AS file_id,
           (SELECT json_group_array(DISTINCT collections.name) FROM files
              JOIN collection_files USING (file_id) JOIN collections USING (collection_id)
            WHERE files.submission_id = submissions.submission_id AND deleted_at IS NULL) AS collections_json,
           (SELECT count(*) FROM files
            WHERE files.submission_id = submissions.submission_id AND ${isKeeperFile}) AS keepers
         FROM submissions INDEXED BY ${index} WHERE ${where} ${key}
         ORDER BY ${column} ${way}, seq ${way} LIMIT ?`,
      )
      .all(...values, ...(after ?? []), query.limit + 1) as unknown as Row[]
  }

  function toLine(row: Row): LedgerLine {
    const run = toSubmission(row, unreadable)
    const { prompt } = run.values
    return {
      submissionId: run.submissionId,
      at: toIsoTime(row.ledger_at),
      hasEnded: row.ended_at !== null,
      account: run.serviceId,
      modelId: run.modelId,
      kind: run.kind,
      prompt:
        typeof prompt === 'string'
          ? [...prompt.slice(0, 2 * promptLength)].slice(0, promptLength).join('')
          : '',
      state: stateOf(row.ledger_state),
      estimate: run.estimate,
      settled: run.settled,
      fileId: row.file_id,
      collections: namesSchema.parse(JSON.parse(row.collections_json)).sort(),
      keepers: row.keepers,
    }
  }

  return {
    lines(query) {
      const { column, descends } = orders[query.sort]
      const order = (left: Row, right: Row) =>
        (descends ? -1 : 1) * (left[column] - right[column] || left.seq - right.seq)
      const found = accountsOf(query)
        .flatMap((account) => pageOf(account, query))
        .sort(order)
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      return {
        lines: page.map(toLine),
        nextCursor: last && found.length > query.limit ? JSON.stringify([last[column], last.seq]) : null,
      }
    },
    count(query) {
      return accountsOf(query).reduce((sum, account) => {
        const { where, values } = filterOf(account, query)
        const row = database
          .prepare(`SELECT count(*) AS n FROM submissions INDEXED BY submissions_ledger WHERE ${where}`)
          .get(...values)
        return sum + Number(row?.n ?? 0)
      }, 0)
    },
    states(account, period) {
      const { where, values } = filterOf(account, { account, period })
      const rows = database
        .prepare(
          `SELECT ledger_state, count(*) AS n FROM submissions INDEXED BY submissions_ledger
           WHERE ${where} GROUP BY ledger_state`,
        )
        .all(...values)
      return Object.fromEntries(rows.map((row) => [stateOf(row.ledger_state), Number(row.n)]))
    },
  }
}

function stateOf(text: unknown): LedgerState {
  return ledgerStates.find((state) => state === text) ?? 'unknown'
}

function filterOf(account: string, { period, states, modelId, kind, search = '' }: LedgerQuery) {
  const match = fullTextQuery(search)
  const parts: [string, ...(string | number)[]][] = [
    ['service_id = ?', account],
    ['ledger_at >= ? AND ledger_at < ?', period.from, period.to],
    ...(states
      ? [[`ledger_state IN (${states.map(() => '?').join(', ')})`, ...states] as [string, ...string[]]]
      : []),
    ...(modelId === undefined ? [] : [['model_id = ?', modelId] as [string, string]]),
    ...(kind === undefined ? [] : [['kind = ?', kind] as [string, string]]),
    ...(match === null
      ? []
      : [['seq IN (SELECT rowid FROM run_search WHERE run_search MATCH ?)', match] as [string, string]]),
  ]
  return {
    where: parts.map(([part]) => part).join(' AND '),
    values: parts.flatMap(([, ...values]) => values),
  }
}

function readCursor(cursor: string | undefined): readonly [number, number] | null {
  if (cursor === undefined) return null
  try {
    return cursorSchema.safeParse(JSON.parse(cursor)).data ?? null
  } catch {
    return null
  }
}
