import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import {
  isHome,
  openTestService,
  openTestStudio,
  type TestStudio,
  type TestStudioOptions,
} from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes.
vi.setConfig({ testTimeout: 60_000 })

const unlisted: Estimate = { kind: 'unlisted' }

async function open() {
  const [service, own] = await Promise.all([openTestService(), openTestService({ speed: 5, control: true })])
  onTestFinished(async () => {
    await Promise.all([service.close(), own.close()])
  })
  const folder = temporaryFolder()
  const start = (options: Pick<TestStudioOptions, 'whileUnconnected'> = {}) =>
    openTestStudio({ folder, service, ...options })
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

/** Removes the one file from this folder's library and gives it the address of a sandbox that ended. */
function forgetFile(folder: string, state: 'waiting' | 'failed'): void {
  const database = new DatabaseSync(join(folder, 'library.sqlite'))
  database.exec(`
    UPDATE files SET url = 'http://127.0.0.1:9/results/gone', state = '${state}', path = NULL, saved_at = NULL,
      name = 'fetched-anew'`)
  database.close()
}

test('[ACC10] a job of another account is followed to its files, whichever account is active', async () => {
  const { own, start } = await open()
  const studio = await start()
  onTestFinished(() => studio.close())
  await studio.call('accounts.connect', { baseUrl: own.url, key: own.key, consent: true })
  const submissionId = await confirm(studio)
  await studio.until(submissionId, ({ state }) => state === 'accepted')
  await studio.call('accounts.use', { accountId: 'sandbox' })
  expect(await studio.until(submissionId, isHome)).toMatchObject({ absentAccount: null })
  expect(own.posts).toHaveLength(1)
})

test('[LIB29] a run whose account can’t be asked says so, and is downloaded once it can be again', async () => {
  const { own, start } = await open()
  const studio = await start()
  onTestFinished(() => studio.close())
  const connect = () => studio.call('accounts.connect', { baseUrl: own.url, key: own.key, consent: true })
  await connect()
  await own.control('faults', { request: { kind: 'status', path: '/jobs/', status: 503, times: 0 } })
  const submissionId = await confirm(studio)
  await studio.until(submissionId, ({ state }) => state === 'accepted')
  await studio.call('accounts.use', { accountId: 'sandbox' })
  await studio.call('accounts.remove', { accountId: own.url })
  const away = await studio.until(submissionId, ({ absentAccount }) => absentAccount !== null)
  expect(away).toMatchObject({ state: 'accepted', absentAccount: own.url })
  await own.control('faults', {})
  await connect()
  expect(await studio.until(submissionId, isHome)).toMatchObject({ absentAccount: null })
  expect(own.posts).toHaveLength(1)
})

test('[LIB30] a file of the sandbox with the address of an earlier process is still downloaded', async () => {
  const { folder, start } = await open()
  const first = await start()
  const submissionId = await confirm(first)
  await first.until(submissionId, isHome)
  await first.close()
  forgetFile(folder, 'waiting')
  const second = await start()
  onTestFinished(() => second.close())
  const { files } = await second.until(submissionId, isHome)
  expect(files).toMatchObject([{ state: 'saved', name: 'fetched-anew.png', isRefused: false }])
})

test('[LIB29] a file requested before the connection is open is downloaded once it is', async () => {
  const { folder, start } = await open()
  const first = await start()
  const submissionId = await confirm(first)
  const { files } = await first.until(submissionId, isHome)
  const fileId = files[0]?.fileId ?? ''
  await first.close()
  forgetFile(folder, 'failed')
  const second = await start({
    async whileUnconnected({ procedures, events }) {
      const isResting = new Promise<void>((resolve) => {
        onTestFinished(
          events.subscribe((event) => {
            const file = event.name === 'submission.changed' ? event.payload.files[0] : null
            if (file?.state === 'waiting' && file.failure !== null) resolve()
          }),
        )
      })
      await procedures('library.fetchAgain', { fileId })
      await isResting
    },
  })
  onTestFinished(() => second.close())
  expect(await second.until(submissionId, isHome)).toMatchObject({ files: [{ state: 'saved' }] })
})

test('[JOB71] what was priced at one account is never sent at another', async () => {
  const { own, start } = await open()
  const studio = await start()
  onTestFinished(() => studio.close())
  const run = { modelId: 'i3', values: { prompt: 'a quiet sea at dusk' }, estimate: unlisted }
  const confirmFor = (account: string) =>
    studio.call('jobs.confirm', { submissionIds: [crypto.randomUUID()], ...run, account })
  await studio.call('accounts.connect', { baseUrl: own.url, key: own.key, consent: true })
  expect(await confirmFor('sandbox')).toMatchObject({
    ok: false,
    error: { cause: { code: 'account_changed' } },
  })
  expect(own.posts).toEqual([])
  expect(await confirmFor(own.url)).toMatchObject({ ok: true, value: [{ account: own.url }] })
})
