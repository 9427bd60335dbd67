import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import type { AdoptionView } from '../../../shared/bridge/adoption-procedures.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyJobService, listingPage } from '../../testing/spy-job-service.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import type { ListedJob, ReadJobOutcome } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'
import { createAdoptionProcedures } from './adoption-procedures.ts'
import { keptRequest } from './foreign-job.ts'

const hour = 3_600_000
const day = 24 * hour
const path = '/generate/image/sandbox/i3'
const prompt = 'a quiet sea'
const model = { id: 'i3', label: 'I3 Fast', kind: 'image', path } as const

/** A service with jobs that nobody here started, and a library to take them into. */
async function open() {
  const library = await openLibrary()
  const { journal } = library
  const clock = createFakeClock()
  const service = createSpyJobService()
  const jobs = new Map<string, Job>()
  const rows: ListedJob[] = []
  service.respondToRead((jobId) => {
    const job = jobs.get(jobId.toLowerCase())
    if (job) return { type: 'job', job }
    return { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }
  })
  service.listing = (page) => listingPage({ rows: page === 0 ? rows : [] })
  const { pipeline, intake, changes, deps: account } = openRunPipeline({ library, clock, service })
  const log = createSpyLog()
  const views: AdoptionView[] = []
  const sums = { outdated: 0 }
  /** When the service may be asked again. */
  const quiet = { until: 0 }
  const adoption = createAdoptionProcedures({
    clock,
    ids: { next: () => crypto.randomUUID() },
    log,
    storageFailureOf,
    connection: () =>
      account.serviceId === ''
        ? null
        : { serviceId: account.serviceId, service, hasKey: account.key !== null },
    describe: async () => undefined,
    quietUntil: () => quiet.until,
    reserved: pipeline.reserved,
    runOf: journal.findByJob,
    models: () => [model],
    labelOf: (modelId) => modelId,
    take: intake.adoptForeign,
    onTaken() {
      sums.outdated += 1
    },
    onChanged: (view) => views.push(view),
  })
  onTestFinished(() => adoption.close())
  const { procedures } = adoption

  /** A job that was made elsewhere some time ago; in the listing with its request. */
  function make(
    changes: Partial<Job> = {},
    { ago = hour, ...row }: Partial<ListedJob> & { ago?: number } = {},
  ) {
    const createdAt = clock.now() - ago
    const created_at = new Date(createdAt).toISOString()
    const job = sampleJob({
      ...{ status: 'completed', created_at, completed_at: created_at },
      result: { urls: ['https://service.example/1.png'] },
      ...changes,
    })
    jobs.set(job.job_id, job)
    const { status } = job
    rows.push({ jobId: job.job_id, createdAt, path, body: { prompt }, status, files: 1, ...row })
    return job
  }

  /** Looks, and waits for the end of reading. */
  async function look(input: ParsedInput<'adoption.look'>) {
    const begun = procedures['adoption.look'](input)
    if (!begun.ok) throw new Error(begun.error.code)
    return ended()
  }

  async function ended(): Promise<AdoptionView> {
    for (;;) {
      const current = procedures['adoption.current']()
      const view = current.ok ? current.value.look : null
      if (view && view.state !== 'reading' && view.state !== 'taking') return view
      await clock.advance(300)
    }
  }

  async function take(view: AdoptionView, which: 'allBut' | 'only' = 'allBut', jobIds: string[] = []) {
    procedures['adoption.take']({ adoptionId: view.adoptionId, which, jobIds })
    return ended()
  }

  function found({ adoptionId }: AdoptionView) {
    const page = procedures['adoption.jobs']({ adoptionId, offset: 0, limit: 200 })
    return page.ok ? page.value.jobs : []
  }

  const runOf = (job: Job) => journal.findByJob(job.job_id)
  return {
    ...{
      ...library,
      clock,
      service,
      jobs,
      rows,
      pipeline,
      intake,
      changes,
      account,
      procedures,
      adoption,
      views,
      sums,
      quiet,
    },
    ...{ make, look, ended, take, found, runOf },
  }
}

const refused = (status: number, retryAfterMs: number | null = null): ReadJobOutcome => ({
  ...{ type: 'refused', status, retryAfterMs },
  message: 'Not now.',
})

it('[ADOPT2] [ADOPT3] each id is read, shown with what the service tells, and costs only itself', async () => {
  const { make, look, found, jobs, journal, service } = await open()
  service.listing = { type: 'none' }
  const whole = make()
  const running = make({
    status: 'processing',
    completed_at: null,
    result: null,
    path,
    request: { prompt: 'a hill' },
  })
  const failed = make({
    status: 'failed',
    error: { code: 'nsfw', message: 'Refused by the filter.' },
    result: null,
  })
  const empty = make({ result: { urls: [] } })
  const other = make()
  jobs.set(other.job_id, whole)
  const own = sampleSubmission()
  journal.insert([own])
  journal.save({ ...own, state: 'accepted', job: sampleJob() })
  const here = sampleJob()
  journal.save({ ...own, state: 'accepted', job: here })
  const nowhere = crypto.randomUUID()
  const jobIds = [whole, running, failed, empty, other, here].map(({ job_id }) => job_id)
  const view = await look({ jobIds: [...jobIds, nowhere, 'no id', jobIds[0]?.toUpperCase() ?? ''] })
  expect(view).toMatchObject({ state: 'ready', read: 8, total: 8, found: 8, takeable: 2, failure: null })
  expect(found(view).map(({ state, reason }) => [state, reason])).toEqual([
    ['ready', null],
    ['running', null],
    ['failed', 'Refused by the filter.'],
    ['empty', null],
    ['unreadable', { code: 'answer_of_other_job' }],
    ['here', null],
    ['unknown', 'No such job.'],
    ['unknown', null],
  ])
  expect(found(view)[0]).toMatchObject({ modelLabel: null, kind: 'image', files: 1 })
  expect(found(view)[1]).toMatchObject({ modelLabel: 'I3 Fast', kind: 'image', prompt: 'a hill' })
})

it('[ADOPT4] reading and taking send no POST', async () => {
  const { make, look, take, service } = await open()
  const job = make()
  make()
  await take(await look({ jobIds: [job.job_id] }))
  await take(await look({ days: null }))
  expect([service.posts, service.reads.length, service.listings]).toEqual([[], 3, 2])
})

it('[ADOPT20] [ADOPT21] what is chosen becomes runs with their files, the oldest first, and is here from then on', async () => {
  const { make, look, take, found, runOf, files, journal } = await open()
  const [young, old, unwanted] = [
    make({}, { ago: hour }),
    make({}, { ago: 2 * hour }),
    make({}, { ago: 3 * hour }),
  ]
  const view = await look({ days: 7 })
  expect([view.takeable, found(view).map(({ jobId }) => jobId)]).toEqual([
    3,
    [young, old, unwanted].map(({ job_id }) => job_id),
  ])
  const done = await take(view, 'allBut', [unwanted.job_id.toUpperCase()])
  expect(done).toMatchObject({ state: 'done', chosen: 2, done: 2, taken: 2, takeable: 1, failure: null })
  const run = runOf(young) as Submission
  expect(run).toMatchObject({
    ...{
      modelId: 'i3',
      kind: 'image',
      path,
      values: { prompt },
      bodySha256: '',
      state: 'accepted',
      attempts: 0,
    },
    ...{ sentAt: null, settled: { kind: 'unlisted' }, confirmedAt: Date.parse(young.created_at) },
  })
  expect(files.filesOf([run.submissionId]).get(run.submissionId)).toEqual([
    expect.objectContaining({ state: 'waiting' }),
  ])
  const seqs = files.toFetch().map(({ submissionId }) => submissionId)
  expect(seqs).toEqual([runOf(old)?.submissionId, run.submissionId])
  const again = await look({ days: 7 })
  expect(again).toMatchObject({ here: 2, found: 1, takeable: 1 })
  const byId = await look({ jobIds: [young.job_id] })
  expect(found(byId)).toEqual([
    expect.objectContaining({ state: 'here', submissionId: run.submissionId, modelLabel: 'I3 Fast', prompt }),
  ])
  expect((await take(byId)).taken).toBe(0)
  expect([runOf(unwanted), journal.counts().running]).toEqual([null, 0])
})

it('[ADOPT21] a job that something else took meanwhile is not taken twice', async () => {
  const { make, look, take, found, intake, runOf, journal, service, jobs } = await open()
  const job = make()
  const view = await look({ days: null })
  const lost = sampleSubmission({ state: 'unknown', attempts: 1 })
  journal.insert([lost])
  journal.save(lost)
  service.respondToRead((jobId) => {
    intake.adopt(lost.submissionId, job)
    return { type: 'job', job: jobs.get(jobId) ?? job }
  })
  expect(await take(view)).toMatchObject({ taken: 0, done: 1 })
  expect([found(view)[0]?.state, runOf(job)?.submissionId]).toEqual(['here', lost.submissionId])
})

it('[ADOPT21] a job whose row can’t be written leaves nothing behind, and what was taken stays', async () => {
  const { make, look, take, runOf, database, sums } = await open()
  const [old, young] = [make({}, { ago: 2 * hour }), make({}, { ago: hour })]
  const view = await look({ days: null })
  database
    .prepare(
      `CREATE TRIGGER full BEFORE INSERT ON files WHEN (SELECT count(*) FROM files) = 1
       BEGIN SELECT raise(ABORT, 'disk full'); END`,
    )
    .run()
  expect(await take(view)).toMatchObject({ state: 'done', taken: 1, failure: 'storage' })
  expect([runOf(old) !== null, runOf(young), sums.outdated]).toEqual([true, null, 1])
  database.prepare('DROP TRIGGER full').run()
  expect(await take(await look({ days: null }))).toMatchObject({ taken: 1, failure: null })
})

it('[ADOPT22] a running job is polled to its end and listed with the runs; one that had ended is neither', async () => {
  const { make, look, take, runOf, jobs, clock, journal, changes, service, files } = await open()
  const over = make()
  const running = make({ status: 'processing', completed_at: null, result: null }, { status: 'processing' })
  await take(await look({ days: null }))
  expect(journal.list({ limit: 9 }).submissions.map(({ job }) => job?.job_id)).toEqual([running.job_id])
  expect(changes.every(({ job }) => job?.job_id === running.job_id)).toBe(true)
  jobs.set(running.job_id, {
    ...running,
    status: 'completed',
    result: { urls: ['https://service.example/2.png'] },
  })
  await clock.advance(hour)
  expect([runOf(running)?.job?.status, runOf(over)?.job?.status]).toEqual(['completed', 'completed'])
  expect(service.posts).toEqual([])
  const [file] = files.filesOf([runOf(over)?.submissionId ?? '']).values()
  files.setFailed(file?.[0]?.fileId ?? '', 'Gone.')
  expect(journal.list({ limit: 9 }).submissions.map(({ job }) => job?.job_id)).toEqual(
    [over, running].map(({ job_id }) => job_id).toReversed(),
  )
})

it('[ADOPT22] a running job is polled by the next start as well', async () => {
  const { make, look, take, runOf, jobs, clock, pipeline, journal, files, service } = await open()
  const running = make({ status: 'processing', completed_at: null, result: null }, { status: 'processing' })
  await take(await look({ days: null }))
  await pipeline.close()
  jobs.set(running.job_id, {
    ...running,
    status: 'completed',
    result: { urls: ['https://service.example/2.png'] },
  })
  const next = openRunPipeline({ library: { journal, files }, clock, service })
  next.pipeline.resume()
  await clock.advance(hour)
  expect(runOf(running)?.job?.status).toBe('completed')
})

it('[ADOPT23] it counts once, without a price, and against no budget', async () => {
  const { make, look, take, journal, clock } = await open()
  const mark = journal.mark()
  make()
  make({ status: 'processing', completed_at: null, result: null }, { status: 'processing' })
  await take(await look({ days: null }))
  await take(await look({ days: null }))
  const period = { from: clock.now() - day, to: clock.now() + day }
  expect(journal.sums('sandbox', period)).toEqual({
    ...{ jobs: 1, microUsd: microUsd(0), upToMicroUsd: microUsd(0), unlistedJobs: 1 },
  })
  expect(journal.pending('sandbox').running).toMatchObject({
    runs: 1,
    microUsd: microUsd(0),
    unlistedRuns: 1,
  })
  expect(journal.committedSince('sandbox', mark).committed).toBe(0)
})

it.each(['unknown', 'sending', 'closed'] as const)(
  '[ADOPT12] a job that may be that of a run that is %s is reserved for it',
  async (state) => {
    const { make, look, take, found, journal, clock, runOf, service } = await open()
    const sentAt = clock.now() - hour
    const run = sampleSubmission({ values: { prompt }, sentAt, updatedAt: sentAt, confirmedAt: sentAt })
    journal.insert([run])
    journal.save({ ...run, state, attempts: 1, sentAt })
    const [its, other] = [make(), make({}, { body: { prompt: 'another' } })]
    const view = await look({ days: null })
    expect([view.reserved, found(view).map(({ jobId }) => jobId)]).toEqual([1, [other.job_id]])
    const jobIds = [its.job_id, other.job_id]
    expect(found(await look({ jobIds })).map((one) => one.state)).toEqual(['reserved', 'ready'])
    // Where nothing tells of its request, its time alone decides.
    service.listing = { type: 'none' }
    const byId = await look({ jobIds })
    expect(found(byId).map((one) => one.state)).toEqual(['reserved', 'reserved'])
    expect(await take(byId)).toMatchObject({ taken: 0 })
    expect(runOf(its)).toBeNull()
  },
)

it('[ADOPT12] the very request of such a run is reserved for it in a whole day, whatever the clocks say', async () => {
  const { make, look, found, journal, clock } = await open()
  const sentAt = clock.now() - 20 * hour
  const run = sampleSubmission({ values: { prompt }, sentAt, updatedAt: sentAt, confirmedAt: sentAt })
  journal.insert([run])
  journal.save({ ...run, state: 'unknown', attempts: 1, sentAt })
  make({}, { ago: 15 * hour })
  const other = make({}, { ago: 15 * hour, body: { prompt, seed: 1 } })
  const old = make({}, { ago: 50 * hour })
  const view = await look({ days: null })
  expect([view.reserved, found(view).map(({ jobId }) => jobId)]).toEqual([1, [other.job_id, old.job_id]])
})

it('[ADOPT12] a job that was found before its run’s response was lost is not taken any more', async () => {
  const { make, look, take, found, journal, clock, runOf } = await open()
  const job = make()
  const view = await look({ days: null })
  const sentAt = clock.now() - hour
  const run = sampleSubmission({ values: { prompt }, sentAt, updatedAt: sentAt, confirmedAt: sentAt })
  journal.insert([run])
  journal.save({ ...run, state: 'unknown', attempts: 1, sentAt })
  expect(await take(view)).toMatchObject({ chosen: 1, done: 1, taken: 0 })
  expect([found(view)[0]?.state, runOf(job)]).toEqual(['reserved', null])
})

it('[ADOPT12] a run that is closed and a day old reserves nothing more, nor does one that was found absent', async () => {
  const { make, look, journal, clock } = await open()
  const sentAt = clock.now() - 2 * day
  const at = new Date(clock.now()).toISOString()
  const problem = {
    code: 'answer_lost',
    status: null,
    retryAt: null,
    listing: { outcome: 'absent', at },
  } as const
  for (const changes of [{ state: 'closed' }, { state: 'unknown', problem }] as const) {
    const run = sampleSubmission({ values: { prompt }, sentAt, updatedAt: sentAt, confirmedAt: sentAt })
    journal.insert([run])
    journal.save({ ...run, attempts: 1, sentAt, ...changes })
  }
  make({}, { ago: 2 * day })
  expect(await look({ days: null })).toMatchObject({ reserved: 0, takeable: 1 })
})

it('[ADOPT10] only what is new in the wanted days is listed; the rest is counted', async () => {
  const { make, look, rows, found } = await open()
  const job = make({}, { ago: 6 * day })
  make({ status: 'failed' }, { ago: day })
  make({}, { ago: 8 * day })
  rows.push({ jobId: null, createdAt: null } as never)
  const view = await look({ days: 7 })
  expect(view).toMatchObject({ read: 4, found: 1, ended: 1, unreadable: 1, here: 0, isWhole: true })
  expect(found(view)[0]).toMatchObject({ jobId: job.job_id, modelLabel: 'I3 Fast', prompt, files: 1 })
  expect((await look({ days: null })).found).toBe(2)
  make({}, { path: '/generate/video/acme/new-model' })
  expect((await look({ days: null })).models).toEqual([
    { label: 'I3 Fast', jobs: 2 },
    { label: 'acme-new-model', jobs: 1 },
  ])
})

it('[ADOPT11] a service without a listing says so; one that breaks off leaves what was read', async () => {
  const { make, look, service, rows } = await open()
  make()
  service.listing = (page) =>
    page === 0
      ? listingPage({ rows, next: '1', isLast: false })
      : { type: 'refused', status: 500, retryAfterMs: null }
  expect(await look({ days: null })).toMatchObject({ failure: null, isWhole: false, takeable: 1 })
  service.listing = { type: 'none' }
  expect(await look({ days: null })).toMatchObject({ failure: 'no_listing', found: 0 })
  service.listing = { type: 'undescribed' }
  expect(await look({ days: null })).toMatchObject({ failure: 'undescribed' })
})

it('[ADOPT11] stopped while it reads, it keeps what it has', async () => {
  const { make, clock, procedures, service, rows, take } = await open()
  make()
  service.listing = (page) =>
    listingPage({ rows: page === 0 ? rows : [], next: String(page + 1), isLast: false })
  const begun = procedures['adoption.look']({ days: null })
  const { adoptionId } = begun.ok ? begun.value : { adoptionId: '' }
  await clock.advance(10)
  const cancelled = await procedures['adoption.cancel']({ adoptionId })
  expect(cancelled).toMatchObject({ ok: true, value: { state: 'ready', isWhole: false, takeable: 1 } })
  if (cancelled.ok) expect(await take(cancelled.value)).toMatchObject({ taken: 1 })
})

it('[ADOPT11] stopped before a first page was read, it says that it isn’t all', async () => {
  const { make, procedures } = await open()
  make()
  const begun = procedures['adoption.look']({ days: null })
  const { adoptionId } = begun.ok ? begun.value : { adoptionId: '' }
  expect(await procedures['adoption.cancel']({ adoptionId })).toMatchObject({
    ok: true,
    value: { state: 'ready', read: 0, isWhole: false, failure: null },
  })
})

it('[ADOPT11] stopped while it reads by ids, it says that it isn’t all', async () => {
  const { make, look, procedures, service, jobs } = await open()
  const [first, second] = [make(), make()]
  const jobIds = [first.job_id, second.job_id]
  expect(await look({ jobIds })).toMatchObject({ found: 2, isWhole: true })
  service.respondToRead((jobId) => {
    const current = procedures['adoption.current']()
    const adoptionId = current.ok ? (current.value.look?.adoptionId ?? '') : ''
    if (jobId === second.job_id) void procedures['adoption.cancel']({ adoptionId })
    return { type: 'job', job: jobs.get(jobId) as Job }
  })
  expect(await look({ jobIds })).toMatchObject({ failure: null, found: 1, read: 1, total: 2, isWhole: false })
})

it.each([
  [401, 'key_refused'],
  [403, 'not_allowed'],
  [500, 'unreachable'],
] as const)('[ADOPT5] a %i ends reading a listing (%s)', async (status, failure) => {
  const { look, service } = await open()
  service.listing = { type: 'refused', status, retryAfterMs: null }
  expect(await look({ days: 7 })).toMatchObject({ failure, state: 'ready' })
})

it('[ADOPT5] a refused key, and a service that is away, end reading by ids; one bad answer does not', async () => {
  const { look, service, jobs, make, found } = await open()
  const ids = [make(), make(), make(), make(), make()].map(({ job_id }) => job_id)
  service.respondToRead(() => refused(401))
  expect(await look({ jobIds: ids })).toMatchObject({ failure: 'key_refused', found: 0 })
  service.respondToRead((jobId) =>
    jobId === ids[1] ? { type: 'unreachable', cause: 'reset' } : { type: 'job', job: jobs.get(jobId) as Job },
  )
  const one = await look({ jobIds: ids })
  expect([one.failure, found(one).map(({ state }) => state)]).toEqual([
    null,
    ['ready', 'unreachable', 'ready', 'ready', 'ready'],
  ])
  service.respondToRead(() => ({ type: 'unreachable', cause: 'reset' }))
  expect(await look({ jobIds: ids })).toMatchObject({ failure: 'unreachable', found: 2 })
})

it('[ADOPT5] a request to wait is kept and shown, and one for too long ends the reading', async () => {
  const { look, service, make, clock, views, procedures, ended } = await open()
  const job = make()
  let waits = 1
  service.respondToRead(() => (waits-- > 0 ? refused(429, 60_000) : { type: 'job', job }))
  procedures['adoption.look']({ jobIds: [job.job_id] })
  const until = new Date(clock.now() + 60_000).toISOString()
  await clock.advance(59_000)
  expect(service.reads.length).toBe(1)
  expect(views.some(({ pausedUntil }) => pausedUntil === until)).toBe(true)
  expect(await ended()).toMatchObject({ takeable: 1, pausedUntil: null, failure: null })
  service.respondToRead(() => refused(429, hour))
  expect(await look({ jobIds: [job.job_id] })).toMatchObject({ failure: 'busy' })
  let refusals = 1
  service.listing = () =>
    refusals-- > 0 ? { type: 'refused', status: 429, retryAfterMs: 30_000 } : listingPage({})
  expect(await look({ days: 7 })).toMatchObject({ failure: null })
  service.listing = { type: 'refused', status: 429, retryAfterMs: hour }
  expect(await look({ days: 7 })).toMatchObject({ failure: 'busy' })
})

it('[ADOPT5] a pause that the service asked of others is kept as well, and one of an hour ends the reading', async () => {
  const { make, look, clock, service, quiet, procedures, ended } = await open()
  const { job_id } = make()
  quiet.until = clock.now() + 60_000
  procedures['adoption.look']({ jobIds: [job_id] })
  await clock.advance(59_000)
  expect(service.reads).toEqual([])
  expect(await ended()).toMatchObject({ takeable: 1, failure: null })
  quiet.until = clock.now() + hour
  expect(await look({ jobIds: [job_id] })).toMatchObject({ failure: 'busy' })
  expect(await look({ days: 7 })).toMatchObject({ failure: 'busy' })
  expect(service.listings).toBe(1)
})

it('[ADOPT5] another account that is connected meanwhile gets nothing', async () => {
  const { make, look, account, procedures, runOf, take, clock, service, jobs } = await open()
  const [first, second] = [make({}, { ago: 2 * hour }), make()]
  const view = await look({ days: null })
  service.respondToRead((jobId) => {
    account.serviceId = 'https://other.example'
    return { type: 'job', job: jobs.get(jobId) as Job }
  })
  expect(await take(view)).toMatchObject({ failure: 'account_changed', taken: 1 })
  expect([runOf(first)?.serviceId, runOf(second)]).toEqual(['sandbox', null])
  const { adoptionId } = view
  expect(procedures['adoption.take']({ adoptionId, which: 'allBut', jobIds: [] })).toMatchObject({
    error: { code: 'not_possible_now' },
  })
  await clock.advance(0)
})

it('[ADOPT30] one look at a time, with a key, and an earlier look is over', async () => {
  const { make, look, procedures, account, ended } = await open()
  make()
  const first = await look({ days: 7 })
  expect(procedures['adoption.look']({ days: 7 }).ok).toBe(true)
  expect(procedures['adoption.look']({ days: 7 })).toMatchObject({ error: { code: 'not_possible_now' } })
  await ended()
  const { adoptionId } = first
  expect(procedures['adoption.jobs']({ adoptionId, offset: 0, limit: 1 })).toMatchObject({
    error: { code: 'not_found' },
  })
  account.key = null
  expect(procedures['adoption.look']({ days: 7 })).toMatchObject({ error: { code: 'no_key' } })
  account.serviceId = ''
  expect(procedures['adoption.look']({ days: 7 })).toMatchObject({ error: { code: 'service_unreachable' } })
})

it('[ADOPT20] a request is kept without bytes of files, references to files here, and beyond 64 KiB', () => {
  const request = {
    seed: 7,
    start_image: 'data:image/png;base64,AAAA',
    end_image: inputReference('a'.repeat(64)),
    image_urls: ['https://service.example/a.png', 'data:image/png;base64,AAAA'],
    styles: [{ id: 's', strength: 1 }],
    prompt,
  }
  const kept = {
    prompt,
    seed: 7,
    image_urls: ['https://service.example/a.png'],
    styles: [{ id: 's', strength: 1 }],
  }
  expect(keptRequest(request)).toEqual(kept)
  expect(keptRequest({ note: 'x'.repeat(70_000), prompt })).toEqual({ prompt })
})

it('[ADOPT20] whatever a request holds, what is kept of it is small and plain', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const kept = keptRequest(JSON.parse(JSON.stringify(body)))
      expect(JSON.stringify(kept).length).toBeLessThan(70_000)
      expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
    }),
  )
})
