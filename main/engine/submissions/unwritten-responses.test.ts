import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, createSpyJobService, responded } from '../../testing/spy-job-service.ts'

/** Runs over a library in which no response can be written while its disk is full. */
async function open(count = 1) {
  const library = await openLibrary()
  const { journal } = library
  const clock = createFakeClock()
  const service = createSpyJobService()
  const runs = Array.from({ length: count }, () => sampleSubmission())
  journal.insert(runs)
  const disk = { isFull: true, writes: 0 }
  const { saveAll } = journal
  journal.saveAll = (submissions) => {
    const areResponses = submissions.some(({ state }) => state !== 'sending')
    if (areResponses && disk.isFull)
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    if (areResponses) disk.writes += 1
    saveAll(submissions)
  }
  const opened = openRunPipeline({ library, clock, service })
  const stateOf = (place: number) => journal.get(runs[place]?.submissionId ?? '')?.state
  return { ...opened, ...library, clock, service, runs, disk, stateOf }
}

it('[JOB35] a kept response that holds its job’s end is written once, with that end', async () => {
  const { pipeline, clock, service, journal, runs, disk } = await open()
  const [run] = runs
  service.responses.push(
    accept(sampleJob({ status: 'completed', result: { urls: ['https://x.example/1.png'] } })),
  )
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  disk.isFull = false
  await clock.advance(60_000)
  expect(disk.writes).toBe(1)
  expect(journal.get(run?.submissionId ?? '')).toMatchObject({
    state: 'accepted',
    job: { status: 'completed' },
  })
  expect([journal.running(), service.posts.length, pipeline.queue.hold()]).toEqual([[], 1, null])
})

it('[JOB35] a kept response is written as soon as there is room, also while the person has paused the queue', async () => {
  const { pipeline, clock, service, disk, stateOf } = await open()
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  pipeline.queue.pause()
  disk.isFull = false
  await clock.advance(300_000)
  expect([stateOf(0), pipeline.queue.hold()?.reason, service.posts.length]).toEqual(['accepted', 'paused', 1])
  expect(service.reads).not.toEqual([])
})

it('[LIB37] a briefly full disk lifts no hold that only the person lifts', async () => {
  const { pipeline, clock, service, disk, stateOf } = await open(2)
  disk.isFull = false
  const empty = {
    error: 'Insufficient balance',
    message: 'Insufficient balance',
    code: 'insufficient_balance',
  }
  service.responses.push(responded(402, empty), responded(402, empty))
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  expect(pipeline.queue.hold()?.reason).toBe('insufficient_balance')
  pipeline.queue.holdForStorage(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
  await clock.advance(600_000)
  expect([pipeline.queue.hold()?.reason, stateOf(0), service.posts.length]).toEqual([
    'insufficient_balance',
    'confirmed',
    2,
  ])
})

it('[JOB17] a run being prepared when the queue was held is not sent', async () => {
  const { pipeline, clock, service, disk, stateOf } = await open()
  disk.isFull = false
  pipeline.queue.sendNext()
  pipeline.queue.pause()
  await clock.advance(1_000)
  expect([service.posts.length, stateOf(0)]).toEqual([0, 'confirmed'])
  pipeline.queue.resume()
  await clock.advance(1_000)
  expect([service.posts.length, stateOf(0)]).toEqual([1, 'accepted'])
})
