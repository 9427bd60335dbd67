import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../infra/sqlite-file-catalogue.ts'
import { createSqliteSubmissionJournal } from '../infra/sqlite-submission-journal.ts'
import { sampleJob, sampleSubmission } from './sample-submission.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A library in a folder of its own, with what is written and what is found in it. */
export async function openLibrary(path = join(temporaryFolder(), 'library.sqlite')) {
  const database: Database = await openDatabase(path)
  onTestFinished(() => database.close())
  const journal = createSqliteSubmissionJournal(database)
  const files = createSqliteFileCatalogue({ database, labelOf: (modelId) => `Model ${modelId}` })
  let count = 0

  /** Writes a completed run with one file on its way; answers the file's id. */
  function addFile({ prompt = 'a quiet sea', modelId = 'i3', kind = 'image' }: FileSample = {}): string {
    const submission = sampleSubmission({ values: { prompt }, modelId, kind })
    journal.insert([submission])
    count += 1
    const fileId = `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
    const url = `https://service.example/results/${count}`
    journal.saveEnd({ ...submission, state: 'accepted', job: sampleJob({ status: 'completed' }) }, [
      { fileId, ordinal: 0, url, name: `file-${count}` },
    ])
    return fileId
  }

  /** The same with its file here. */
  function saveFile(sample: FileSample = {}): string {
    const fileId = addFile(sample)
    files.setSaved(fileId, {
      path: `media/2026-11/file-${count}.png`,
      name: `file-${count}.png`,
      kind: sample.kind ?? 'image',
      mediaType: 'image/png',
      bytes: 400,
      sha256: count.toString(16).padStart(64, '0'),
      savedAt: Date.parse('2026-11-20T12:00:00Z') + count,
    })
    return fileId
  }

  return { database, journal, files, addFile, saveFile }
}

interface FileSample {
  readonly prompt?: string
  readonly modelId?: string
  readonly kind?: 'image' | 'video' | 'audio'
}
