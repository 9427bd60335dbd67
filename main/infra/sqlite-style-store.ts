import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { NamedStyle, Sighting, StoredStyle, StyleStore } from '../engine/styles/ports.ts'
import { fullTextQuery } from './full-text-query.ts'
import { toRowTime } from './row-time.ts'
import type { Database } from './sqlite-database.ts'

interface Row {
  readonly seq: number
  readonly account: string
  readonly style_id: string
  readonly name: string
  readonly listed_name: string
  readonly note: string
  readonly preview_file_id: string | null
  readonly listed_preview_url: string | null
  readonly is_added: number
  readonly is_listed: number
  readonly is_removed: number
  readonly met_at: number
  readonly touched_at: number
  readonly workspace_id: string | null
  readonly workspace_name: string | null
  readonly shared_at: number | null
  readonly share_doubt_at: number | null
}

interface FullRow extends Row {
  readonly runs: number
  readonly recipes: number
  readonly last_run_id: string | null
}

const columns = `styles.*,
  (SELECT count(*) FROM run_styles WHERE (run_styles.account, run_styles.style_id) = (styles.account, styles.style_id)) AS runs,
  (SELECT count(*) FROM recipe_styles WHERE recipe_styles.style_id = styles.style_id) AS recipes,
  (SELECT run.submission_id FROM run_styles
     JOIN submissions AS run ON run.seq = run_styles.run_seq
     JOIN files ON files.submission_id = run.submission_id AND files.state = 'saved' AND files.kind <> 'audio'
     WHERE (run_styles.account, run_styles.style_id) = (styles.account, styles.style_id)
     ORDER BY run_styles.run_seq DESC LIMIT 1) AS last_run_id`

const cursorSchema = z.tuple([z.int(), z.int()])

/** The styles in SQLite, searched by FTS5; the journal and the recipes write which of theirs name them. */
export function createSqliteStyleStore(database: Database): StyleStore {
  function one(account: string, styleId: string): Row | undefined {
    return database
      .prepare('SELECT * FROM styles WHERE account = ? AND style_id = ?')
      .get(account, styleId) as unknown as Row | undefined
  }

  function index(account: string, styleId: string): void {
    const row = one(account, styleId)
    if (!row) return
    database.prepare('DELETE FROM style_search WHERE rowid = ?').run(row.seq)
    database
      .prepare('INSERT INTO style_search (rowid, name, note, style_id) VALUES (?, ?, ?, ?)')
      .run(row.seq, `${row.name} ${row.listed_name}`, row.note, row.style_id)
  }

  /** Returns whether it is new. */
  function meetOne(account: string, style: NamedStyle, by: Sighting, at: number): boolean {
    const { styleId, name, note, previewUrl = null } = style
    const isListing = by === 'listing'
    const { changes } = database
      .prepare(
        `INSERT INTO styles (account, style_id, met_at, touched_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (account, style_id) DO NOTHING`,
      )
      .run(account, styleId, at, at)
    const known = one(account, styleId)
    database
      .prepare(
        `UPDATE styles SET
           name = iif(?1 = '' OR ?2, name, ?1), listed_name = iif(?1 <> '' AND ?2, ?1, listed_name),
           listed_preview_url = iif(?2, ?8, listed_preview_url), note = iif(?3 = '', note, ?3), is_added = is_added OR ?4, is_listed = is_listed OR ?2,
           is_removed = is_removed AND ?2, touched_at = iif(?2, touched_at, max(touched_at, ?5))
         WHERE account = ?6 AND style_id = ?7`,
      )
      .run(name, isListing ? 1 : 0, note, by === 'hand' ? 1 : 0, at, account, styleId, previewUrl)
    index(account, styleId)
    return changes === 1 || (known?.is_removed === 1 && !isListing)
  }

  return {
    list({ account, search, cursor, limit }) {
      const after = cursorSchema.safeParse(parseBoundedJson(cursor ?? '')).data ?? null
      const match = fullTextQuery(search ?? '')
      const where = `account = ? AND is_removed = 0
        ${match === null ? '' : 'AND seq IN (SELECT rowid FROM style_search WHERE style_search MATCH ?)'}`
      const given = [account, ...(match === null ? [] : [match])]
      const found = database
        .prepare(
          `SELECT ${columns} FROM styles WHERE ${where} ${after ? 'AND (touched_at, seq) < (?, ?)' : ''}
           ORDER BY touched_at DESC, seq DESC LIMIT ?`,
        )
        .all(...given, ...(after ?? []), limit + 1) as unknown as FullRow[]
      const total = database.prepare(`SELECT count(*) AS n FROM styles WHERE ${where}`).get(...given)
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        styles: shown.map(toStyle),
        nextCursor: last && found.length > limit ? JSON.stringify([last.touched_at, last.seq]) : null,
        total: Number(total?.n ?? 0),
      }
    },
    listedPreview(account, styleId) {
      const row = one(account, styleId)
      return row && row.is_removed === 0 ? row.listed_preview_url : null
    },
    find: (account, styleIds) =>
      styleIds.flatMap((styleId) => {
        const row = database
          .prepare(`SELECT ${columns} FROM styles WHERE account = ? AND style_id = ? AND is_removed = 0`)
          .get(account, styleId)
        return row ? [toStyle(row as unknown as FullRow)] : []
      }),
    standing(account, styleId) {
      const known = one(account, styleId)
      return known ? { isRemoved: known.is_removed === 1, shareDoubtAt: toDoubt(known.share_doubt_at) } : null
    },
    meet: (account, styles, by, at) =>
      database.transaction(() => styles.filter((style) => meetOne(account, style, by, at)).length),
    change(account, styleId, { name, note, previewFileId }) {
      const known = one(account, styleId)
      if (!known) return
      database.transaction(() => {
        database
          .prepare(
            'UPDATE styles SET name = ?, note = ?, preview_file_id = ? WHERE account = ? AND style_id = ?',
          )
          .run(
            name ?? known.name,
            note ?? known.note,
            previewFileId === undefined ? known.preview_file_id : previewFileId,
            account,
            styleId,
          )
        index(account, styleId)
      })
    },
    setRemoved: (account, styleId, isRemoved) =>
      Number(
        database
          .prepare('UPDATE styles SET is_removed = ? WHERE account = ? AND style_id = ?')
          .run(isRemoved ? 1 : 0, account, styleId).changes,
      ) === 1,
    erase(account, styleId) {
      const known = one(account, styleId)
      if (!known) return
      database.transaction(() => {
        database.prepare('DELETE FROM style_search WHERE rowid = ?').run(known.seq)
        database.prepare('DELETE FROM styles WHERE seq = ?').run(known.seq)
      })
    },
    doubtShare: (account, styleId, at) =>
      void database
        .prepare('UPDATE styles SET share_doubt_at = ? WHERE account = ? AND style_id = ?')
        .run(at, account, styleId),
    settleShare(account, styleId, shared) {
      database
        .prepare(
          `UPDATE styles SET share_doubt_at = NULL, workspace_id = coalesce(?, workspace_id),
             workspace_name = coalesce(?, workspace_name), shared_at = coalesce(?, shared_at)
           WHERE account = ? AND style_id = ?`,
        )
        .run(shared?.workspaceId ?? null, shared?.workspaceName ?? null, shared?.at ?? null, account, styleId)
    },
  }
}

function toStyle(row: FullRow): StoredStyle {
  const { workspace_id: workspaceId, workspace_name: workspaceName, shared_at: sharedAt } = row
  const isShared = workspaceId !== null && workspaceName !== null && sharedAt !== null
  return {
    account: row.account,
    styleId: row.style_id,
    name: row.name === '' ? row.listed_name : row.name,
    note: row.note,
    previewFileId: row.preview_file_id,
    hasListedPreview: row.listed_preview_url !== null,
    isAdded: row.is_added === 1,
    isListed: row.is_listed === 1,
    metAt: toRowTime(row.met_at),
    runs: row.runs,
    recipes: row.recipes,
    lastRunId: row.last_run_id,
    shared: isShared ? { workspaceId, workspaceName, at: toRowTime(sharedAt) } : null,
    shareDoubtAt: toDoubt(row.share_doubt_at),
  }
}

function toDoubt(at: number | null): number | null {
  return at === null ? null : toRowTime(at)
}
