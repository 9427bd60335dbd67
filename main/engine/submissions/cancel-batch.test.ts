import { expect, it } from 'vitest'
import { microUsd } from '../../../shared/pricing/money.ts'
import { createCountingService } from '../../testing/counting-service.ts'
import { createFakeSettings } from '../../testing/fake-settings.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { type Life, openLife } from '../../testing/open-life.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'

const batchId = '0199a4d2-7b1c-7c3e-8f00-00000000b001'

/** A confirmed batch of so many runs, of which at most two are under way at once. */
async function openBatch(count: number) {
  const { database, journal, files } = await openLibrary()
  const settings = createFakeSettings({ jobsInFlight: 2 })
  let life: Life
  const service = createCountingService(() => life.clock.now())
  life = await openLife({ journal, files, service, settings, startedAt: Date.parse('2026-11-20T12:00:00Z') })
  const runs = Array.from({ length: count }, (_, index) =>
    sampleSubmission({
      batchId,
      values: { prompt: `run ${index}` },
      estimate: { kind: 'exact', microUsd: microUsd(100_000) },
    }),
  )
  journal.insert(runs)
  const names = new Map(runs.map(({ submissionId, values }) => [submissionId, String(values.prompt)]))
  function restore(id = batchId) {
    const result = life.procedures['jobs.restoreBatch']({ batchId: id })
    if (!result.ok) return result.error.cause?.code
    return result.value.restoredIds.map((restored) => names.get(restored))
  }
  function cancel() {
    const result = life.procedures['jobs.withdrawBatch']({ batchId })
    if (!result.ok) throw new Error(result.error.message)
    return {
      withdrawn: result.value.withdrawnIds.map((id) => names.get(id)),
      states: result.value.submissions.map(({ state }) => state),
    }
  }
  async function close() {
    service.release()
    const closing = life.pipeline.close()
    await life.clock.advance(10_000)
    await closing
  }
  const bought = () => service.purchases.length
  return { database, journal, files, service, settings, life, runs, cancel, restore, close, bought }
}

it('[JOB29] the unsent runs of a batch are canceled; those on the wire or accepted continue and are counted', async () => {
  const { service, life, cancel, close, bought } = await openBatch(5)
  service.script.push('accepted', 'hanging')
  life.pipeline.queue.sendNext()
  await life.clock.advance(0)
  expect(cancel()).toEqual({
    withdrawn: ['run 2', 'run 3', 'run 4'],
    states: ['accepted', 'sending', 'withdrawn', 'withdrawn', 'withdrawn'],
  })
  service.release()
  await life.clock.advance(3_600_000)
  expect(cancel()).toEqual({
    withdrawn: [],
    states: ['accepted', 'accepted', 'withdrawn', 'withdrawn', 'withdrawn'],
  })
  expect(bought()).toBe(2)
  await close()
})

it('[JOB29] a run whose body is just being read is canceled with the others and never sent', async () => {
  const { life, cancel, close, bought } = await openBatch(3)
  life.pipeline.queue.sendNext()
  expect(cancel().withdrawn).toEqual(['run 0', 'run 1', 'run 2'])
  await life.clock.advance(3_600_000)
  expect(bought()).toBe(0)
  await close()
})

it('[JOB29] where one of them can’t be written, none is canceled', async () => {
  const { database, journal, cancel, close } = await openBatch(3)
  database
    .prepare(
      `CREATE TRIGGER full BEFORE UPDATE ON submissions WHEN json_extract(OLD.values_json, '$.prompt') = 'run 2'
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    .run()
  expect(cancel).toThrow('disk full')
  expect(journal.batch(batchId).map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  await close()
})

it('[JOB29] nothing can be canceled of an unknown batch', async () => {
  const { life, close } = await openBatch(1)
  const other = '0199a4d2-7b1c-7c3e-8f00-00000000b002'
  expect(life.procedures['jobs.withdrawBatch']({ batchId: other })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
  await close()
})

it('[RUN100] an undone cancel lets the canceled runs wait again, and each run is sent once', async () => {
  const { journal, service, settings, life, cancel, restore, close, bought } = await openBatch(5)
  service.script.push('accepted', 'hanging')
  life.pipeline.queue.sendNext()
  await life.clock.advance(0)
  expect(cancel().withdrawn).toEqual(['run 2', 'run 3', 'run 4'])
  expect(restore()).toEqual(['run 2', 'run 3', 'run 4'])
  expect(journal.batch(batchId).map(({ state }) => state)).toEqual([
    'accepted',
    'sending',
    'confirmed',
    'confirmed',
    'confirmed',
  ])
  // Once: nothing is left of the cancel.
  expect(restore()).toBe('cancel_stands')
  settings.write({ ...settings.read(), jobsInFlight: 5 })
  service.release()
  await life.clock.advance(3_600_000)
  expect(bought()).toBe(5)
  await close()
})

it('[RUN100] a run whose body is being read while it is canceled and restored is sent once', async () => {
  const { life, cancel, restore, close, bought } = await openBatch(2)
  life.pipeline.queue.sendNext()
  cancel()
  expect(restore()).toEqual(['run 0', 'run 1'])
  await life.clock.advance(3_600_000)
  expect(bought()).toBe(2)
  await close()
})

it('[RUN100] restored runs wait where they waited, whatever was moved meanwhile', async () => {
  const { journal, life, cancel, restore, close } = await openBatch(2)
  life.pipeline.queue.pause()
  const others = ['b002', 'b003', 'b004'].map((end) => batchId.replace('b001', end))
  journal.insert(others.map((id) => sampleSubmission({ batchId: id })))
  const [second = '', third = '', fourth = ''] = others
  const batches = () => [...new Set(journal.queueOrder('sandbox').map((run) => run.batchId))]
  expect(batches()).toEqual([batchId, second, third, fourth])
  cancel()
  life.procedures['jobs.moveBatch']({ batchId: fourth, beforeBatchId: second, isExact: false })
  life.procedures['jobs.moveBatch']({ batchId: second, beforeBatchId: null, isExact: false })
  expect(batches()).toEqual([fourth, third, second])
  restore()
  expect(batches()).toEqual([fourth, third, batchId, second])
  await close()
})

it('[RUN100] a canceled retry is restored once, and not where another retry has its place', async () => {
  const { journal, life, runs, cancel, restore, close } = await openBatch(2)
  life.pipeline.queue.pause()
  const [first] = runs
  if (!first) throw new Error('There are no runs.')
  cancel()
  const retry = sampleSubmission({ batchId, repeats: first.submissionId, values: first.values })
  journal.insert([retry])
  cancel()
  expect(restore()).toEqual([undefined])
  const waiting = () => journal.batch(batchId).filter(({ state }) => state === 'confirmed')
  expect(waiting().map(({ submissionId }) => submissionId)).toEqual([retry.submissionId])
  cancel()
  journal.insert([sampleSubmission({ batchId, repeats: first.submissionId, values: first.values })])
  expect(restore()).toBe('cancel_stands')
  expect(waiting()).toHaveLength(1)
  await close()
})

it('[RUN100] nothing is restored that was retried since, or over a budget, or after a restart', async () => {
  const { journal, files, service, settings, life, runs, cancel, restore, close } = await openBatch(3)
  life.pipeline.queue.pause()
  cancel()
  const [first, second] = runs
  if (!first || !second) throw new Error('There are no runs.')
  journal.insert([sampleSubmission({ batchId, repeats: first.submissionId, values: first.values })])
  settings.write({ ...settings.read(), budget: { ...settings.read().budget, perDay: microUsd(100_000) } })
  expect(restore()).toBe('undo_over_budget')
  settings.write({ ...settings.read(), budget: { ...settings.read().budget, perDay: null } })
  const states = () => journal.batch(batchId).map(({ state }) => state)
  expect(states()).toEqual(['withdrawn', 'withdrawn', 'withdrawn', 'confirmed'])
  const next = await openLife({ journal, files, service, settings, startedAt: life.clock.now() })
  expect(next.procedures['jobs.restoreBatch']({ batchId })).toMatchObject({
    ok: false,
    error: { code: 'not_possible_now', cause: { code: 'cancel_stands' } },
  })
  await next.pipeline.close()
  expect(restore()).toEqual(['run 1', 'run 2'])
  await close()
})
