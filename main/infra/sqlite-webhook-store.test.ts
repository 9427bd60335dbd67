import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryEntry } from '../../shared/bridge/webhook-views.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './sqlite-database.ts'
import { createSqliteWebhookStore } from './sqlite-webhook-store.ts'

async function open() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database, journal } = await openLibrary(path)
  const run = sampleSubmission()
  journal.insert([run])
  const store = createSqliteWebhookStore(database)
  const delivery = {
    serviceId: 'sandbox',
    requestId: 'r-1',
    submissionId: run.submissionId,
    jobId: crypto.randomUUID(),
  }
  return { path, database, journal, store, delivery }
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
  const { store, delivery } = await open()
  const outcomes = await Promise.all([
    store.take(delivery, 1, 'open'),
    store.take(delivery, 1, 'open'),
    store.take({ ...delivery, requestId: 'r-2' }, 1, 'open'),
  ])
  expect(outcomes).toEqual(['taken', 'repeated', 'taken'])
  expect(await store.take(delivery, 2, 'open')).toBe('repeated')
  expect(await store.take({ ...delivery, serviceId: 'https://other.example' }, 2, 'open')).toBe('taken')
})

test('[HOOK10] a delivery reported as written is visible to another process at once', async () => {
  const { path, store, delivery } = await open()
  await store.take(delivery, 1, 'open')
  const other = await openDatabase(path)
  onTestFinished(() => other.close())
  expect(createSqliteWebhookStore(other).open()).toEqual([{ ...delivery, takenAt: 1 }])
})

test('a delivery that can’t be written rejects, alone or with those beside it', async () => {
  const { store, delivery } = await open()
  const strange = { ...delivery, requestId: 'r-2', submissionId: 'no such run' }
  const outcomes = await Promise.allSettled([store.take(delivery, 1, 'open'), store.take(strange, 1, 'open')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(store.open()).toEqual([])
})

test('[HOOK13] deliveries stay open until they are settled, the oldest first', async () => {
  const { store, delivery } = await open()
  const later = { ...delivery, requestId: 'a-later' }
  await store.take(delivery, 1, 'open')
  await store.take(later, 2, 'open')
  expect(store.open()).toEqual([
    { ...delivery, takenAt: 1 },
    { ...later, takenAt: 2 },
  ])
  store.settle(delivery, 3)
  expect(store.open()).toEqual([{ ...later, takenAt: 2 }])
})

test('[HOOK17] the log returns its entries, the newest first, and keeps 500', async () => {
  const { store, database } = await open()
  const refused = entry({
    outcome: 'header_missing',
    status: 401,
    detail: 'X-A',
    requestId: 'r',
    submissionId: 's',
  })
  for (let index = 0; index < 700; index += 1) store.add(entry({ status: index, submissionId: 's' }))
  store.add(refused)
  expect(store.list(2)).toMatchObject([refused, entry({ status: 699, submissionId: 's' })])
  for (let index = 0; index < 700; index += 1) {
    store.add(entry({ status: index, submissionId: 's' }))
    store.flush()
  }
  expect(store.list(1_000).length).toBe(500)
  expect(Number(database.prepare('SELECT count(*) AS n FROM webhook_log').get()?.n)).toBe(500)
})

test('[HOOK21] strangers’ requests push out of the log nothing that names a run', async () => {
  const { store } = await open()
  for (let index = 0; index < 50; index += 1) store.add(entry({ status: index, submissionId: 'run' }))
  for (let burst = 0; burst < 5; burst += 1) {
    for (let index = 0; index < 3_000; index += 1) store.add(entry({ outcome: 'unknown_path', status: 404 }))
    store.flush()
  }
  const kept = store.list(1_000)
  expect(kept.filter(({ submissionId }) => submissionId === 'run').length).toBe(50)
  expect(kept.length).toBe(150)
})

test('[HOOK21] ten thousand strangers’ requests cost one commit', async () => {
  const { store, database } = await open()
  const transactions: number[] = []
  const counted = createSqliteWebhookStore({
    ...database,
    transaction(work) {
      transactions.push(1)
      return database.transaction(work)
    },
  })
  for (let index = 0; index < 10_000; index += 1) {
    counted.add(entry({ outcome: 'unknown_path', status: 404 }))
    if (index % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  counted.flush()
  expect(transactions.length).toBe(1)
  expect(store.list(1).length).toBe(1)
})

test('[HOOK10] a delivery that needs no processing is written, counts once, and is not open', async () => {
  const { store, delivery } = await open()
  expect(await store.take(delivery, 1, 'settled')).toBe('taken')
  expect(await store.take(delivery, 2, 'open')).toBe('repeated')
  expect(store.open()).toEqual([])
})

test('a run is what the journal holds of it', async () => {
  const { store, delivery } = await open()
  expect(store.run(delivery.submissionId)).toEqual({ serviceId: 'sandbox', state: 'confirmed', jobId: null })
  expect(store.run('none')).toBeNull()
})

test('[HOOK23] an address counts from when it was first given out without a break, across restarts', async () => {
  const { path, store } = await open()
  expect(store.keep('https://a.example/hooks/', 5)).toBe(5)
  expect(store.keep('https://a.example/hooks/', 9)).toBe(5)
  const other = await openDatabase(path)
  onTestFinished(() => other.close())
  const again = createSqliteWebhookStore(other)
  expect(again.keep('https://a.example/hooks/', 20)).toBe(5)
  expect(again.keep('https://b.example/hooks/', 30)).toBe(30)
  expect(again.keep('https://a.example/hooks/', 40)).toBe(40)
  expect(again.keep(null, 50)).toBe(50)
  expect(again.keep('https://a.example/hooks/', 60)).toBe(60)
})

test('[HOOK23] of the runs under way those count that were sent since', async () => {
  const { store, journal } = await open()
  const send = (sentAt: number, state: 'accepted' | 'unknown' = 'accepted') => {
    const run = sampleSubmission({ state, sentAt, job: sampleJob() })
    journal.insert([run])
    journal.save(run)
    return run
  }
  const [before, first, second, lost, ended] = [send(9), send(10), send(11), send(12, 'unknown'), send(13)]
  journal.saveEnd({ ...ended, job: sampleJob({ status: 'failed' }) }, [])
  expect(store.sentSince(10)).toEqual([first.submissionId, second.submissionId])
  expect([before, lost].map(({ submissionId }) => store.sentSince(10).includes(submissionId))).toEqual([
    false,
    false,
  ])
})

test('the secret belongs to the library and stays the same', async () => {
  const first = await open()
  expect(createSqliteWebhookStore(first.database).secret).toEqual(first.store.secret)
  const second = await open()
  expect(first.store.secret.length).toBe(32)
  expect(second.store.secret).not.toEqual(first.store.secret)
})
