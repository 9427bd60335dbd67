import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { createSpyJobService } from '../../testing/spy-job-service.ts'
import type { Connection } from '../connection/connection.ts'
import type { Submission } from '../jobs/submission.ts'
import { createHintDesk } from './hint-desk.ts'
import type { Hint } from './ports.ts'

function open(state: Submission['state']) {
  const clock = createFakeClock()
  const jobs = createSpyJobService()
  const client = { ...createSpyService().connect({ baseUrl: '', key: null }), ...jobs }
  const connection: Connection = {
    kind: 'sandbox',
    serviceId: 'sandbox',
    baseUrl: 'http://127.0.0.1:1',
    key: 'k',
    keySource: 'sandbox',
    isDescribed: true,
    client,
  }
  const world = {
    submission: sampleSubmission({ state }),
    connection: connection as Connection | null,
    canWrite: true,
  }
  const jobId = crypto.randomUUID()
  const hints: Hint[] = [
    { serviceId: 'sandbox', requestId: 'r', submissionId: world.submission.submissionId, jobId },
  ]
  const adopted: Job[] = []
  const hurried: string[] = []
  const desk = createHintDesk({
    clock,
    hints: { open: () => [...hints], settle: (hint) => void hints.splice(hints.indexOf(hint), 1) },
    submission: () => world.submission,
    connection: () => world.connection,
    adopt: (_, job) => adopted.push(job) > 0 && world.canWrite,
    hurryJob: (submissionId) => hurried.push(submissionId),
  })
  onTestFinished(() => desk.close())
  return { clock, jobs, client, world, jobId, hints, adopted, hurried, desk }
}

it('[HOOK12] a run whose outcome is unknown takes the job that the service itself then shows', async () => {
  const { clock, client, jobId, hints, adopted, desk } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) })
  desk.wake()
  desk.wake()
  await clock.advance(0)
  expect([adopted.map(({ status }) => status), hints]).toEqual([['completed'], []])
})

it('[HOOK12] a run that the person closed takes its job all the same', async () => {
  const { clock, client, jobId, hints, adopted, desk } = open('closed')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  desk.wake()
  await clock.advance(0)
  expect([adopted.map(({ job_id }) => job_id), hints]).toEqual([[jobId], []])
})

it('[HOOK13] a hint whose job could not be written down is kept and tried again', async () => {
  const { clock, client, world, jobId, hints, adopted, desk } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  world.canWrite = false
  desk.wake()
  await clock.advance(0)
  expect([adopted.length, hints.length]).toEqual([1, 1])
  world.canWrite = true
  await clock.advance(60_000)
  expect([adopted.length, hints]).toEqual([2, []])
})

it('[HOOK11] a job that the service does not know is not believed, whatever was signed', async () => {
  const { clock, client, hints, adopted, desk } = open('unknown')
  client.readJob = async () => ({ type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null })
  desk.wake()
  await clock.advance(600_000)
  expect([adopted, hints, clock.waiting()]).toEqual([[], [], 0])
})

it('[HOOK11] an answer about another job is not taken for this one', async () => {
  const { clock, client, hints, adopted, desk } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ status: 'completed' }) })
  desk.wake()
  await clock.advance(60_000)
  expect([adopted, hints.length]).toEqual([[], 1])
})

it('[HOOK13] what can’t be read now is read later, ever less often, until it can', async () => {
  const { clock, client, jobId, hints, adopted, desk } = open('unknown')
  let reads = 0
  client.readJob = async () => {
    reads += 1
    return { type: 'unreachable', cause: 'No network.' }
  }
  desk.wake()
  await clock.advance(3_600_000)
  expect([reads > 5, reads < 30, hints.length]).toEqual([true, true, 1])
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  await clock.advance(300_000)
  expect([adopted.length, hints]).toEqual([1, []])
})

it('[HOOK13] a hint that overtakes the answer to the POST waits for its end', async () => {
  const { clock, jobs, world, hints, adopted, desk } = open('sending')
  desk.wake()
  await clock.advance(60_000)
  expect([jobs.reads, hints.length]).toEqual([[], 1])
  world.submission = { ...world.submission, state: 'unknown' }
  desk.wake()
  await clock.advance(0)
  expect(adopted.length).toBe(1)
})

it('[HOOK13] a hint of another service’s run waits for that service', async () => {
  const { clock, world, hints, adopted, desk } = open('unknown')
  const { connection } = world
  world.connection = connection && { ...connection, serviceId: 'https://other.example' }
  desk.wake()
  await clock.advance(60_000)
  expect([adopted, hints.length]).toEqual([[], 1])
  world.connection = connection
  desk.wake()
  await clock.advance(0)
  expect(adopted.length).toBe(1)
})

it('[HOOK14] a watched job is read at once, and no more is made of the hint', async () => {
  const { clock, jobs, world, hints, hurried, adopted, desk } = open('accepted')
  desk.wake()
  await clock.advance(0)
  expect([hurried, adopted, jobs.reads, hints]).toEqual([[world.submission.submissionId], [], [], []])
})

it.each(['confirmed', 'unsent', 'rejected', 'withdrawn'] as const)(
  'a run that is %s stays as it is',
  async (state) => {
    const { clock, jobs, hints, hurried, adopted, desk } = open(state)
    desk.wake()
    await clock.advance(60_000)
    expect([hurried, adopted, jobs.reads, hints]).toEqual([[], [], [], []])
  },
)

it('closing ends a reading and leaves no timer', async () => {
  const { clock, client, desk } = open('unknown')
  client.readJob = (_, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve({ type: 'unreachable', cause: 'Closed.' }))
    })
  desk.wake()
  await desk.close()
  expect(clock.waiting()).toBe(0)
})
