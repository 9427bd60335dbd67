import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A run's row on the disk. */
export interface RunAtRest {
  readonly run: string
  readonly submissionId: string
  readonly state: string
  readonly jobId: string | null
}

interface FileAtRest {
  readonly jobId: string
  readonly ordinal: number
  readonly state: string
  readonly path: string | null
  readonly sha256: string | null
}

export interface LibraryAtRest {
  readonly runs: readonly RunAtRest[]
  readonly files: readonly FileAtRest[]
  /** SQLite's damage report, each in a sentence. */
  readonly damage: readonly string[]
}

/**
 * Reads a library that no process has open, from a copy, so that the next process finds it unchanged. Null
 * where there is none yet.
 */
export function readLibraryAtRest(dataFolder: string): LibraryAtRest | null {
  const source = join(dataFolder, 'library.sqlite')
  if (!existsSync(source)) return null
  const folder = mkdtempSync(join(tmpdir(), 'atelier-at-rest-'))
  for (const ending of ['', '-wal'])
    if (existsSync(source + ending)) copyFileSync(source + ending, join(folder, `library.sqlite${ending}`))
  const database = new DatabaseSync(join(folder, 'library.sqlite'))
  try {
    return readCopy(database)
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}

function readCopy(database: DatabaseSync): LibraryAtRest | null {
  const verdicts = database.prepare('PRAGMA integrity_check').all()
  const orphans = database.prepare('PRAGMA foreign_key_check').all()
  const damage = [
    ...verdicts.flatMap(({ integrity_check: verdict }) => (verdict === 'ok' ? [] : [String(verdict)])),
    ...orphans.map(({ table, rowid }) => `Row ${rowid} of ${table} names a row that is not there.`),
  ]
  const hasTables = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'files'`).get()
  if (!hasTables) return damage.length === 0 ? null : { runs: [], files: [], damage }
  return {
    runs: database
      .prepare('SELECT submission_id, state, job_id, values_json FROM submissions ORDER BY seq')
      .all()
      .map((row) => ({
        run: /"prompt":"(run-\d+) /.exec(String(row.values_json))?.[1] ?? '',
        submissionId: String(row.submission_id),
        state: String(row.state),
        jobId: row.job_id === null ? null : String(row.job_id),
      })),
    files: database
      .prepare(
        'SELECT job_id, ordinal, files.state, files.path, sha256 FROM files JOIN submissions USING (submission_id)',
      )
      .all()
      .map((row) => ({
        jobId: String(row.job_id),
        ordinal: Number(row.ordinal),
        state: String(row.state),
        path: row.path === null ? null : String(row.path),
        sha256: row.sha256 === null ? null : String(row.sha256),
      })),
    damage,
  }
}

/** Saved rows whose file is missing or incomplete, compared with what the service sent. */
export function findBrokenFiles(
  dataFolder: string,
  { files }: LibraryAtRest,
  digests: (jobId: string) => readonly string[],
): string[] {
  return files.flatMap(({ jobId, ordinal, state, path, sha256 }) => {
    if (state !== 'saved') return []
    const full = join(dataFolder, path ?? '')
    if (path === null || !existsSync(full)) return [`The saved file ${path} is not there.`]
    const found = createHash('sha256').update(readFileSync(full)).digest('hex')
    const isWhole = found === sha256 && found === digests(jobId)[ordinal]
    return isWhole ? [] : [`The saved file ${path} is not what the service gave.`]
  })
}

/** Files in the library's folders without a row, and parts of downloads. */
export function findOrphans(dataFolder: string, { files }: LibraryAtRest): string[] {
  const known = new Set(files.map(({ path }) => path))
  const media = listFiles(dataFolder, 'media').filter((path) => !known.has(path))
  return [...media, ...listFiles(dataFolder, 'incoming')].map((path) => `${path} belongs to no row.`)
}

function listFiles(dataFolder: string, folder: string): string[] {
  const full = join(dataFolder, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dataFolder.length + 1)
        .replaceAll('\\', '/'),
    )
}
