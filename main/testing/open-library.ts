import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../infra/sqlite-file-catalogue.ts'
import { createSqliteJudgements } from '../infra/sqlite-judgements.ts'
import { createSqliteSubmissionJournal } from '../infra/sqlite-submission-journal.ts'
import { createSqliteTags } from '../infra/sqlite-tags.ts'
import { openMigratedDatabase } from './migrated-library.ts'
import { sampleJob, sampleSubmission } from './sample-submission.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A library in a folder of its own, with helpers to write and read it. */
export async function openLibrary(path = join(temporaryFolder(), 'library.sqlite')) {
  const database: Database = await openMigratedDatabase(path)
  // No test of these ends the machine: waiting for the disk at each of hundreds of commits took seconds on a busy one.
  database.prepare('PRAGMA synchronous = OFF').run()
  onTestFinished(async () => {
    await database.idle()
    database.close()
  })
  const journal = createSqliteSubmissionJournal(database)
  const files = createSqliteFileCatalogue({
    database,
    labelOf: (modelId) => `Model ${modelId}`,
    judgements: createSqliteJudgements(database),
  })
  let count = 0

  /** Writes a completed run with one awaited file; returns the file's id. */
  function addFile(sample: FileSample = {}): string {
    return addFiles(1, sample)[0] ?? ''
  }

  /** The same with several files. */
  function addFiles(
    wanted: number,
    { prompt = 'a quiet sea', modelId = 'i3', kind = 'image' }: FileSample = {},
  ) {
    const submission = sampleSubmission({ values: { prompt }, modelId, kind })
    journal.insert([submission])
    const files = Array.from({ length: wanted }, (_, ordinal) => {
      count += 1
      return {
        fileId: `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`,
        ordinal,
        url: `https://service.example/results/${count}`,
        name: `2026-11-20-file-${count}`,
      }
    })
    journal.saveEnd({ ...submission, state: 'accepted', job: sampleJob({ status: 'completed' }) }, files)
    return files.map(({ fileId }) => fileId)
  }

  /** The same with its file saved. */
  function saveFile({
    bytes = 400,
    size = { width: 640, height: 360 },
    ...sample
  }: SavedSample = {}): string {
    const fileId = addFile(sample)
    files.setSaved(fileId, {
      path: `media/2026-11/file-${count}.png`,
      name: `file-${count}.png`,
      kind: sample.kind ?? 'image',
      mediaType: 'image/png',
      bytes,
      sha256: count.toString(16).padStart(64, '0'),
      savedAt: Date.parse('2026-11-20T12:00:00Z') + count,
      measures: { width: null, height: null, ...size, durationSeconds: null },
    })
    return fileId
  }

  return { database, journal, files, tags: createSqliteTags(database), addFile, addFiles, saveFile }
}

interface SavedSample extends FileSample {
  readonly bytes?: number
  /** The pixel size in its headers; null where it was not read. */
  readonly size?: { readonly width: number; readonly height: number } | null
}

interface FileSample {
  readonly prompt?: string
  readonly modelId?: string
  readonly kind?: 'image' | 'video' | 'audio'
}
