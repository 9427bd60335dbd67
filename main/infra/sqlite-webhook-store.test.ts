import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryEntry } from '../../shared/bridge/webhook-views.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './sqlite-database.ts'
import { createSqliteWebhookStore } from './sqlite-webhook-store.ts'

async function open() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database, journal } = await openLibrary(path)
  const run = sampleSubmission()
  journal.insert([run])
  const store = createSqliteWebhookStore(database)
  const hint = {
    serviceId: 'sandbox',
    requestId: 'r-1',
    submissionId: run.submissionId,
    jobId: crypto.randomUUID(),
  }
  return { path, database, store, hint }
}

function entry(changes: Partial<DeliveryEntry> = {}): DeliveryEntry {
  return {
    at: '2026-11-20T12:00:00.000Z',
    outcome: 'taken',
    status: 204,
    detail: null,
    requestId: null,
    submissionId: null,
    ...changes,
  }
}

test('[HOOK10] a request id counts once, within one turn and after', async () => {
  const { store, hint } = await open()
  const outcomes = await Promise.all([
    store.take(hint, 1),
    store.take(hint, 1),
    store.take({ ...hint, requestId: 'r-2' }, 1),
  ])
  expect(outcomes).toEqual(['taken', 'repeated', 'taken'])
  expect(await store.take(hint, 2)).toBe('repeated')
  expect(await store.take({ ...hint, serviceId: 'https://other.example' }, 2)).toBe('taken')
})

test('[HOOK10] what was answered as taken is there for another process at once', async () => {
  const { path, store, hint } = await open()
  await store.take(hint, 1)
  const other = await openDatabase(path)
  onTestFinished(() => other.close())
  expect(createSqliteWebhookStore(other).open()).toEqual([hint])
})

test('a hint that can’t be written rejects, alone or with those beside it', async () => {
  const { store, hint } = await open()
  const strange = { ...hint, requestId: 'r-2', submissionId: 'no such run' }
  const outcomes = await Promise.allSettled([store.take(hint, 1), store.take(strange, 1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(store.open()).toEqual([])
})

test('[HOOK13] hints stay open until they are settled, the oldest first', async () => {
  const { store, hint } = await open()
  const later = { ...hint, requestId: 'a-later' }
  await store.take(hint, 1)
  await store.take(later, 2)
  expect(store.open()).toEqual([hint, later])
  store.settle(hint, 3)
  expect(store.open()).toEqual([later])
})

test('[HOOK17] the log gives back what it was given, the newest first, and keeps 500', async () => {
  const { store, database } = await open()
  const refused = entry({
    outcome: 'header_missing',
    status: 401,
    detail: 'X-A',
    requestId: 'r',
    submissionId: 's',
  })
  for (let index = 0; index < 700; index += 1) store.add(entry({ status: index }))
  store.add(refused)
  expect(store.list(2)).toMatchObject([refused, entry({ status: 699 })])
  for (let index = 0; index < 700; index += 1) {
    store.add(entry({ status: index }))
    store.flush()
  }
  expect(store.list(1_000).length).toBe(500)
  expect(Number(database.prepare('SELECT count(*) AS n FROM webhook_log').get()?.n)).toBe(500)
})

test('the secret is the library’s own and stays', async () => {
  const first = await open()
  expect(createSqliteWebhookStore(first.database).secret).toEqual(first.store.secret)
  const second = await open()
  expect(first.store.secret.length).toBe(32)
  expect(second.store.secret).not.toEqual(first.store.secret)
})
