import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { type OpenRunPipeline, openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, createSpyJobService, listingPage } from '../../testing/spy-job-service.ts'
import type { ListedJob } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'

const prompt = 'a quiet sea'
const path = '/generate/image/sandbox/i3'

/** A run whose response was lost a moment ago, and a service that lists jobs. */
async function open({ isLast = true } = {}) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const listed: ListedJob[] = []
  service.listing = () => listingPage({ rows: listed, isLast })
  const opened = openRunPipeline({ library, clock, service })
  const run = sampleSubmission({ values: { prompt } })
  library.journal.insert([run])
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  opened.pipeline.queue.sendNext()
  await clock.advance(0)
  /** Adds a job to the listing, created so many milliseconds after the run was sent. */
  function list(after = 500, changes: Partial<ListedJob> = {}): ListedJob {
    const job = {
      jobId: crypto.randomUUID(),
      createdAt: clock.now() + after,
      path,
      body: { prompt },
      ...changes,
    }
    listed.push(job)
    return job
  }
  const now = () => library.journal.get(run.submissionId) as Submission
  return { ...opened, ...library, clock, service, listed, run, list, now }
}

/** A run whose response was lost, at a service that could not be described at the start, and its job in the listing. */
async function openUndescribed() {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const world = { isBack: false, descriptions: 0 }
  const listsJobs = () => opened.deps.isDescribed
  const rows: ListedJob[] = []
  service.listing = () => (listsJobs() ? listingPage({ rows }) : { type: 'undescribed' })
  const opened: OpenRunPipeline = openRunPipeline({
    library,
    clock,
    service: { ...service, listsJobs },
    async describe() {
      world.descriptions += 1
      if (!world.isBack) return
      opened.deps.isDescribed = true
      opened.pipeline.searchAgain()
    },
  })
  opened.deps.isDescribed = false
  async function send(values: Submission['values']): Promise<() => Submission> {
    const run = sampleSubmission({ values })
    library.journal.insert([run])
    opened.pipeline.queue.sendNext()
    await clock.advance(0)
    return () => library.journal.get(run.submissionId) as Submission
  }
  async function lose() {
    service.responses.push({ type: 'lost', cause: 'Reset.' })
    const now = await send({ prompt })
    const jobId = crypto.randomUUID()
    rows.push({ jobId, createdAt: clock.now() + 500, path, body: { prompt } })
    return { now, jobId }
  }
  return { ...opened, clock, service, world, send, lose }
}

it('[JOB100] a service that was away at the start is described once it accepts a run, and a lost one is found', async () => {
  const { clock, world, send, lose, pipeline, deps } = await openUndescribed()
  pipeline.resume()
  world.isBack = true
  await send({ prompt: 'another' })
  expect([world.descriptions, deps.isDescribed]).toEqual([1, true])
  const { now, jobId } = await lose()
  expect(now().problem?.listing?.outcome).toBe('searching')
  await clock.advance(61_000)
  expect(now()).toMatchObject({ state: 'accepted', job: { job_id: jobId } })
})

it('[JOB100] a run that was lost before is searched for once the description is read, whoever asked for it', async () => {
  const { clock, world, lose, pipeline, deps } = await openUndescribed()
  const { now, jobId } = await lose()
  await clock.advance(120_000)
  expect([now().state, now().problem?.listing]).toEqual(['unknown', undefined])
  expect(world.descriptions).toBeGreaterThan(1)
  // As a test of the connection does.
  deps.isDescribed = true
  pipeline.searchAgain()
  expect(now().problem?.listing?.outcome).toBe('searching')
  await clock.advance(120_000)
  expect(now()).toMatchObject({ state: 'accepted', job: { job_id: jobId } })
})

it('[JOB100] each search asks again for the description, until it is there, and claims nothing without it', async () => {
  const { clock, world, lose } = await openUndescribed()
  const { now, jobId } = await lose()
  await clock.advance(20 * 60_000)
  expect(now().problem?.listing).toBeUndefined()
  world.isBack = true
  await clock.advance(2 * hour)
  expect(now()).toMatchObject({ state: 'accepted', job: { job_id: jobId } })
})

it('[JOB100] a job that is read describes the service as well, once', async () => {
  const { clock, world, send, service, pipeline } = await openUndescribed()
  service.responses.push(accept(sampleJob()))
  const now = await send({ prompt: 'another' })
  expect([now().state, world.descriptions]).toEqual(['accepted', 1])
  pipeline.resume()
  await clock.advance(60_000)
  expect(world.descriptions).toBe(2)
})

const hour = 3_600_000

it('[JOB26] the one job with its body, path and time becomes an unknown run’s, after it was read again', async () => {
  const { clock, service, list, now, pipeline } = await open()
  list(500, { body: { prompt: 'another' } })
  const { jobId } = list()
  await clock.advance(59_000)
  expect([now().state, service.listings]).toEqual(['unknown', 0])
  await clock.advance(2_000)
  expect(now()).toMatchObject({ state: 'accepted', problem: null, job: { job_id: jobId } })
  expect([new Set(service.reads), service.posts.length, pipeline.poller().running()]).toEqual([
    new Set([jobId]),
    1,
    1,
  ])
})

it.each([
  ['two jobs that fit', (list: (after?: number) => unknown) => [list(), list(900)]],
  ['a job made before it was sent', (list: (after?: number) => unknown) => list(-61_000)],
  ['a job made too late', (list: (after?: number) => unknown) => list(61_000)],
  ['no job', () => undefined],
])('[JOB26] %s leaves it unknown', async (_, fill) => {
  const { clock, service, list, now } = await open()
  fill(list)
  await clock.advance(hour)
  expect([now().state, service.listings > 0, service.reads]).toEqual(['unknown', true, []])
})

it.each([
  ['another body', { body: { prompt, width: 512 } }],
  ['another model’s path', { path: '/generate/image/sandbox/i2' }],
  ['a body that is not listed', { body: null }],
  ['a path that is not listed', { path: null }],
])('[JOB26] a job with %s leaves it unknown', async (_, changes) => {
  const { clock, list, now } = await open()
  list(500, changes)
  await clock.advance(hour)
  expect(now().state).toBe('unknown')
})

it('[JOB68] says that it is searched for and until when, then what was found', async () => {
  const { clock, now } = await open()
  const listing = () => now().problem?.listing
  expect(listing()).toEqual({
    outcome: 'searching',
    at: new Date(now().updatedAt + 5 * 60_000).toISOString(),
  })
  await clock.advance(2 * 60_000)
  expect(listing()?.outcome).toBe('searching')
  await clock.advance(hour)
  expect(listing()?.outcome).toBe('absent')
})

it('[JOB68] of a service without a listing says nothing once that is known', async () => {
  const { clock, service, now } = await open()
  service.listing = () => ({ type: 'none' })
  await clock.advance(2 * 60_000)
  expect(now()).toMatchObject({ state: 'unknown', problem: { code: 'answer_lost' } })
  expect(now().problem?.listing).toBeUndefined()
})

it('[JOB68] says nothing of a service that is known to have no listing, nor of an account that is not connected', async () => {
  const { clock, service, now, pipeline, deps } = await open()
  deps.serviceId = 'https://other.example'
  pipeline.resume()
  expect(now().problem?.listing).toBeUndefined()
  deps.serviceId = 'sandbox'
  pipeline.resume()
  expect(now().problem?.listing?.outcome).toBe('searching')
  service.listing = { type: 'none' }
  pipeline.resume()
  expect(now().problem?.listing).toBeUndefined()
  await clock.advance(2 * hour)
  expect(now().problem?.listing).toBeUndefined()
})

it.each(['absent', 'unclear'] as const)(
  '[JOB68] takes nothing back of what a listing showed (%s), wherever one is connected',
  async (outcome) => {
    const { now, journal, pipeline, deps, clock } = await open()
    const listing = { outcome, at: new Date(clock.now()).toISOString() }
    const { problem } = now()
    journal.save({ ...now(), problem: problem && { ...problem, listing } })
    for (const serviceId of ['https://other.example', 'sandbox']) {
      deps.serviceId = serviceId
      pipeline.resume()
      expect(now().problem?.listing).toEqual(listing)
    }
  },
)

it('[JOB68] names no time that has passed', async () => {
  const { clock, now, pipeline, deps, journal } = await open()
  deps.key = null
  await clock.advance(2 * hour)
  deps.key = 'k'
  const { listing, ...problem } = now().problem ?? {}
  expect(Date.parse(listing?.at ?? '')).toBeLessThan(clock.now())
  pipeline.resume()
  expect(now().problem?.listing?.outcome).not.toBe('searching')
  journal.save({ ...now(), problem: problem as Submission['problem'] })
  pipeline.resume()
  expect(now().problem?.listing).toBeUndefined()
})

it('[JOB26] a job that another run has is not taken, and does not block the right one', async () => {
  const { clock, list, now, journal } = await open()
  const claimed = list()
  const other = sampleSubmission({ values: { prompt } })
  journal.insert([other])
  journal.save({ ...other, state: 'accepted', job: sampleJob({ job_id: claimed.jobId }) })
  await clock.advance(2 * 60_000)
  expect(now().state).toBe('unknown')
  const { jobId } = list(-clock.now() + now().updatedAt)
  await clock.advance(hour)
  expect(now().job?.job_id).toBe(jobId)
})

it.each(['sending', 'unknown', 'closed'] as const)(
  '[JOB26] a job that another run that is %s could have made leaves both as they are',
  async (state) => {
    const { clock, list, now, journal } = await open()
    const rival = sampleSubmission({ values: { prompt } })
    journal.insert([rival])
    journal.save({ ...rival, state, attempts: 1, sentAt: now().sentAt })
    list()
    await clock.advance(hour)
    expect(now().state).toBe('unknown')
  },
)

it('[JOB26] a job that the service does not then confirm is not believed', async () => {
  const { clock, service, list, now } = await open()
  service.respondToRead(() => ({ type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }))
  list()
  await clock.advance(2 * hour)
  expect([now().state, service.reads.length > 0]).toEqual(['unknown', true])
})

it('[JOB26] an incomplete listing counts only if it is newest first and reaches back before the run', async () => {
  const { clock, listed, list, now } = await open({ isLast: false })
  const { jobId } = list()
  await clock.advance(10 * 60_000)
  expect(now().state).toBe('unknown')
  listed.push({ jobId: crypto.randomUUID(), createdAt: now().updatedAt - hour, path, body: {} })
  await clock.advance(hour)
  expect(now().job?.job_id).toBe(jobId)
})

it('[JOB26] a run that the person closed meanwhile is still searched for', async () => {
  const { clock, list, now, pipeline } = await open()
  pipeline.queue.apply(now(), { type: 'closed', isRepeated: false })
  const { jobId } = list()
  await clock.advance(hour)
  expect(now()).toMatchObject({
    state: 'accepted',
    problem: { code: 'reported_after_close' },
    job: { job_id: jobId },
  })
})

it('[JOB26] a service without a listing is asked once, and one that can’t be reached less and less often', async () => {
  const none = await open()
  none.service.listing = { type: 'none' }
  await none.clock.advance(24 * hour)
  expect([none.service.listings, none.clock.waiting()]).toEqual([1, 0])
  const silent = await open()
  silent.service.listing = { type: 'failed' }
  await silent.clock.advance(23 * hour)
  expect(silent.service.listings).toBeGreaterThan(10)
  expect(silent.service.listings).toBeLessThan(40)
  await silent.clock.advance(3 * hour)
  expect(silent.clock.waiting()).toBe(0)
})

it('[JOB26] a run cut off by a crash is searched for after the next start, once nothing of it can still arrive', async () => {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const sentAt = clock.now() - 1_000
  const run = sampleSubmission({ values: { prompt }, sentAt })
  library.journal.insert([run])
  library.journal.save({ ...run, state: 'sending', attempts: 1 })
  const jobId = crypto.randomUUID()
  const job = { jobId, createdAt: sentAt, path, body: { prompt } }
  service.listing = listingPage({ rows: [job] })
  const { pipeline } = openRunPipeline({ library, clock, service })
  pipeline.resume()
  await clock.advance(9 * 60_000)
  expect([library.journal.get(run.submissionId)?.state, service.listings]).toEqual(['unknown', 0])
  await clock.advance(3 * 60_000)
  expect(library.journal.get(run.submissionId)?.job?.job_id).toBe(jobId)
})

/** A run cut off by a crash days ago, and a studio that starts only now. */
async function openAfterDays(rows: (sentAt: number) => readonly ListedJob[]) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const sentAt = clock.now() - 3 * 24 * hour
  const run = sampleSubmission({ values: { prompt }, confirmedAt: sentAt, updatedAt: sentAt, sentAt })
  library.journal.insert([run])
  library.journal.save({ ...run, state: 'sending', attempts: 1 })
  service.listing = listingPage({ rows: rows(sentAt) })
  const { pipeline } = openRunPipeline({ library, clock, service })
  pipeline.resume()
  const now = () => library.journal.get(run.submissionId) as Submission
  return { ...library, clock, service, pipeline, now }
}

it('[JOB26] a run cut off by a crash days ago is searched for at the next start as well', async () => {
  const jobId = crypto.randomUUID()
  const { clock, now } = await openAfterDays((createdAt) => [{ jobId, createdAt, path, body: { prompt } }])
  await clock.advance(12 * 60_000)
  expect(now()).toMatchObject({ state: 'accepted', job: { job_id: jobId } })
})

it('[JOB45] a run of days ago that the whole listing lacks is reported absent, and not searched for again', async () => {
  const { clock, service, pipeline, now } = await openAfterDays(() => [])
  await clock.advance(hour)
  expect(now()).toMatchObject({ state: 'unknown', problem: { listing: { outcome: 'absent' } } })
  const { listings } = service
  pipeline.resume()
  await clock.advance(24 * hour)
  expect([service.listings, clock.waiting()]).toEqual([listings, 0])
})

it('[JOB34] a finding is not written over a record that can’t be read', async () => {
  const { clock, database, run, now } = await open()
  database.prepare(`UPDATE submissions SET values_json = '{' WHERE submission_id = ?`).run(run.submissionId)
  const kept = () => database.prepare('SELECT problem_json FROM submissions').get()?.problem_json
  const before = kept()
  await clock.advance(hour)
  expect([now().state, kept()]).toEqual(['unknown', before])
})

it('[JOB35] a journal that can’t be read after a search holds the queue and ends nothing', async () => {
  const { clock, journal, pipeline, service } = await open()
  const { get } = journal
  service.listing = () => {
    journal.get = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    }
    return { type: 'failed' }
  }
  await clock.advance(62_000)
  expect(pipeline.queue.hold()?.reason).toBe('storage_failed')
  journal.get = get
  await expect(pipeline.close()).resolves.toBeUndefined()
})

it('[JOB26] a run whose time is not over is not matched when another’s is', async () => {
  const { clock, list, now, service, pipeline, journal } = await open()
  await clock.advance(30_000)
  const later = sampleSubmission({ values: { prompt: 'another' } })
  journal.insert([later])
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  pipeline.queue.sendNext()
  await clock.advance(0)
  list(-30_000)
  const { jobId } = list(0, { body: { prompt: 'another' } })
  const stateOfLater = () => journal.get(later.submissionId)
  await clock.advance(40_000)
  expect([now().state, stateOfLater()?.state]).toEqual(['accepted', 'unknown'])
  await clock.advance(60_000)
  expect(stateOfLater()?.job?.job_id).toBe(jobId)
})

it('[JOB41] a job pages behind the first one becomes the run’s', async () => {
  const { clock, service, listed, list, now } = await open()
  const { jobId } = list()
  const others = Array.from({ length: 428 }, (_, index) => list(600_000 - index * 1_000, { body: { index } }))
  listed.length = 0
  const rows = [...others, { jobId, createdAt: now().updatedAt, path, body: { prompt } }]
  service.listing = (page) =>
    listingPage({
      rows: rows.slice(page * 50, page * 50 + 50),
      next: page === 8 ? null : String(page + 1),
      isLast: page === 8,
    })
  await clock.advance(hour)
  expect(now().job?.job_id).toBe(jobId)
})

it('[JOB44] a run that the whole listing lacks is reported absent, with the time, and stays unknown', async () => {
  const { clock, service, list, now, changes } = await open()
  const before = now()
  list(0, { body: { prompt: 'another' } })
  await clock.advance(5 * 60_000)
  expect(now().problem?.listing?.outcome).toBe('searching')
  await clock.advance(2 * 60_000)
  const at = expect.stringContaining('2026-')
  expect(now()).toEqual({ ...before, problem: { ...before.problem, listing: { outcome: 'absent', at } } })
  expect([changes.at(-1), service.posts.length]).toEqual([now(), 1])
})

it('[JOB45] it is still searched for, and matched if its job is listed later', async () => {
  const { clock, list, now } = await open()
  await clock.advance(hour)
  expect(now().problem?.listing?.outcome).toBe('absent')
  const { jobId } = list(now().updatedAt - clock.now())
  await clock.advance(2 * hour)
  expect(now()).toMatchObject({ state: 'accepted', problem: null, job: { job_id: jobId } })
})

it.each([
  [
    'a job that may be it',
    'unclear',
    { rows: [{ jobId: crypto.randomUUID(), createdAt: 0, path: null, body: null }] },
  ],
  ['a listing that was not read far enough', 'partial', { isLast: false }],
] as const)('[JOB45] %s is said', async (_, outcome, page) => {
  const { clock, service, now } = await open()
  const { rows = [], ...rest } = { rows: [], ...page }
  service.listing = listingPage({
    ...rest,
    rows: rows.map((row) => ({ ...row, createdAt: now().updatedAt })),
  })
  await clock.advance(hour)
  expect(now()).toMatchObject({ state: 'unknown', problem: { listing: { outcome } } })
})

it('[JOB45] an unreadable listing is reported, and a missing one is not', async () => {
  const failing = await open()
  failing.service.listing = { type: 'failed' }
  await failing.clock.advance(2 * 60_000)
  expect(failing.now().problem?.listing?.outcome).toBe('partial')
  const none = await open()
  none.service.listing = { type: 'none' }
  await none.clock.advance(2 * 60_000)
  expect(none.now().problem?.listing).toBeUndefined()
})

it('[JOB42] a listing is not requested before the time that the service named', async () => {
  const { clock, service } = await open()
  service.listing = { type: 'refused', status: 429, retryAfterMs: 45 * 60_000 }
  await clock.advance(45 * 60_000)
  expect(service.listings).toBe(1)
  await clock.advance(10 * 60_000)
  expect(service.listings).toBe(2)
})
