import type { ImportedRows } from '../engine/restore/ports.ts'
import { createFileNumbers } from './file-numbers.ts'
import type { Database } from './sqlite-database.ts'
import { createSqliteFileCatalogue, withoutEnding } from './sqlite-file-catalogue.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'
import { noteRunInputs } from './sqlite-run-inputs.ts'
import { isImported } from './sqlite-submission-journal.ts'
import { createSqliteTags } from './sqlite-tags.ts'

interface ImportedRowsOptions {
  readonly database: Database
  labelOf(modelId: string): string
}

/**
 * Rows of files that were taken in from a folder. Their runs are over, of no account, and can’t be sent: what they cost is
 * shown with them and in no sum.
 */
export function createSqliteImportedRows({ database, labelOf }: ImportedRowsOptions): ImportedRows {
  // One transaction holds all of a file.
  const inside: Database = { ...database, transaction: (work) => work() }
  const judgements = createSqliteJudgements(inside)
  const tags = createSqliteTags(inside)
  const files = createSqliteFileCatalogue({ database: inside, labelOf, judgements })

  const numbers = createFileNumbers(database)

  /** The run that it was exported with, where that was taken in as well: files of one run stay together. */
  function runOf(submissionId: string | null, modelId: string): string | null {
    const row = database
      .prepare(
        `SELECT submission_id FROM submissions
         WHERE submission_id = ? AND model_id = ? AND ${isImported}`,
      )
      .get(submissionId, modelId)
    return row ? String(row.submission_id) : null
  }

  return {
    isKnown: (sha256, original) =>
      database
        .prepare(
          `SELECT 1 FROM files WHERE sha256 IN (?1, ?2) AND state IN ('saved', 'trashed') AND failure IS NULL
           UNION ALL SELECT 1 FROM imported_files JOIN files USING (file_id)
           WHERE original_sha256 IN (?1, ?2) AND state IN ('saved', 'trashed') AND failure IS NULL LIMIT 1`,
        )
        .get(sha256, original) !== undefined,
    missing(sha256, original) {
      const row = database
        .prepare(
          `SELECT file_id FROM files WHERE sha256 IN (?1, ?2) AND state = 'saved' AND failure IS NOT NULL
           UNION ALL SELECT file_id FROM imported_files JOIN files USING (file_id)
           WHERE original_sha256 IN (?1, ?2) AND state = 'saved' AND failure IS NOT NULL LIMIT 1`,
        )
        .get(sha256, original)
      return row ? String(row.file_id) : null
    },
    putBack: (fileId, saved) =>
      database.transaction(() => {
        const isMissing = database
          .prepare(`SELECT 1 FROM files WHERE file_id = ? AND state = 'saved' AND failure IS NOT NULL`)
          .get(fileId)
        if (isMissing) files.setSaved(fileId, saved)
        return isMissing !== undefined
      }),
    hasFile: (fileId) => database.prepare('SELECT 1 FROM files WHERE file_id = ?').get(fileId) !== undefined,
    add({ fileId, submissionId, modelId, prompt, restored, carried, saved, at }) {
      database.transaction(() => {
        const original = carried?.submissionId ?? null
        const isFree =
          original !== null &&
          !database.prepare('SELECT 1 FROM submissions WHERE submission_id = ?').get(original)
        const run = runOf(original, modelId) ?? addRun(isFree ? original : submissionId)
        const ordinal = database
          .prepare('SELECT coalesce(max(ordinal) + 1, 0) AS next FROM files WHERE submission_id = ?')
          .get(run)
        database
          .prepare(
            `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
             VALUES (?, ?, ?, ?, '', 'waiting', ?, ?, ?, ?)`,
          )
          .run(
            numbers.from(saved.savedAt),
            fileId,
            run,
            Number(ordinal?.next),
            withoutEnding(saved.name),
            saved.kind,
            modelId,
            prompt,
          )
        database
          .prepare('INSERT INTO imported_files (file_id, original_sha256, imported_at) VALUES (?, ?, ?)')
          .run(fileId, carried?.sha256 ?? null, at)
        const { rating, flag, label, isFavorite } = restored
        judgements.judge([{ fileIds: [fileId], rating, flag, label, isFavorite }], at)
        tags.change(tagsOf(restored.tags).map((name) => ({ name, fileIds: [fileId], isOn: true })))
        if (restored.note !== '') tags.setNote(fileId, restored.note.slice(0, mostOfNote), at)
        files.setSaved(fileId, saved)
      })

      function addRun(id: string): string {
        const settled = carried?.settled ?? null
        const price = settled === null || settled.kind === 'unlisted' ? null : settled.microUsd
        const { lastInsertRowid } = database
          .prepare(
            `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
               estimate_json, state, confirmed_at, updated_at, ended_at, job_status, settled_json, settled_micro_usd, settled_kind)
             VALUES (?, ?, ?, ?, '', '', ?, '', '{"kind":"unlisted"}', 'closed', ?, ?, ?, 'completed', ?, ?, ?)`,
          )
          .run(
            id,
            id,
            modelId,
            saved.kind,
            JSON.stringify(restored.values),
            timeOf(carried?.confirmedAt, saved.savedAt),
            at,
            timeOf(carried?.completedAt, saved.savedAt),
            settled === null ? '{"kind":"unlisted"}' : JSON.stringify(settled),
            price,
            settled?.kind ?? 'unlisted',
          )
        noteRunInputs(database, restored.values, Number(lastInsertRowid))
        return id
      }
    },
  }
}

const mostOfNote = 10_000
const mostTags = 100
const mostOfTag = 100

function tagsOf(tags: readonly string[]): string[] {
  const names = tags.map((tag) => tag.replace(/\s+/g, ' ').trim().slice(0, mostOfTag).trim())
  return [...new Set(names.filter((name) => name !== ''))].slice(0, mostTags)
}

function timeOf(said: string | null | undefined, otherwise: number): number {
  return said ? Date.parse(said) : otherwise
}
