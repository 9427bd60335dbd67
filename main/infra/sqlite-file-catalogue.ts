import { z } from 'zod'
import { type MediaKind, mediaKinds } from '../../shared/api/media.ts'
import { type FileView, fileStateSchema, type LibraryItem } from '../../shared/bridge/views.ts'
import { readReason, writeReason } from '../../shared/failures/reason-text.ts'
import { type Judgement, unjudged } from '../../shared/library/judgement.ts'
import type { FileCatalogue, FileToFetch, Judgements, StoredFile } from '../engine/library/ports.ts'
import { namesAsIds } from './filter-names.ts'
import { toIsoTime } from './row-time.ts'
import type { Database } from './sqlite-database.ts'
import { nameColors } from './sqlite-file-colors.ts'
import type { FilterNames } from './sqlite-library-conditions.ts'
import { cursorOf, pageSource, selectedRows, sortOf } from './sqlite-library-pages.ts'
import { createSqliteLibrarySearch, type LibrarySearch } from './sqlite-library-search.ts'

/** How many files of a sheet its tile shows. */
const mosaicFiles = 4

interface FileRow {
  readonly seq: number
  readonly file_id: string
  readonly submission_id: string
  readonly ordinal: number
  readonly url: string
  readonly state: string
  readonly name: string
  readonly kind: string
  readonly model_id: string
  readonly prompt: string
  readonly path: string | null
  readonly media_type: string | null
  readonly bytes: number
  readonly sha256: string | null
  readonly width: number | null
  readonly height: number | null
  readonly duration_seconds: number | null
  readonly poster_path: string | null
  readonly failure: string | null
  readonly saved_at: number | null
  readonly sheet_id: string | null
  readonly is_behind: number
  readonly is_refused: number
  readonly refused_json: string
  readonly trashed_at: number | null
}

/** What a view shows of a row: a page reads these, without the addresses and checks of its files. */
const shownColumns = [
  'seq',
  'file_id',
  'submission_id',
  'state',
  'name',
  'kind',
  'model_id',
  'prompt',
  'media_type',
  'bytes',
  'width',
  'height',
  'duration_seconds',
  'poster_path',
  'failure',
  'saved_at',
  'sheet_id',
  'is_refused',
  'trashed_at',
] as const satisfies readonly (keyof FileRow)[]

type ShownRow = Pick<FileRow, (typeof shownColumns)[number]> & {
  readonly url?: string
  /** In place of the address, which may be long: whether it has none. */
  readonly is_only_here?: number
}

const isOnlyHereColumn = `files.url = '' AS is_only_here`

/** Their values in the order of `shownColumns`, and whether it is only here: a page of named rows takes a third longer to be read and shown. */
type ShownValues = readonly unknown[]

function toShownRow(values: ShownValues): ShownRow {
  return {
    seq: values[0],
    file_id: values[1],
    submission_id: values[2],
    state: values[3],
    name: values[4],
    kind: values[5],
    model_id: values[6],
    prompt: values[7],
    media_type: values[8],
    bytes: values[9],
    width: values[10],
    height: values[11],
    duration_seconds: values[12],
    poster_path: values[13],
    failure: values[14],
    saved_at: values[15],
    sheet_id: values[16],
    is_refused: values[17],
    trashed_at: values[18],
    is_only_here: values[19],
  } as ShownRow
}

/** How many refused addresses of a file are kept, the newest ones. */
const refusedAtMost = 20
const refusedSchema = z.array(z.string())

/** The library's rows in SQLite, with prompts searched by FTS5. */
export function createSqliteFileCatalogue({
  database,
  labelOf,
  judgements,
  search = createSqliteLibrarySearch({ database, labelOf }),
  names = namesAsIds,
  now = Date.now,
}: {
  database: Database
  labelOf(modelId: string): string
  /** Null where an older library is read, which has none. */
  judgements: Pick<Judgements, 'of'> | null
  search?: LibrarySearch
  names?: FilterNames
  now?(): number
}): FileCatalogue {
  function one(fileId: string): FileRow | null {
    return (
      (database.prepare('SELECT * FROM files WHERE file_id = ?').get(fileId) as unknown as
        | FileRow
        | undefined) ?? null
    )
  }

  /** In the order of their numbers as given; those without a row are omitted. */
  function rowsOf(seqs: readonly number[]): ShownRow[] {
    const statement = database.prepare(
      `SELECT ${shownColumns.map((column) => `files.${column}`).join(', ')}, ${isOnlyHereColumn}
       FROM json_each(?) AS listed CROSS JOIN files ON files.seq = listed.value ORDER BY listed.key`,
    )
    statement.setReturnArrays(true)
    return (statement.all(JSON.stringify(seqs)) as unknown as ShownValues[]).map(toShownRow)
  }

  /** Their judgements and colors are read together. */
  function toViews(rows: readonly ShownRow[]): FileView[] {
    const found = judgements?.of(rows.map(({ file_id: fileId }) => fileId))
    const colors = colorsOf(rows)
    return rows.map((row) => viewOf(row, found?.get(row.file_id) ?? unjudged, colors.get(row.seq) ?? null))
  }

  function colorsOf(rows: readonly ShownRow[]): ReadonlyMap<number, number> {
    if (judgements === null) return new Map()
    const looks = database
      .prepare('SELECT seq, color FROM file_looks WHERE seq IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(rows.map(({ seq }) => seq)))
    return new Map(looks.map(({ seq, color }) => [Number(seq), Number(color)]))
  }

  function toView(row: ShownRow): FileView {
    return toViews([row])[0] ?? viewOf(row, unjudged, null)
  }

  function toItem(row: ShownRow, view = toView(row), isPlain = true): LibraryItem {
    return {
      ...view,
      key: row.seq,
      modelId: row.model_id,
      modelLabel: labelOf(row.model_id),
      prompt: row.prompt,
      savedAt: toIsoTime(row.saved_at ?? 0),
      trashedAt: row.trashed_at === null || row.trashed_at === undefined ? null : toIsoTime(row.trashed_at),
      sheet: isPlain && row.sheet_id !== null ? sheetOf(row.sheet_id) : null,
    }
  }

  /** The data of a sheet's tile: how many files it has, and the first of them. */
  function sheetOf(sheetId: string): NonNullable<LibraryItem['sheet']> {
    const inSheet = `sheet_id = ? AND state = 'saved'`
    const count = database.prepare(`SELECT count(*) AS n FROM files WHERE ${inSheet}`).get(sheetId)
    const first = database
      .prepare(`SELECT * FROM files WHERE ${inSheet} ORDER BY seq LIMIT ${mosaicFiles}`)
      .all(sheetId) as unknown as FileRow[]
    return { batchId: sheetId, files: Number(count?.n ?? 0), first: toViews(first) }
  }

  return {
    toFetch: () =>
      (
        database
          .prepare(`SELECT * FROM files WHERE state IN ('waiting', 'downloading') ORDER BY seq`)
          .all() as unknown as FileRow[]
      ).map(toFileToFetch),
    find(fileId) {
      const row = one(fileId)
      return row && toFileToFetch(row)
    },
    filesOf(submissionIds) {
      const found = new Map<string, FileView[]>()
      const query = database.prepare('SELECT * FROM files WHERE submission_id = ? ORDER BY ordinal')
      for (const id of submissionIds) found.set(id, toViews(query.all(id) as unknown as FileRow[]))
      return found
    },
    setUrl: (fileId, url) =>
      void database.prepare('UPDATE files SET url = ? WHERE file_id = ?').run(url, fileId),
    setFailed: (fileId, failure) =>
      void database
        .prepare(
          `UPDATE files SET state = ${failedState}, failure = ?, is_refused = 0
           WHERE file_id = ?`,
        )
        .run(writeReason(failure), fileId),
    setRefused(fileId, failure, refusedUrl) {
      const row = one(fileId)
      const refused = [...new Set([...(row ? readRefused(row) : []), refusedUrl])].slice(-refusedAtMost)
      database
        .prepare(
          `UPDATE files SET state = ${failedState}, failure = ?, is_refused = 1,
             refused_json = ? WHERE file_id = ?`,
        )
        .run(writeReason(failure), JSON.stringify(refused), fileId)
    },
    setWaiting(fileId) {
      database.transaction(() => {
        database
          .prepare(
            `UPDATE files SET state = 'waiting', failure = NULL, is_refused = 0
             WHERE file_id = ? AND (state = 'failed' OR state = 'saved' AND failure IS NOT NULL)`,
          )
          .run(fileId)
        const sheetId = one(fileId)?.sheet_id
        if (sheetId) putInFront(database, sheetId)
      })
    },
    setSaved(fileId, saved) {
      database.transaction(() => {
        database
          .prepare(
            `UPDATE files SET state = 'saved', failure = NULL, is_refused = 0, path = ?, name = ?, kind = ?, media_type = ?, bytes = ?,
               width = ?, height = ?, duration_seconds = coalesce(?, duration_seconds), sha256 = ?, saved_at = coalesce(saved_at, ?), sheet_id = (
                 SELECT batch_id FROM submissions JOIN sheets USING (batch_id)
                 WHERE submissions.submission_id = files.submission_id
               )
             WHERE file_id = ? AND trashed_at IS NULL AND (state <> 'saved' OR failure IS NOT NULL)`,
          )
          .run(
            saved.path,
            saved.name,
            saved.kind,
            saved.mediaType,
            saved.bytes,
            saved.measures.width,
            saved.measures.height,
            saved.measures.durationSeconds,
            saved.sha256,
            saved.savedAt,
            fileId,
          )
        const row = one(fileId)
        if (row?.sheet_id) putInFront(database, row.sheet_id)
        if (row) search.indexRows([row.seq])
      })
    },
    setPoster(fileId, { width, height, durationSeconds }, posterPath, look = null) {
      database.transaction(() => {
        database
          .prepare(
            `UPDATE files SET width = coalesce(?, width), height = coalesce(?, height),
               duration_seconds = coalesce(?, duration_seconds), poster_path = coalesce(?, poster_path) WHERE file_id = ?`,
          )
          .run(width, height, durationSeconds, posterPath, fileId)
        if (look === null) return
        database
          .prepare(
            `INSERT OR REPLACE INTO file_looks (seq, color, accent, hash_high, hash_low)
             SELECT seq, ?, ?, ?, ? FROM files WHERE file_id = ?`,
          )
          .run(look.color, look.accent, ...look.hash, fileId)
        const row = database.prepare('SELECT seq FROM files WHERE file_id = ?').get(fileId)
        if (row) nameColors(database, [Number(row.seq)])
      })
    },
    dropPoster: (fileId) =>
      void database.prepare('UPDATE files SET poster_path = NULL WHERE file_id = ?').run(fileId),
    stored(fileId) {
      const row = one(fileId)
      return row && isHere(row) ? toStored(row) : null
    },
    poster(fileId) {
      const row = one(fileId)
      if (!row || row.poster_path === null || row.sha256 === null) return null
      return stateOf(row) === 'deleted' ? null : { path: row.poster_path, sha256: row.sha256 }
    },
    savedWith(sha256) {
      const row = database
        .prepare(
          `SELECT * FROM files WHERE sha256 = ? AND state = 'saved' AND failure IS NULL ORDER BY seq DESC LIMIT 1`,
        )
        .get(sha256) as unknown as FileRow | undefined
      return row ? { fileId: row.file_id, submissionId: row.submission_id } : null
    },
    newestOf(modelId) {
      const row = database
        .prepare(
          `SELECT files.* FROM submissions JOIN files USING (submission_id)
           WHERE submissions.model_id = ? AND job_status = 'completed'
             AND files.state = 'saved' AND files.failure IS NULL
           ORDER BY ended_at DESC, submissions.seq DESC, ordinal LIMIT 1`,
        )
        .get(modelId) as unknown as FileRow | undefined
      return row ? toView(row) : null
    },
    item(fileId) {
      const row = one(fileId)
      return row && row.saved_at !== null ? toItem(row) : null
    },
    entries(keys) {
      const rows = database
        .prepare(
          `SELECT ${shownColumns.join(', ')}, ${isOnlyHereColumn} FROM files
           WHERE seq IN (SELECT value FROM json_each(?)) AND saved_at IS NOT NULL`,
        )
        .all(JSON.stringify(keys)) as unknown as ShownRow[]
      const views = toViews(rows)
      return rows.map((row, index) => toItem(row, views[index]))
    },
    list(query) {
      const { limit, cursor } = query
      const source = pageSource(query, { database, names, search, now })
      const after = source.after(cursor)
      const keys = database
        .prepare(
          `SELECT facets.seq AS page_seq, ${source.columns.map((column, at) => `${column} AS key_${at}`).join(', ')}
           FROM ${source.from} WHERE ${source.where} ${after ? `AND ${after.sql}` : ''} ORDER BY ${source.order} LIMIT ?`,
        )
        .all(...source.values, ...(after?.values ?? []), limit + 1)
      const page = keys.slice(0, limit)
      const last = page.at(-1)
      const rows = rowsOf(page.map(({ page_seq: seq }) => Number(seq)))
      const views = toViews(rows)
      return {
        items: rows.map((row, index) => toItem(row, views[index], source.isPlain)),
        nextCursor:
          last && keys.length > limit
            ? cursorOf(
                source.columns.map((_, at) => last[`key_${at}`]),
                sortOf(query),
              )
            : null,
      }
    },
    count(selection) {
      const { from, where, values } = selectedRows(selection, { database, names, search, now })
      return Number(database.prepare(`SELECT count(*) AS n FROM ${from} WHERE ${where}`).get(...values)?.n)
    },
    fileIdsOf: (seqs) =>
      database
        .prepare(
          `SELECT files.file_id FROM json_each(?) AS listed CROSS JOIN files ON files.seq = listed.value ORDER BY listed.key`,
        )
        .all(JSON.stringify(seqs))
        .map(({ file_id: fileId }) => String(fileId)),
  }
}

/**
 * The first file of a sheet that is here represents all of it: within the transaction that changes which files of it are.
 */
export function putInFront(database: Database, sheetId: string): void {
  database
    .prepare(
      `UPDATE files SET is_behind = 1 - is_behind
       WHERE sheet_id = ?1 AND state = 'saved'
         AND is_behind <> (seq > (SELECT min(seq) FROM files WHERE sheet_id = ?1 AND state = 'saved'))`,
    )
    .run(sheetId)
}

/** What is in the trash, or was deleted from it, stays that. */
const failedState = `CASE WHEN trashed_at IS NOT NULL THEN state WHEN saved_at IS NULL THEN 'failed' ELSE 'saved' END`

/** A saved row with a failure is one whose file is gone: it stays in the library, and says so. */
function isHere(row: Pick<FileRow, 'state' | 'failure'>): boolean {
  return (row.state === 'saved' || row.state === 'trashed') && row.failure === null
}

/** It was taken in from a folder, or its run is not known any more. */
function isOnlyHere(row: ShownRow): boolean {
  return row.saved_at !== null && (row.url === '' || row.is_only_here === 1)
}

/** A file's name before its type is known. */
export function withoutEnding(name: string): string {
  return name.replace(/\.[a-z0-9]+$/, '')
}

function viewOf(row: ShownRow, judgement: Judgement, color: number | null): FileView {
  return {
    fileId: row.file_id,
    submissionId: row.submission_id,
    state: row.state === 'saved' && !isHere(row) ? 'failed' : stateOf(row),
    kind: kindOf(row),
    mediaType: row.media_type,
    bytes: row.bytes,
    totalBytes: isHere(row) ? row.bytes : null,
    name: row.name,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    hasPoster: row.poster_path !== null,
    color,
    failure: row.failure === null ? null : readReason(row.failure),
    isRefused: row.is_refused === 1 && !isHere(row),
    ...(isOnlyHere(row) && { isOnlyHere: true as const }),
    missingBytes: null,
    retryAt: null,
    isSlow: false,
    judgement,
  }
}

const fileStates = fileStateSchema.options

/** An unknown state means that the file is not here. */
function stateOf({ state }: ShownRow): FileView['state'] {
  if (state === 'purging') return 'deleted'
  return fileStates.find((known) => known === state) ?? 'failed'
}

/** The kind in the row, else the one of its type. */
function kindOf({ kind, media_type: type }: ShownRow): MediaKind {
  const isOf = (one: MediaKind) => one === kind
  return mediaKinds.find(isOf) ?? mediaKinds.find((one) => type?.startsWith(`${one}/`)) ?? 'image'
}

function toFileToFetch(row: FileRow): FileToFetch {
  return {
    fileId: row.file_id,
    submissionId: row.submission_id,
    ordinal: row.ordinal,
    url: row.url,
    name: withoutEnding(row.name),
    refused: readRefused(row),
  }
}

/** An unreadable list refuses nothing: each address is still checked anew. */
function readRefused(row: FileRow): readonly string[] {
  try {
    return refusedSchema.parse(JSON.parse(row.refused_json))
  } catch {
    return []
  }
}

function toStored(row: FileRow): StoredFile | null {
  if (row.path === null || row.media_type === null || row.sha256 === null) return null
  return {
    path: row.path,
    name: row.name,
    mediaType: row.media_type,
    sha256: row.sha256,
    posterPath: row.poster_path,
    kind: row.kind as MediaKind,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    savedAt: row.saved_at ?? 0,
  }
}
