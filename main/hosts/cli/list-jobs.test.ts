import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
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
