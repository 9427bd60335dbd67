import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { fakeRequestBodies } from '../../testing/fake-request-bodies.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyJobService, listingPage, type SpyJobService } from '../../testing/spy-job-service.ts'
import type { ListedJob, ListJobsOutcome } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'
import { createJobSearch } from './job-search.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const path = '/generate/image/sandbox/i3'
const prompt = 'a quiet sea'

/** A search over runs that are held here; `saved` is what was found of them, in order, and `shown` the same. */
function open() {
  const clock = createFakeClock()
  const service = createSpyJobService()
  service.listing = listingPage({})
  const runs = new Map<string, Submission>()
  const saved: Submission[] = []
  const shown: Submission[] = []
  const failures: unknown[] = []
  const adopted: { readonly submissionId: string; readonly job: Job }[] = []
  const state = {
    connection: { serviceId: 'sandbox', service } as { serviceId: string; service: SpyJobService } | null,
    quietUntil: 0,
    canBuild: true,
  }
  const search = createJobSearch({
    clock,
    journal: {
      get: (id) => runs.get(id) ?? null,
      inState: (wanted) => [...runs.values()].filter((run) => run.state === wanted),
      sentWithoutJob: () =>
        [...runs.values()].filter(({ state, sentAt }) =>
          state === 'closed' ? sentAt !== null : ['sending', 'unknown'].includes(state),
        ),
      findByJob: (jobId) => [...runs.values()].find(({ job }) => job?.job_id === jobId) ?? null,
      save(run) {
        if (isFinding(run)) saved.push(run)
        runs.set(run.submissionId, run)
      },
    },
    bodies: {
      show: async (...run) => (state.canBuild ? fakeRequestBodies.show(...run) : null),
    },
    connection: () => state.connection,
    quietUntil: () => state.quietUntil,
    describe: async () => undefined,
    onChanged: (run) => isFinding(run) && shown.push(run),
    adopt: (submissionId, job) => adopted.push({ submissionId, job }) > 0,
    onFailed: (error) => failures.push(error),
  })
  onTestFinished(() => search.close())
  /** A run whose answer was lost just now, or as `changes` say. */
  function lose(changes: Partial<Submission> = {}): Submission {
    const now = clock.now()
    const problem = { code: 'answer_lost', message: 'Reset.', status: null, retryAt: null } as const
    const sent = { state: 'unknown', attempts: 1, sentAt: now, updatedAt: now, problem } as const
    const run = sampleSubmission({ values: { prompt }, ...sent, ...changes })
    runs.set(run.submissionId, run)
    return run
  }
  return { clock, service, runs, saved, shown, failures, adopted, state, search, lose }
}

/** That it is being searched for is no finding yet (JOB68). */
function isFinding({ problem }: Submission): boolean {
  return problem?.listing?.outcome !== 'searching'
}

function listed(createdAt: number, changes: Partial<ListedJob> = {}): ListedJob {
  return { jobId: crypto.randomUUID(), createdAt, path, body: { other: true }, ...changes }
}

/** Keeps each page of the listing until it is released. */
function holdListing(service: SpyJobService) {
  const waiting: (() => void)[] = []
  const respond = service.listJobs.bind(service)
  service.listJobs = async (next, signal) => {
    const outcome = respond(next, signal)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return outcome
  }
  return { release: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

it('[JOB26] a run of which nothing has left is not looked for', async () => {
  const { clock, service, search, lose } = open()
  search.noticed(lose({ sentAt: null }))
  await clock.advance(day)
  expect([service.listings, clock.waiting()]).toEqual([0, 0])
})

it('[JOB26] a run of another service is not looked for here', async () => {
  const { clock, service, search, lose } = open()
  search.noticed(lose({ serviceId: 'https://elsewhere.example' }))
  await clock.advance(day)
  expect([service.listings, clock.waiting()]).toEqual([0, 0])
})

it('[JOB26] a run that found its job by another way before its time is not asked for', async () => {
  const { clock, service, runs, search, lose } = open()
  const run = lose()
  search.noticed(run)
  runs.set(run.submissionId, { ...run, state: 'accepted', job: sampleJob() })
  await clock.advance(day)
  expect([service.listings, clock.waiting()]).toEqual([0, 0])
})

it('[JOB26] a run that was deleted meanwhile ends nothing', async () => {
  const { clock, service, runs, search, lose, failures } = open()
  const run = lose()
  search.noticed(run)
  runs.clear()
  await clock.advance(day)
  expect([service.listings, clock.waiting(), failures]).toEqual([0, 0, []])
})

it('[JOB26] without a connection nothing is asked, nothing fails, and the next connection asks', async () => {
  const { clock, service, search, lose, failures, state } = open()
  const { connection } = state
  const run = lose()
  search.noticed(run)
  state.connection = null
  await clock.advance(10 * minute)
  search.noticed(lose())
  await clock.advance(10 * minute)
  expect([service.listings, clock.waiting(), failures]).toEqual([0, 0, []])
  state.connection = connection
  search.resume()
  await clock.advance(2 * minute)
  expect(service.listings).toBeGreaterThan(0)
})

it('[JOB26] several lost runs have one timer, and none is set while a look is under way or after the close', async () => {
  const { clock, service, search, lose } = open()
  const held = holdListing(service)
  search.noticed(lose())
  search.noticed(lose())
  expect(clock.waiting()).toBe(1)
  await clock.advance(2 * minute)
  expect([service.listings, clock.waiting()]).toEqual([1, 0])
  search.noticed(lose())
  await clock.advance(10 * minute)
  expect([service.listings, clock.waiting()]).toEqual([1, 0])
  held.release()
  await clock.advance(0)
  expect(clock.waiting()).toBe(1)
  held.release()
  await search.close()
  expect(clock.waiting()).toBe(0)
  search.noticed(lose())
  search.resume()
  expect(clock.waiting()).toBe(0)
})

it('[JOB41] where several are looked for, the listing is read back beyond the oldest', async () => {
  const { clock, service, search, lose } = open()
  const first = lose()
  await clock.advance(30 * minute)
  const second = lose()
  const at = (run: Submission) => run.sentAt ?? 0
  const rows = [
    [at(second) + minute, at(second) - 10 * minute],
    [at(first) - 2 * minute],
    [at(first) - hour],
    [0],
  ]
  service.listing = (page) =>
    listingPage({
      rows: (rows[page] ?? []).map((time) => listed(time)),
      next: String(page + 1),
      isLast: page === 3,
    })
  search.resume()
  await clock.advance(2 * minute)
  expect(service.listings).toBe(3)
})

it('[JOB41] a listing whose first job is older than the youngest of them is read to its end', async () => {
  const { clock, service, search, lose } = open()
  const first = lose()
  await clock.advance(30 * minute)
  lose()
  const sentAt = first.sentAt ?? 0
  const rows = [[sentAt + minute], [sentAt - hour], [sentAt - 2 * hour], [0]]
  service.listing = (page) =>
    listingPage({
      rows: (rows[page] ?? []).map((time) => listed(time)),
      next: String(page + 1),
      isLast: page === 3,
    })
  search.resume()
  await clock.advance(2 * minute)
  expect(service.listings).toBe(4)
})

it('[JOB45] what a listing says that came for a connection of before is not noted', async () => {
  const { clock, service, saved, search, lose, state } = open()
  const held = holdListing(service)
  search.noticed(lose())
  await clock.advance(10 * minute)
  state.connection = { serviceId: 'sandbox', service: createSpyJobService() }
  held.release()
  await clock.advance(0)
  expect(saved).toEqual([])
})

const noted = (outcome: 'absent' | 'unclear', at: number) => ({
  problem: {
    code: 'answer_lost',
    message: 'Reset.',
    status: null,
    retryAt: null,
    listing: { outcome, at: new Date(at).toISOString() },
  } as const,
})

it.each([
  ['absent', 2 * day, false],
  ['absent', hour, true],
  ['unclear', 2 * day, true],
] as const)(
  '[JOB45] three days after it was sent a run that was %s %i ms after it is looked for once more: %s',
  async (outcome, after, isSought) => {
    const { clock, search, lose } = open()
    const sentAt = clock.now() - 3 * day
    lose({ sentAt, updatedAt: sentAt, ...noted(outcome, sentAt + after) })
    search.resume()
    expect(clock.waiting()).toBe(isSought ? 1 : 0)
  },
)

it('[JOB45] a run of days ago that can’t be recognized is looked for a day, and no more', async () => {
  const { clock, service, search, lose } = open()
  const sentAt = clock.now() - 3 * day
  lose({ sentAt, updatedAt: sentAt })
  service.listing = { type: 'failed' }
  search.resume()
  await clock.advance(day - hour)
  expect(clock.waiting()).toBe(1)
  await clock.advance(3 * hour)
  expect(clock.waiting()).toBe(0)
})

it('[JOB45] what is noticed again of a run does not begin its day anew', async () => {
  const { clock, service, search, lose } = open()
  const sentAt = clock.now() - 3 * day
  const run = lose({ sentAt, updatedAt: sentAt })
  service.listing = { type: 'failed' }
  search.resume()
  await clock.advance(day - hour)
  search.noticed(run)
  await clock.advance(3 * hour)
  expect(clock.waiting()).toBe(0)
})

it('[JOB26] the first look is when the run’s time is over, the next at the end of the time for its absence', async () => {
  const { clock, service, search, lose } = open()
  const lookedAt: number[] = []
  const begun = clock.now()
  const say = (): ListJobsOutcome => {
    lookedAt.push(clock.now() - begun)
    return listingPage({ rows: [listed(begun + 500)] })
  }
  service.listing = say
  search.noticed(lose())
  await clock.advance(6 * minute)
  expect(lookedAt).toEqual([minute + 1, 2 * minute + 1, 4 * minute + 1, 5 * minute + 1])
})

it('[JOB26] looks grow rare, and a run that is lost later or another connection makes them frequent again', async () => {
  const { clock, service, search, lose } = open()
  const looksIn = async (milliseconds: number) => {
    const before = service.listings
    await clock.advance(milliseconds)
    return service.listings - before
  }
  search.noticed(lose())
  await clock.advance(10 * hour)
  expect(await looksIn(5 * hour)).toBe(5)
  search.noticed(lose())
  expect(await looksIn(4.5 * minute)).toBe(3)
  await clock.advance(10 * hour)
  search.resume()
  expect(await looksIn(minute - 1)).toBe(0)
  expect(await looksIn(1)).toBe(1)
  expect(await looksIn(minute)).toBe(1)
  expect(await looksIn(2 * minute - 1)).toBe(0)
  expect(await looksIn(1)).toBe(1)
})

it('[JOB26] a run of which nothing has left could have made no job, and stands in nobody’s way', async () => {
  const { clock, service, search, lose, adopted, failures } = open()
  lose({ sentAt: null })
  const run = lose()
  service.listing = listingPage({ rows: [listed((run.sentAt ?? 0) + 500, { body: { prompt } })] })
  search.noticed(run)
  await clock.advance(2 * minute)
  expect([adopted.length > 0, failures]).toEqual([true, []])
})

it('closing ends a page that is awaited', async () => {
  const { clock, service, search, lose } = open()
  service.listJobs = (_, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'failed' })))
  search.noticed(lose())
  await clock.advance(2 * minute)
  await search.close()
  expect(clock.waiting()).toBe(0)
})

it('[JOB42] the service’s own time for the next look is kept', async () => {
  const { clock, service, search, lose, state } = open()
  state.quietUntil = clock.now() + 10 * minute
  search.noticed(lose())
  await clock.advance(10 * minute - 1)
  expect(service.listings).toBe(0)
  await clock.advance(1)
  expect(service.listings).toBe(1)
})

it('[JOB26] a job that the service then reads as another one is not taken; its id may be written in either case', async () => {
  for (const [inListing, inJob] of [
    [(id: string) => id, (id: string) => id.toUpperCase()],
    [(id: string) => id.toUpperCase(), (id: string) => id.toLowerCase()],
  ] as const) {
    const { clock, service, search, lose, adopted, failures } = open()
    const run = lose()
    const jobId = inListing(crypto.randomUUID())
    service.listing = listingPage({ rows: [listed((run.sentAt ?? 0) + 500, { jobId, body: { prompt } })] })
    service.respondToRead(() => ({ type: 'job', job: sampleJob() }))
    search.noticed(run)
    await clock.advance(2 * minute)
    service.respondToRead(() => ({
      type: 'refused',
      status: 404,
      message: 'No such job.',
      retryAfterMs: null,
    }))
    await clock.advance(10 * minute)
    expect([adopted, failures]).toEqual([[], []])
    service.respondToRead((id) => ({ type: 'job', job: sampleJob({ job_id: inJob(id) }) }))
    await clock.advance(2 * hour)
    expect(adopted.map(({ submissionId }) => submissionId)).toContain(run.submissionId)
  }
})

it('[JOB26] where what was sent can’t be made any more, a job whose body is not listed is not taken', async () => {
  const { clock, service, search, lose, adopted, failures, state } = open()
  state.canBuild = false
  const run = lose()
  service.listing = listingPage({ rows: [listed((run.sentAt ?? 0) + 500, { body: null })] })
  search.noticed(run)
  await clock.advance(hour)
  expect([adopted, service.reads, failures]).toEqual([[], [], []])
})

it('a search that is closed while a job is read waits for that, takes none and notes nothing of the others', async () => {
  const { clock, service, saved, search, lose, adopted } = open()
  const [first, second] = [lose(), lose({ values: { prompt: 'another' } })]
  service.listing = listingPage({ rows: [listed((first.sentAt ?? 0) + 500, { body: { prompt } })] })
  const reading = Promise.withResolvers<void>()
  const { readJob } = service
  service.readJob = async (...requested) => {
    await reading.promise
    return readJob(...requested)
  }
  search.noticed(first)
  search.noticed(second)
  await clock.advance(6 * minute)
  const ended: string[] = []
  const closing = search.close().then(() => ended.push('close'))
  await clock.advance(0)
  expect(ended).toEqual([])
  reading.resolve()
  await closing
  expect([adopted, saved]).toEqual([[], []])
})

it('[JOB26] a service without a listing keeps nothing from the runs of another, not even closed ones', async () => {
  const { clock, service, runs, search, lose, state, adopted } = open()
  const elsewhere = { serviceId: 'https://elsewhere.example', service: createSpyJobService() }
  service.listing = { type: 'none' }
  search.noticed(lose({ values: { prompt: 'another' } }))
  const theirs = lose({ serviceId: elsewhere.serviceId })
  search.noticed(theirs)
  runs.set(theirs.submissionId, { ...theirs, state: 'closed' })
  await clock.advance(2 * minute)
  expect([service.listings, clock.waiting()]).toEqual([1, 0])
  state.connection = elsewhere
  const job = listed((theirs.sentAt ?? 0) + 500, { body: { prompt } })
  elsewhere.service.listing = listingPage({ rows: [job] })
  search.resume()
  await clock.advance(2 * minute)
  expect(adopted[0]).toMatchObject({ submissionId: theirs.submissionId, job: { job_id: job.jobId } })
})

it.each([
  ['run’s time', minute],
  ['time for its absence', 5 * minute],
])('[JOB26] a look that is planned in the last millisecond of a %s comes right after it', async (_, time) => {
  const { clock, service, search, lose } = open()
  const run = lose()
  await clock.advance(time)
  search.noticed(run)
  await clock.advance(1)
  expect(service.listings).toBe(1)
})

it('[JOB45] a listing that can’t be read says nothing yet of a run whose time is not over', async () => {
  const { clock, service, saved, search, lose } = open()
  service.listing = { type: 'failed' }
  const first = lose()
  search.noticed(first)
  await clock.advance(50_000)
  search.noticed(lose())
  await clock.advance(10_001)
  expect(saved.map(({ submissionId }) => submissionId)).toEqual([first.submissionId])
  expect(saved[0]?.problem?.listing?.outcome).toBe('partial')
})

it('[JOB45] of a run that the person closed, or whose record can’t be read, nothing is noted', async () => {
  const { clock, runs, saved, search, lose } = open()
  const [closed, unread, bare] = [lose(), lose(), lose({ problem: null })]
  for (const run of [closed, unread, bare]) search.noticed(run)
  runs.set(closed.submissionId, { ...closed, state: 'closed' })
  runs.set(unread.submissionId, { ...unread, isUnreadable: true })
  await clock.advance(20 * minute)
  expect(saved).toEqual([])
  search.noticed({ ...unread, isUnreadable: true })
  search.noticed({ ...closed, state: 'closed' })
})

it('[JOB45] what is noted is shown, with the time of the look', async () => {
  const { clock, saved, shown, search, lose } = open()
  const run = lose()
  search.noticed(run)
  await clock.advance(5 * minute + 1)
  const at = new Date(clock.now()).toISOString()
  expect(saved).toEqual([{ ...run, problem: { ...run.problem, listing: { outcome: 'absent', at } } }])
  expect(shown).toEqual(saved)
})

it('[JOB34] a run whose record can’t be read is not looked for when it is noticed', async () => {
  const { clock, search, lose } = open()
  search.noticed(lose({ isUnreadable: true }))
  search.noticed(lose({ state: 'accepted' }))
  expect(clock.waiting()).toBe(0)
})

it('[JOB35] a journal that fails in a search is reported, and the run is looked for again', async () => {
  const { clock, service, runs, search, lose, failures } = open()
  search.noticed(lose())
  const { get } = runs
  service.listing = () => {
    runs.get = () => {
      throw new Error('disk I/O error')
    }
    return listingPage({})
  }
  await clock.advance(2 * minute)
  expect(failures.length).toBeGreaterThan(0)
  runs.get = get
  service.listing = listingPage({})
  search.resume()
  await clock.advance(10 * minute)
  expect(service.listings).toBeGreaterThan(1)
})
