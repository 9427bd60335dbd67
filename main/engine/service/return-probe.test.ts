import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyJobService } from '../../testing/spy-job-service.ts'
import type { TestedState } from './service-gate.ts'

async function open(isDescribed: boolean) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const world = { state: 'unreachable' as TestedState, tests: 0, descriptions: 0 }
  const opened = openRunPipeline({
    library,
    clock,
    service,
    async testService() {
      world.tests += 1
      return world.state
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
  world.state = 'fine'
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
  world.state = 'fine'
  await clock.advance(0)
  expect([world.tests, health().state]).toEqual([1, 'fine'])
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  journal.insert([sampleSubmission()])
  world.state = 'unreachable'
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(health().state).toBe('unreachable')
  world.state = 'fine'
  await clock.advance(10_000)
  expect(health().state).toBe('fine')
})

it('[CONN41] a test that finds the key refused says so', async () => {
  const { pipeline, health } = await open(true)
  pipeline.noteTest('refused')
  expect(health()).toMatchObject({ state: 'refused', seenAt: expect.any(Number) })
})
