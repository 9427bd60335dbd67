import { join } from 'node:path'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../../main/infra/sqlite-file-catalogue.ts'
import { createSqliteJudgements } from '../../main/infra/sqlite-judgements.ts'
import { createSqliteSubmissionJournal } from '../../main/infra/sqlite-submission-journal.ts'
import { sampleJob, sampleSubmission } from '../../main/testing/sample-submission.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const rounds = 15
const files = 1_000

/** What the selection of a large grid waits for. */
export const filesRated: Row = {
  what: 'a thousand files rated',
  unit: 'ms',
  baselineIs: 'bare upserts of the same rows in one transaction',
  oursIs: 'the ratings written, with what was before, for the undo',
  aim: { kind: 'limit', atMost: 100 },
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const bare = await openDatabase(join(folder, 'bare.sqlite'))
      const database = await openDatabase(join(folder, 'library.sqlite'))
      const fileIds = saveFiles(database)
      const judgements = createSqliteJudgements(database)
      const upsert =
        bare.prepare(`INSERT INTO judgements (file_id, file_seq, rating, written_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (file_id) DO UPDATE SET rating = excluded.rating, written_at = excluded.written_at`)
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const rating = 1 + (round % 5)
        const write = () => {
          for (const [seq, fileId] of fileIds.entries()) upsert.run(fileId, seq, rating, round)
        }
        baseline.push(millisecondsOf(() => bare.transaction(write)))
        ours.push(millisecondsOf(() => judgements.judge([{ fileIds, rating }], round)))
      }
      await Promise.all([bare.idle(), database.idle()])
      bare.close()
      database.close()
      return { baseline, ours }
    }),
}

function saveFiles(database: Awaited<ReturnType<typeof openDatabase>>): string[] {
  const journal = createSqliteSubmissionJournal(database)
  const catalogue = createSqliteFileCatalogue({ database, labelOf: (modelId) => modelId, judgements: null })
  const fileIds = Array.from({ length: files }, () => crypto.randomUUID())
  const submission = sampleSubmission()
  journal.insert([submission])
  const awaited = fileIds.map((fileId, ordinal) => ({
    fileId,
    ordinal,
    url: 'https://x.example',
    name: fileId,
  }))
  journal.saveEnd({ ...submission, state: 'accepted', job: sampleJob({ status: 'completed' }) }, awaited)
  for (const [index, fileId] of fileIds.entries()) {
    catalogue.setSaved(fileId, {
      path: `media/${fileId}.png`,
      name: `${fileId}.png`,
      kind: 'image',
      mediaType: 'image/png',
      bytes: 1,
      sha256: String(index).padStart(64, '0'),
      savedAt: index,
      measures: { width: 1, height: 1, durationSeconds: null },
    })
  }
  return fileIds
}

function millisecondsOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
