import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { openRunPipeline } from '../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { accept, createSpyJobService, listingPage, responded } from '../testing/spy-job-service.ts'
import type { PostOutcome } from './service/ports.ts'
import { advance, type Submission } from './submissions/submission.ts'

async function open({ jobsInFlight = 8 } = {}) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const opened = openRunPipeline({ library, clock, service, jobsInFlight })
  return { ...opened, ...library, clock, service }
}

function confirmRuns(journal: Awaited<ReturnType<typeof open>>['journal'], count: number): Submission[] {
  const runs = Array.from({ length: count }, () => sampleSubmission())
  journal.insert(runs)
  return runs
}

/** A run whose response was lost and which the person then closed. */
function closedRun(journal: Awaited<ReturnType<typeof open>>['journal'], isRepeated = false): Submission {
  const [run] = confirmRuns(journal, 1) as [Submission]
  const problem = { code: 'answer_lost', message: 'Reset.', status: null, retryAt: null } as const
  const sending = advance(run, { type: 'attempt_started' }, run.confirmedAt)
  journal.save(sending)
  const closed = advance(
    advance(sending, { type: 'answer_lost', problem }, run.confirmedAt),
    { type: 'closed', isRepeated },
    run.confirmedAt,
  )
  journal.save(closed)
  return closed
}

it('[JOB25] a closed run whose job turns up is followed to its files, and says that it was closed', async () => {
  const { intake, journal, service, clock } = await open()
  const run = closedRun(journal)
  const job = sampleJob()
  expect(intake.adopt(run.submissionId, job)).toBe(true)
  expect(journal.get(run.submissionId)).toMatchObject({
    state: 'accepted',
    problem: { code: 'reported_after_close' },
  })
  const result = { urls: ['https://service.example/1.png'] }
  service.respondToRead(() => ({ type: 'job', job: { ...job, status: 'completed', result } }))
  await clock.advance(5_000)
  expect(journal.get(run.submissionId)).toMatchObject({
    job: { status: 'completed' },
    problem: { code: 'reported_after_close' },
  })
})

it('[JOB25] a run carries when its job turned up and when its end was read, and its file is named by that day', async () => {
  const { intake, journal, service, clock, files } = await open()
  const run = closedRun(journal)
  const job = sampleJob()
  await clock.advance(86_400_000)
  intake.adopt(run.submissionId, job)
  expect(journal.get(run.submissionId)?.updatedAt).toBe(clock.now())
  const result = { urls: ['https://service.example/1.png'] }
  const adoptedAt = clock.now()
  service.respondToRead(() => ({ type: 'job', job: { ...job, status: 'completed', result } }))
  await clock.advance(5_000)
  const ended = journal.get(run.submissionId)?.updatedAt ?? 0
  expect(ended).toBeGreaterThan(adoptedAt)
  expect(ended).toBeLessThanOrEqual(clock.now())
  expect(files.toFetch()[0]?.name).toMatch(/^2026-11-21/)
})

it('[JOB25] a job that another run has is not taken twice', async () => {
  const { intake, journal } = await open()
  const [first, second] = [closedRun(journal), closedRun(journal, true)]
  const job = sampleJob()
  intake.adopt(first.submissionId, job)
  intake.adopt(second.submissionId, job)
  expect(journal.get(second.submissionId)?.state).toBe('closed')
})

it('[JOB25] a run with a response, or on the wire, is not matched', async () => {
  const { intake, journal } = await open()
  for (const state of ['confirmed', 'sending', 'rejected', 'withdrawn', 'unsent'] as const) {
    const [run] = confirmRuns(journal, 1) as [Submission]
    journal.save({ ...run, state, attempts: 1 })
    intake.adopt(run.submissionId, sampleJob())
    expect(journal.get(run.submissionId)).toMatchObject({ state, job: null })
  }
})

it('without a key nothing is sent and no lost run is searched for; with one both resume', async () => {
  const { pipeline, journal, service, clock, deps } = await open()
  const [waiting, lost] = confirmRuns(journal, 2) as [Submission, Submission]
  journal.save({ ...lost, state: 'unknown', attempts: 1, sentAt: clock.now() })
  deps.key = null
  pipeline.resume()
  await clock.advance(3_600_000)
  expect([service.posts.length, service.listings, journal.get(waiting.submissionId)?.state]).toEqual([
    0,
    0,
    'confirmed',
  ])
  deps.key = 'k'
  pipeline.resume()
  await clock.advance(3_600_000)
  expect([service.posts.length, service.listings > 0]).toEqual([1, true])
})

it('[JOB10] jobs of a service that is not connected, and jobs unknown to their service, take no slot', async () => {
  const { pipeline, journal, service, clock } = await open({ jobsInFlight: 1 })
  const theirs = sampleSubmission({ serviceId: 'https://other.example' })
  journal.insert([theirs])
  journal.save({ ...theirs, state: 'accepted', job: sampleJob() })
  confirmRuns(journal, 2)
  service.respondToRead(() => ({ type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }))
  pipeline.resume()
  await clock.advance(1_000)
  expect(service.posts.length).toBe(1)
  await clock.advance(300_000)
  expect([service.posts.length, pipeline.poller().running()]).toEqual([2, 0])
})

it('[JOB13] an end that can’t be written stops the queue and is written later, with its files', async () => {
  const { pipeline, journal, database, service, clock, files } = await open({ jobsInFlight: 1 })
  const [run] = confirmRuns(journal, 2) as [Submission]
  pipeline.queue.sendNext()
  await clock.advance(0)
  const result = { urls: ['https://service.example/1.png'] }
  service.respondToRead((jobId) => ({
    type: 'job',
    job: sampleJob({ job_id: jobId, status: 'completed', completed_at: '2026-11-20T12:01:00Z', result }),
  }))
  database
    .prepare("CREATE TRIGGER full BEFORE INSERT ON files BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    .run()
  await clock.advance(30_000)
  expect([pipeline.queue.hold()?.reason, journal.running().length, service.posts.length]).toEqual([
    'storage_failed',
    1,
    1,
  ])
  database.prepare('DROP TRIGGER full').run()
  await clock.advance(60_000)
  expect([journal.running(), files.filesOf([run.submissionId]).get(run.submissionId)?.length]).toEqual([
    [],
    1,
  ])
})

it('[JOB13] a first response that is the end and can’t be written is not lost either', async () => {
  const { pipeline, journal, database, service, clock } = await open()
  confirmRuns(journal, 1)
  const result = { urls: ['https://service.example/1.png'] }
  const ended = sampleJob({ status: 'completed', completed_at: '2026-11-20T12:00:01Z', result })
  service.responses.push(accept(ended))
  service.respondToRead(() => ({ type: 'job', job: ended }))
  database
    .prepare("CREATE TRIGGER full BEFORE INSERT ON files BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    .run()
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  expect(journal.running().length).toBe(1)
  database.prepare('DROP TRIGGER full').run()
  await clock.advance(60_000)
  expect(journal.running()).toEqual([])
})

it('[LIB46] of a job with too many files, or too long an address, only a bounded part is taken', async () => {
  const { intake, journal, service, clock, files } = await open()
  const run = closedRun(journal)
  const job = sampleJob()
  intake.adopt(run.submissionId, job)
  const long = `https://service.example/${'x'.repeat(1_000_000)}`
  const urls = [long, ...Array.from({ length: 5_000 }, (_, index) => `https://service.example/${index}`)]
  service.respondToRead(() => ({ type: 'job', job: { ...job, status: 'completed', result: { urls } } }))
  await clock.advance(5_000)
  const views = files.filesOf([run.submissionId]).get(run.submissionId) ?? []
  expect(views).toHaveLength(257)
  expect(views.at(-1)).toMatchObject({
    state: 'failed',
    failure: { code: 'too_many_files', files: 5_001, fetched: 256 },
  })
  expect(files.toFetch()).toHaveLength(256)
  expect(files.toFetch()[0]?.url).toBe(long.slice(0, 8_193))
})

it('[JOB23] a queue that was held for the network goes on at once when the machine wakes', async () => {
  const { clock, service, journal, pipeline } = await open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push({ type: 'not_sent', cause: 'Refused.' })
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(pipeline.queue.hold()?.reason).toBe('unreachable')
  pipeline.resumeAfterSleep()
  await clock.advance(0)
  expect([pipeline.queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB23] an accepted run shows that the service is back, which is read about at once and held for no longer', async () => {
  const { clock, service, journal, pipeline } = await open()
  confirmRuns(journal, 1)
  pipeline.queue.sendNext()
  await clock.advance(0)
  service.respondToRead(() => ({ type: 'unreachable', cause: 'No network.' }))
  await clock.advance(3_600_000)
  expect(pipeline.poller().health().state).toBe('unreachable')
  const { promise: held, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push({ type: 'not_sent', cause: 'Refused.' }, held)
  confirmRuns(journal, 2)
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(pipeline.queue.hold()?.reason).toBe('unreachable')
  service.reads.length = 0
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  resolve(accept(sampleJob()))
  await clock.advance(0)
  expect(pipeline.poller().health()).toMatchObject({ state: 'fine', seenAt: clock.now() })
  expect(pipeline.queue.hold()).toBeNull()
  expect(service.reads).toContain(journal.running()[0]?.job?.job_id)
})

it('[JOB42] a listing of jobs is not requested before the queue’s wait is over', async () => {
  const { clock, service, journal, pipeline } = await open({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  service.listing = listingPage({})
  const wait = responded(429, { error: 'Slow down.' }, { 'retry-after': '600' })
  service.responses.push({ type: 'lost', cause: 'Reset.' }, wait)
  pipeline.queue.sendNext()
  await clock.advance(0)
  expect(pipeline.queue.hold()?.reason).toBe('rate_limited')
  await clock.advance(599_000)
  expect(service.listings).toBe(0)
  await clock.advance(10_000)
  expect(service.listings).toBe(1)
})

it('[JOB13] jobs under way at a start are polled to their end', async () => {
  const { pipeline, journal, service, clock } = await open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const job = sampleJob()
  journal.save({ ...run, state: 'accepted', sentAt: clock.now(), job })
  pipeline.resume()
  service.respondToRead(() => ({ type: 'job', job: { ...job, status: 'completed' } }))
  await clock.advance(1_000)
  expect([service.reads, journal.get(run.submissionId)?.job?.status]).toEqual([[job.job_id], 'completed'])
})

it('[JOB12] a connection that returns takes nothing back of what is known of a job, and has it read at once', async () => {
  const { pipeline, journal, service, clock } = await open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  pipeline.queue.sendNext()
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'processing' }) }))
  await clock.advance(3_600_000)
  const reads = service.reads.length
  service.respondToRead(() => ({ type: 'unreachable', cause: 'Refused.' }))
  pipeline.resume()
  expect(pipeline.poller().current(run.submissionId)?.status).toBe('processing')
  await clock.advance(0)
  expect(service.reads.length).toBe(reads + 1)
})

it('[JOB13] once another service is connected the jobs of the one before are not read', async () => {
  const { pipeline, journal, service, clock, deps } = await open()
  confirmRuns(journal, 1)
  pipeline.queue.sendNext()
  await clock.advance(60_000)
  deps.serviceId = 'https://other.example'
  pipeline.resume()
  const reads = service.reads.length
  await clock.advance(3_600_000)
  expect([reads > 0, service.reads.length, pipeline.poller().running()]).toEqual([true, reads, 0])
})

it('[JOB20] a job of which the time of sending is not known is as old as its last change', async () => {
  const { pipeline, journal, service, clock } = await open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'accepted', job: sampleJob(), sentAt: null, updatedAt: clock.now() })
  pipeline.resume()
  await clock.advance(10_000)
  expect(service.reads.length).toBeGreaterThan(5)
})

it('[JOB10] the end of a job makes room for the next run at once', async () => {
  const { pipeline, journal, service, clock } = await open({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  pipeline.queue.sendNext()
  await clock.advance(60_000)
  expect(service.posts.length).toBe(1)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  pipeline.poller().pollAllNow()
  await clock.advance(0)
  expect(service.posts.length).toBe(2)
})

it('[JOB1] each change that the queue makes to a run is shown', async () => {
  const { pipeline, journal, clock, changes } = await open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  pipeline.queue.sendNext()
  await clock.advance(0)
  const { submissionId } = run
  expect(changes).toMatchObject([
    { submissionId, state: 'sending' },
    { submissionId, state: 'accepted' },
  ])
})

it('[JOB17] it is shown when the queue is held and when it is not any more', async () => {
  const { pipeline, events } = await open()
  const holds: (string | null)[] = []
  events.on('queue.changed', () => holds.push(pipeline.queue.hold()?.reason ?? null))
  pipeline.queue.pause()
  pipeline.queue.resume()
  expect(holds).toEqual(['paused', null])
})

it('[CONN14] it is shown when the service can’t be reached, and when it can again', async () => {
  const { pipeline, journal, service, clock, events } = await open()
  confirmRuns(journal, 1)
  pipeline.queue.sendNext()
  await clock.advance(0)
  const states: string[] = []
  events.on('queue.changed', () => states.push(pipeline.poller().health().state))
  service.respondToRead(() => ({ type: 'unreachable', cause: 'No network.' }))
  await clock.advance(60_000)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  await clock.advance(60_000)
  expect(states.filter((state, place) => state !== states[place - 1])).toEqual(['unreachable', 'fine'])
})

it('[JOB13] one job is read soon where that is requested, or all of them', async () => {
  const { pipeline, journal, service, clock, events } = await open()
  confirmRuns(journal, 3)
  pipeline.queue.sendNext()
  await clock.advance(3_600_000)
  const [first] = journal.running()
  const readsOf = async (submissionId: string | null) => {
    service.reads.length = 0
    events.emit('poll.requested', submissionId)
    await clock.advance(100)
    return [...service.reads]
  }
  expect(await readsOf(first?.submissionId ?? '')).toEqual([first?.job?.job_id])
  expect((await readsOf(null)).toSorted()).toEqual(
    journal
      .running()
      .flatMap(({ job }) => job?.job_id ?? [])
      .toSorted(),
  )
})

describe('[JOB70] each account has a poller of its own', () => {
  const other = 'https://other.example'

  async function openTwo() {
    const library = await openLibrary()
    const clock = createFakeClock()
    const [service, theirs] = [createSpyJobService(), createSpyJobService()]
    const opened = openRunPipeline({
      library,
      clock,
      service,
      clientOf: (serviceId) => (serviceId === 'sandbox' ? service : theirs),
    })
    const [run] = confirmRuns(library.journal, 1) as [Submission]
    opened.pipeline.queue.sendNext()
    await clock.advance(0)
    return {
      ...opened,
      ...library,
      clock,
      service,
      theirs,
      run,
      connect(serviceId: string) {
        opened.deps.serviceId = serviceId
        opened.pipeline.queue.accountChanged()
        opened.pipeline.resume()
        return clock.advance(0)
      },
    }
  }

  it('so that a time that one service asked for is kept over a change of account, and is not the other’s', async () => {
    const { clock, service, journal, pipeline, connect } = await openTwo()
    service.respondToRead(() => ({
      type: 'refused',
      status: 429,
      message: 'Slow down.',
      retryAfterMs: 600_000,
    }))
    await clock.advance(5_000)
    const reads = service.reads.length
    await connect(other)
    await clock.advance(300_000)
    expect([service.reads.length, pipeline.poller().quietUntil()]).toEqual([reads, 0])
    await connect('sandbox')
    await clock.advance(200_000)
    expect(service.reads.length).toBe(reads)
    await clock.advance(200_000)
    expect(service.reads.length).toBeGreaterThan(reads)
    expect(journal.running()).toHaveLength(1)
  })

  it('so that a run that one service accepts says nothing of the other', async () => {
    const { clock, service, pipeline, journal, connect } = await openTwo()
    const late = Promise.withResolvers<PostOutcome>()
    service.responses.push(late.promise)
    confirmRuns(journal, 1)
    pipeline.queue.sendNext()
    await clock.advance(0)
    await connect(other)
    late.resolve(accept(sampleJob()))
    await clock.advance(0)
    expect(pipeline.poller().health()).toMatchObject({ state: 'fine', seenAt: null })
  })
})
