import { expect, test } from 'vitest'
import type { RequestIds } from '../engine/webhooks/ports.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSqliteRequestIds } from './sqlite-request-ids.ts'
import { createSqliteWebhookStore } from './sqlite-webhook-store.ts'

async function open() {
  const { database, journal } = await openLibrary()
  const running = sampleSubmission({ state: 'accepted', sentAt: 1, job: sampleJob() })
  const ended = sampleSubmission({ state: 'accepted', sentAt: 1, job: sampleJob() })
  const unknown = sampleSubmission({ state: 'unknown', sentAt: 1 })
  journal.insert([running, ended, unknown])
  for (const run of [running, unknown]) journal.save(run)
  journal.saveEnd({ ...ended, job: sampleJob({ status: 'failed' }) }, [])
  const store = createSqliteWebhookStore(database)
  /** A delivery of the ended run, settled, that arrived at 1,000. */
  async function take(requestId: string, run = ended, need: 'open' | 'settled' = 'settled') {
    const { submissionId } = run
    const jobId = crypto.randomUUID()
    await store.take({ serviceId: 'sandbox', requestId, submissionId, jobId }, 1_000, need)
  }
  const kept = () =>
    database
      .prepare('SELECT request_id AS id FROM webhook_requests')
      .all()
      .map(({ id }) => String(id))
  return { database, ids: createSqliteRequestIds(database), take, kept, running, ended, unknown }
}

function forgetAll(ids: RequestIds, before: number): number {
  let steps = 1
  while (ids.forgetSome(before) === 'more') steps += 1
  return steps
}

test('[HOOK27] ids of ended runs are deleted once they are old, a few at a time', async () => {
  const { ids, take, kept } = await open()
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => take(`r-${String(index).padStart(5, '0')}`)))
  forgetAll(ids, 1_000)
  expect(kept()).toHaveLength(1_000)
  expect(ids.forgetSome(1_001)).toBe('more')
  expect(kept()).toHaveLength(800)
  expect(forgetAll(ids, 1_001)).toBe(5)
  expect(kept()).toEqual([])
})

test('[HOOK27] ids that a repeat could still use stay, however often they are checked', async () => {
  const { ids, take, kept, running, ended, unknown } = await open()
  await Promise.all(Array.from({ length: 300 }, (_, index) => take(`unsigned:${index}`)))
  await take('of a run under way', running)
  await take('of a run without an answer', unknown)
  await take('open', ended, 'open')
  await take('spent')
  expect([forgetAll(ids, 2_000), forgetAll(ids, 2_000), kept().length]).toEqual([2, 2, 303])
  expect(kept()).not.toContain('spent')
})

test('[HOOK27] an id that can’t be deleted now stays, and is checked again', async () => {
  const { database, ids, take, kept } = await open()
  await take('spent')
  const full = createSqliteRequestIds({
    ...database,
    transaction: () => {
      throw new Error('No space.')
    },
  })
  expect([full.forgetSome(2_000), kept().length]).toEqual(['all', 1])
  expect([ids.forgetSome(2_000), kept().length]).toEqual(['all', 0])
})
