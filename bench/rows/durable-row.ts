import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../main/infra/sqlite-submission-journal.ts'
import { sampleJob, sampleSubmission } from '../../main/testing/sample-submission.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const rounds = 15
const timesARound = 100
const pageBytes = 4_096
const pages = 64

/** The cost of a paid run's step until it is on the disk. */
export const durableRow: Row = {
  what: 'one durable row',
  unit: 'µs',
  baselineIs: 'a page overwritten and flushed (fdatasync), by hand',
  oursIs: 'a run’s acceptance written to the journal, flushed (FULL)',
  aim: { kind: 'ratio', atMost: 1.6 },
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const overwrite = openBare(join(folder, 'bare'))
      const journal = await openJournal(join(folder, 'library.sqlite'))
      // A log that has been written back once is overwritten from then on, as in a studio in use.
      for (let warm = 0; warm < 12; warm += 1) {
        microsecondsOfEach(journal.write)
        await journal.idle()
      }
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        baseline.push(microsecondsOfEach(overwrite.write))
        ours.push(microsecondsOfEach(journal.write))
        await journal.idle()
      }
      overwrite.close()
      journal.close()
      return { baseline, ours }
    }),
}

function openBare(path: string) {
  const file = openSync(path, 'w')
  const page = Buffer.alloc(pageBytes, 7)
  for (let at = 0; at < pages; at += 1) writeSync(file, page, 0, pageBytes, at * pageBytes)
  fdatasyncSync(file)
  return {
    write(count: number) {
      writeSync(file, page, 0, pageBytes, (count % pages) * pageBytes)
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}

async function openJournal(path: string) {
  const database = await openDatabase(path)
  const journal = createSqliteSubmissionJournal(database)
  const runs = Array.from({ length: timesARound }, () => sampleSubmission())
  journal.insert(runs)
  return {
    write(count: number) {
      const run = runs[count]
      if (run) journal.save({ ...run, state: 'accepted', job: sampleJob(), sentAt: count })
    },
    idle: database.idle,
    close: () => database.close(),
  }
}

function microsecondsOfEach(write: (count: number) => void): number {
  const startedAt = performance.now()
  for (let count = 0; count < timesARound; count += 1) write(count)
  return ((performance.now() - startedAt) * 1_000) / timesARound
}
