import {
  type LineageNode,
  lineagePage,
  mostMadeFrom,
  mostMadeInto,
} from '../../shared/bridge/lineage-procedures.ts'
import type { InputStore } from '../engine/inputs/ports.ts'
import type { Lineage } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

interface NodeRow {
  readonly seq: number
  readonly file_id: string
  readonly sheet_id: string | null
  readonly state: string
  readonly failure: string | null
  readonly kind: string
  readonly name: string
  readonly poster_path: string | null
  readonly has_from: number
  readonly has_into: number
}

const columns = `files.seq, files.file_id, files.sheet_id, files.state, files.failure, files.kind, files.name, files.poster_path,
  EXISTS (SELECT 1 FROM submissions JOIN run_inputs ON run_seq = submissions.seq
    WHERE submissions.submission_id = files.submission_id) AS has_from,
  files.sha256 IS NOT NULL AND EXISTS (SELECT 1 FROM run_inputs WHERE run_inputs.sha256 = files.sha256) AS has_into`

/** The newest files that were made from these bytes, those of a contact sheet together. */
const made = `
  WITH made AS (
    SELECT files.seq, coalesce(files.sheet_id, files.file_id) AS entry
    FROM run_inputs JOIN submissions ON submissions.seq = run_inputs.run_seq JOIN files USING (submission_id)
    WHERE run_inputs.sha256 = (SELECT sha256 FROM files WHERE file_id = ?)
    ORDER BY run_inputs.run_seq DESC LIMIT ${mostMadeInto}
  ), entries AS (SELECT max(seq) AS seq, count(*) AS files FROM made GROUP BY entry)`

/** What files were made from and into, by an index of the runs' inputs; no query reads a request. */
export function createSqliteLineage(
  database: Database,
  inputs: Pick<InputStore, 'locate' | 'find'>,
): Lineage {
  /** The library's file with these bytes, one that is here before others. */
  function fileWith(sha256: string): NodeRow | null {
    const row = database
      .prepare(
        `SELECT ${columns} FROM files WHERE files.sha256 = ?
         ORDER BY state = 'saved' AND failure IS NULL DESC, state = 'saved' DESC, state = 'trashed' DESC, seq DESC LIMIT 1`,
      )
      .get(sha256)
    return (row as unknown as NodeRow | undefined) ?? null
  }

  function ownFile(sha256: string): LineageNode {
    const known = inputs.find(sha256)
    return {
      id: sha256,
      isInLibrary: false,
      kind: known?.kind ?? 'image',
      name: known?.name ?? '',
      state: known && inputs.locate(sha256) !== null ? 'own' : 'gone',
      hasPoster: false,
      sheet: null,
      hasFrom: false,
      hasInto: false,
    }
  }

  return {
    from(fileId) {
      const named = database
        .prepare(
          `SELECT run_inputs.sha256 FROM files JOIN submissions USING (submission_id)
             JOIN run_inputs ON run_inputs.run_seq = submissions.seq
           WHERE files.file_id = ? ORDER BY run_inputs.place LIMIT ${mostMadeFrom}`,
        )
        .all(fileId)
      const nodes = named.map(({ sha256 }) => {
        const row = fileWith(String(sha256))
        return row ? toNode(row, 1) : ownFile(String(sha256))
      })
      return { nodes, total: nodes.length, next: null }
    },
    into(fileId, after) {
      const counted = database.prepare(`${made} SELECT count(*) AS total FROM entries`).get(fileId)
      const rows = database
        .prepare(
          `${made} SELECT ${columns}, entries.files AS together FROM entries JOIN files ON files.seq = entries.seq
           WHERE entries.seq < ? ORDER BY entries.seq DESC LIMIT ${lineagePage + 1}`,
        )
        .all(fileId, after ?? Number.MAX_SAFE_INTEGER) as unknown as (NodeRow & { together: number })[]
      const page = rows.slice(0, lineagePage)
      return {
        nodes: page.map((row) => toNode(row, row.together)),
        total: Number(counted?.total ?? 0),
        next: rows.length > lineagePage ? (page.at(-1)?.seq ?? null) : null,
      }
    },
  }
}

function toNode(row: NodeRow, together: number): LineageNode {
  const state = stateOf(row)
  return {
    id: row.file_id,
    isInLibrary: true,
    kind: row.kind === 'video' || row.kind === 'audio' ? row.kind : 'image',
    name: row.name,
    state,
    hasPoster: row.poster_path !== null && state !== 'deleted',
    sheet: row.sheet_id !== null && together > 1 ? { batchId: row.sheet_id, files: together } : null,
    hasFrom: row.has_from === 1,
    hasInto: row.has_into === 1,
  }
}

function stateOf({ state, failure }: NodeRow): LineageNode['state'] {
  if (state === 'deleted' || state === 'purging') return 'deleted'
  if (state === 'trashed') return 'trashed'
  if (state === 'waiting' || state === 'downloading') return 'awaited'
  return state === 'saved' && failure === null ? 'here' : 'missing'
}
