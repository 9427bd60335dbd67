import { expect, it } from 'vitest'
import type { ProbeVerdict } from '../../../shared/api/probe.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyJobService, responded } from '../../testing/spy-job-service.ts'

async function open(isDescribed: boolean) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const world = {
    verdict: 'no_answer' as ProbeVerdict,
    respond: null as (() => Promise<ProbeVerdict>) | null,
    tests: 0,
    descriptions: 0,
    /** No paid request has its response before. */
    posted: Promise.resolve(),
  }
  const post = service.post
  service.post = async (...sent) => {
    const outcome = await post(...sent)
    await world.posted
    return outcome
  }
  const opened = openRunPipeline({
    library,
    clock,
    service,
    async testService() {
      world.tests += 1
      return world.respond ? world.respond() : world.verdict
    },
    async describe() {
      world.descriptions += 1
    },
  })
  opened.deps.isDescribed = isDescribed
  const health = () => opened.pipeline.poller().health()
  return { ...opened, ...library, clock, service, world, health }
}

it('[CONN41] a service that nothing was heard of is tested at once, then after growing pauses, until it responds', async () => {
  const { clock, pipeline, world, health } = await open(false)
  pipeline.resume()
  expect(health()).toEqual({ state: 'fine', seenAt: null, since: null })
  await clock.advance(0)
  expect([world.tests, health().state, health().seenAt]).toEqual([1, 'unreachable', null])
  await clock.advance(600_000)
  expect(world.tests).toBeGreaterThan(8)
  expect(world.tests).toBeLessThan(25)
  world.verdict = 'fine'
  await clock.advance(60_000)
  expect(health()).toMatchObject({ state: 'fine', seenAt: expect.any(Number) })
  expect([world.descriptions, clock.waiting()]).toEqual([1, 0])
})

it('[CONN41] one that described itself is not tested', async () => {
  const { clock, pipeline, world } = await open(true)
  pipeline.resume()
  await clock.advance(600_000)
  expect(world.tests).toBe(0)
})

it('[CONN41] a test that fails, or a lost response, is a failed reading, until another succeeds', async () => {
  const { clock, pipeline, world, health, journal, service } = await open(true)
  pipeline.noteTest('unreachable')
  expect(health().state).toBe('unreachable')
  world.verdict = 'fine'
  await clock.advance(0)
  expect([world.tests, health().state]).toEqual([1, 'fine'])
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  journal.insert([sampleSubmission()])
  world.verdict = 'no_answer'
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(health().state).toBe('unreachable')
  world.verdict = 'fine'
  await clock.advance(10_000)
  expect(health().state).toBe('fine')
})

it('[CONN41] a test that finds the key refused says so', async () => {
  const { pipeline, health } = await open(true)
  pipeline.noteTest('refused')
  expect(health()).toMatchObject({ state: 'refused', seenAt: expect.any(Number) })
})

it('[CONN350] a visible page has an idle service tested once it was not heard for half a minute, and at no other time', async () => {
  const { clock, pipeline, world, health, journal, service } = await open(true)
  const look = async (after: number) => {
    await clock.advance(after)
    pipeline.testIdle()
    await clock.advance(0)
    return [world.tests, health().state]
  }
  world.verdict = 'fine'
  pipeline.resume()
  expect(await look(0)).toEqual([0, 'fine'])
  expect(await look(29_000)).toEqual([0, 'fine'])
  expect(await look(1_000)).toEqual([1, 'fine'])
  // Several windows, or one that is left and entered.
  for (const after of [0, 0, 10_000, 10_000]) expect(await look(after)).toEqual([1, 'fine'])
  world.verdict = 'key_refused'
  expect(await look(10_000)).toEqual([2, 'refused'])
  world.verdict = 'no_answer'
  expect((await look(30_000))[1]).toBe('unreachable')
  // From here on the growing pauses of CONN41 count, not the looks.
  const tests = world.tests
  for (const _ of [1, 2, 3]) await look(0)
  expect(world.tests).toBe(tests)
  world.verdict = 'fine'
  await clock.advance(60_000)
  expect(health().state).toBe('fine')
  // A poll tells by itself.
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  journal.insert([sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(0)
  const before = world.tests
  expect(await look(60_000)).toEqual([before, 'fine'])
})

it('[CONN350] without a key, or while the service wants a pause, nothing is tested', async () => {
  const { clock, pipeline, world, deps, journal, service } = await open(true)
  pipeline.resume()
  deps.key = null
  await clock.advance(60_000)
  pipeline.testIdle()
  deps.key = 'k'
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '600' }))
  journal.insert([sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(60_000)
  pipeline.testIdle()
  await clock.advance(0)
  expect(world.tests).toBe(0)
})

it('[JOB300] nothing is paid for at a service that was last found out of reach until a free test finds it there', async () => {
  const { clock, pipeline, world, journal, service } = await open(true)
  pipeline.noteTest('unreachable')
  const run = sampleSubmission()
  journal.insert([run, sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(0)
  // One test for both.
  expect(world.tests).toBeLessThan(3)
  await clock.advance(600_000)
  expect([service.posts.length, pipeline.queue.hold()?.reason]).toEqual([0, 'unreachable'])
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'confirmed', attempts: 0 })
  world.verdict = 'fine'
  await clock.advance(60_000)
  expect([service.posts.length, pipeline.queue.hold()]).toEqual([2, null])
})

it('[JOB300] where a test has a response that isn’t in the service’s format, only a paid request shows more', async () => {
  const { clock, pipeline, world, journal, service, health } = await open(false)
  world.verdict = 'other_service'
  pipeline.resume()
  await clock.advance(0)
  expect(health().state).toBe('unreachable')
  journal.insert([sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, pipeline.queue.hold(), health().state]).toEqual([1, null, 'fine'])
})

it('[JOB300] a hold for that ends with the first reading that succeeds', async () => {
  const { clock, pipeline, journal, service } = await open(true)
  journal.insert([sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(0)
  service.respondToRead(() => ({ type: 'unreachable', cause: 'Reset.' }))
  await clock.advance(1_500)
  journal.insert([sampleSubmission()])
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, pipeline.queue.hold()?.reason]).toEqual([1, 'unreachable'])
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  await clock.advance(1_500)
  expect([service.posts.length, pipeline.queue.hold()]).toEqual([2, null])
})

it('[JOB301] a paid request without a response has the service tested after five seconds, and goes on', async () => {
  const { clock, pipeline, world, health, journal, service } = await open(true)
  const { promise, resolve } = Promise.withResolvers<void>()
  world.posted = promise
  const run = sampleSubmission()
  journal.insert([run])
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
  await clock.advance(4_900)
  expect([world.tests, health().state]).toEqual([0, 'fine'])
  await clock.advance(200)
  expect([world.tests > 0, health().state]).toEqual([true, 'unreachable'])
  expect(journal.get(run.submissionId)?.state).toBe('sending')
  world.verdict = 'fine'
  await clock.advance(60_000)
  expect(health().state).toBe('fine')
  resolve()
  await clock.advance(0)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([1, 'accepted'])
})

it('[CONN300] a test without a response shows after five seconds that the service is away', async () => {
  const { clock, pipeline, world, health } = await open(false)
  const { promise, resolve } = Promise.withResolvers<ProbeVerdict>()
  world.respond = () => promise
  pipeline.resume()
  await clock.advance(5_000)
  expect(health()).toMatchObject({ state: 'unreachable', seenAt: null })
  resolve('fine')
  await clock.advance(0)
  expect([health().state, clock.waiting()]).toEqual(['fine', 0])
})
