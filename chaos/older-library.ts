import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../main/infra/sqlite-migrations.ts'

const runs = 60

/** The columns of a run and its file that every format has had. */
const kept = `
  SELECT submission_id, batch_id, submissions.model_id, submissions.state, values_json, body_sha256, estimate_json, job_json, sent_at,
    file_id, files.path AS place, sha256, bytes, saved_at, attempt
  FROM submissions JOIN files USING (submission_id) JOIN attempts USING (submission_id) ORDER BY submissions.seq`

/** Writes a library as left by the Atelier of this format: completed runs, each with its file. */
export function writeOlderLibrary(dataFolder: string, format: number): void {
  mkdirSync(join(dataFolder, 'media', '2026-11'), { recursive: true })
  const database = new DatabaseSync(join(dataFolder, 'library.sqlite'))
  database.exec('PRAGMA journal_mode = WAL')
  for (const sql of migrations.slice(0, format)) database.exec(sql)
  database.exec(`PRAGMA user_version = ${format}; BEGIN`)
  for (let index = 0; index < runs; index += 1) writeRun(database, dataFolder, index)
  database.exec('COMMIT')
  database.close()
}

function writeRun(database: DatabaseSync, dataFolder: string, index: number): void {
  const id = (kind: number) => `00000000-0000-4000-8000-${kind}${String(index).padStart(11, '0')}`
  const [submissionId, batchId, jobId, fileId] = [id(1), id(2), id(3), id(4)]
  const at = Date.parse('2026-11-02T12:00:00Z') + index * 1000
  const completedAt = new Date(at + 500).toISOString()
  const values = JSON.stringify({ prompt: `run-${index} a quiet sea` })
  const job = {
    job_id: jobId,
    status: 'completed',
    created_at: new Date(at).toISOString(),
    completed_at: completedAt,
    progress: 1,
    result: { urls: ['http://127.0.0.1:9/gone.png'] },
    error: null,
  }
  database
    .prepare(
      `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
         estimate_json, state, attempts, confirmed_at, updated_at, sent_at, job_id, job_json, job_status, ended_at)
       VALUES (?, ?, 'i3', 'image', 'http://127.0.0.1:9', '/generate/image/chaos/i3', ?, ?, '{"kind":"unlisted"}',
         'accepted', 1, ?, ?, ?, ?, ?, 'completed', ?)`,
    )
    .run(submissionId, batchId, values, sha256Of(values), at, at, at, jobId, JSON.stringify(job), at + 500)
  database
    .prepare('INSERT INTO attempts (submission_id, attempt, started_at) VALUES (?, 1, ?)')
    .run(submissionId, at)
  const content = Buffer.alloc(900 + index, index)
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const name = `2026-11-02-i3-run-${index}-${fileId.slice(-8)}.png`
  writeFileSync(join(dataFolder, 'media', '2026-11', name), content)
  database
    .prepare(
      `INSERT INTO files (file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt, path, media_type,
         bytes, sha256, saved_at)
       VALUES (?, ?, 0, 'http://127.0.0.1:9/gone.png', 'saved', ?, 'image', 'i3', ?, ?, 'image/png', ?, ?, ?)`,
    )
    .run(
      fileId,
      submissionId,
      name,
      `run-${index} a quiet sea`,
      `media/2026-11/${name}`,
      content.length,
      sha256Of(content),
      at,
    )
  database
    .prepare('INSERT INTO file_search (rowid, prompt) SELECT seq, prompt FROM files WHERE file_id = ?')
    .run(fileId)
}

/** Everything that a migration must preserve, with the format and SQLite's damage report. */
export function describeLibrary(dataFolder: string): { format: number; damage: unknown; rows: string } {
  const database = new DatabaseSync(join(dataFolder, 'library.sqlite'))
  try {
    const format = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    const damage = database.prepare('PRAGMA integrity_check').get()?.integrity_check
    return { format, damage, rows: JSON.stringify(database.prepare(kept).all()) }
  } finally {
    database.close()
  }
}

function sha256Of(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
