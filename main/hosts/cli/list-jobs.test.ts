import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { createSpyTerminal } from '../../testing/run-in-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { firstWords } from '../../words/choose-words.ts'
import { listJobs } from './list-jobs.ts'

async function open() {
  const terminal = createSpyTerminal()
  const dataFolder = temporaryFolder()
  const library = await openLibrary(join(dataFolder, 'library.sqlite'))
  const path = join(dataFolder, library.files.stored(library.saveFile({ bytes: 10 }))?.path ?? '')
  mkdirSync(dirname(path), { recursive: true })
  const list = () => listJobs({ dataFolder, limit: 10, state: undefined, words: firstWords, terminal })[0]
  return { path, list }
}

test('[LIB41] a file that is whole by its length is listed by its path', async () => {
  const { path, list } = await open()
  writeFileSync(path, '0123456789')
  expect(list()).toMatchObject({ files: [path], error: null })
})

test.each([
  ['cut', (path: string) => writeFileSync(path, '012'), '3 of its 10 bytes are there.'],
  ['longer', (path: string) => writeFileSync(path, '0'.repeat(20)), 'it has 20 bytes instead of 10.'],
  ['a link', (path: string) => symlinkSync('/etc/hosts', path), 'is a link, and Atelier follows no links.'],
  ['gone', () => undefined, 'The file is no longer in its place.'],
])('[LIB41] one that is %s is not, and the run says why', async (_, damage, sentence) => {
  const { path, list } = await open()
  damage(path)
  expect(list()).toMatchObject({
    files: [],
    error: { code: 'file_damaged', message: expect.stringContaining(sentence) },
  })
})

test.each([1, migrations.length - 1])(
  'runs of a library of format %i, which nothing has brought up to date, are listed as they are',
  (format) => {
    const dataFolder = temporaryFolder()
    const older = new DatabaseSync(join(dataFolder, 'library.sqlite'))
    older.exec(`BEGIN; ${migrations.slice(0, format).join('\n')}; PRAGMA user_version = ${format}; COMMIT`)
    older
      .prepare(
        `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
           estimate_json, charge_micro_usd, state, attempts, confirmed_at, updated_at)
         VALUES ('run', 'batch', 'i3', 'image', 'sandbox', '/i3', '{}', 'digest', '{"kind":"unlisted"}', 0, 'rejected', 1, 1, 1)`,
      )
      .run()
    older.close()
    const runs = listJobs({
      ...{ dataFolder, limit: 10, state: undefined, words: firstWords },
      terminal: createSpyTerminal(),
    })
    expect(runs).toMatchObject([{ submissionId: 'run', state: 'rejected' }])
  },
)
