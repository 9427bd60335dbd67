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
  return { database, journal, service, life, cancel, close, bought: () => service.purchases.length }
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
