import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestService, openTestStudio, type TestStudio } from './testing/test-studio.ts'

const unlisted: Estimate = { kind: 'unlisted' }

async function open() {
  const [service, own] = await Promise.all([openTestService(), openTestService({ speed: 5 })])
  onTestFinished(async () => {
    await Promise.all([service.close(), own.close()])
  })
  const folder = temporaryFolder()
  const start = () => openTestStudio({ folder, service })
  return { own, folder, start }
}

async function confirm(studio: TestStudio): Promise<string> {
  const submissionId = crypto.randomUUID()
  const values = { prompt: 'a quiet sea at dusk' }
  await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values,
    estimate: unlisted,
  })
  return submissionId
}

test('[LIB29] a run whose service is not the connected one says so, and comes home once it is again', async () => {
  const { own, start } = await open()
  const studio = await start()
  onTestFinished(() => studio.close())
  const connect = () => studio.call('service.connect', { baseUrl: own.url, key: own.key, consent: true })
  await connect()
  const submissionId = await confirm(studio)
  await studio.until(submissionId, ({ state }) => state === 'accepted')
  await studio.call('service.useSandbox', {})
  const away = await studio.until(submissionId, ({ absentAccount }) => absentAccount !== null)
  expect(away).toMatchObject({ state: 'accepted', absentAccount: own.url })
  await connect()
  expect(await studio.until(submissionId, isHome)).toMatchObject({ absentAccount: null })
  expect(own.posts).toHaveLength(1)
})

test('[LIB30] a file of the sandbox whose address is that of an earlier process of it comes all the same', async () => {
  const { folder, start } = await open()
  const first = await start()
  const submissionId = await confirm(first)
  await first.until(submissionId, isHome)
  await first.close()
  const database = new DatabaseSync(join(folder, 'library.sqlite'))
  database.exec(`
    INSERT INTO file_search (file_search, rowid, prompt) SELECT 'delete', seq, prompt FROM files;
    UPDATE files SET url = 'http://127.0.0.1:9/results/gone', state = 'waiting', path = NULL, saved_at = NULL,
      name = 'fetched-anew'`)
  database.close()
  const second = await start()
  onTestFinished(() => second.close())
  const { files } = await second.until(submissionId, isHome)
  expect(files).toMatchObject([{ state: 'saved', name: 'fetched-anew.png', isRefused: false }])
})
