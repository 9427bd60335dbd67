import { expect, it } from 'vitest'
import type { Job } from '../../shared/api/job.ts'
import { notBilled } from '../../shared/pricing/settle.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { createInternalEventHub, type InternalEvents } from './internal-events.ts'
import { createJobIntake } from './job-intake.ts'
import type { FileToFetch } from './library/ports.ts'
import type { Submission } from './submissions/submission.ts'

const names = ['run.changed', 'run.completed', 'run.ended', 'run.end_read', 'run.followed'] as const

/** An intake over a real library; what it emits and hands to the downloads stands in `happened`, in order. */
async function open() {
  const { journal, files, database } = await openLibrary()
  const clock = createFakeClock()
  const happened: string[] = []
  const fetched: FileToFetch[] = []
  const emitted: InternalEvents[(typeof names)[number]][] = []
  const failures: unknown[] = []
  const events = createInternalEventHub(createSpyLog())
  for (const name of names)
    events.on(name, (payload) => {
      happened.push(name)
      emitted.push(payload)
    })
  events.on('storage.failed', (error) => failures.push(error))
  const downloads = {
    add(added: readonly FileToFetch[]) {
      happened.push(`downloads of ${added.length}`)
      fetched.push(...added)
    },
  }
  const ids = { next: () => crypto.randomUUID() }
  const intake = createJobIntake({ clock, ids, journal, files, downloads, events })

  /** A run in the journal, with a job under way by default. */
  function insert(changes: Partial<Submission> = {}): Submission {
    const run = sampleSubmission({ state: 'accepted', job: sampleJob(), ...changes })
    journal.insert([run])
    journal.save(run)
    return run
  }

  const filesOf = ({ submissionId }: Submission) => files.filesOf([submissionId]).get(submissionId) ?? []
  const now = ({ submissionId }: Submission) => journal.get(submissionId)

  return { clock, intake, journal, database, happened, fetched, emitted, failures, insert, filesOf, now }
}

function completed(urls: readonly string[], changes: Partial<Job> = {}): Job {
  return sampleJob({
    status: 'completed',
    completed_at: '2026-11-20T12:01:00Z',
    result: { urls: [...urls] },
    ...changes,
  })
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `https://service.example/${place}.png`)
}

it('[LIB1] an end that was read is written with its files, shown, fetched and only then frees its slot', async () => {
  const { clock, intake, insert, happened, emitted, fetched, filesOf, now } = await open()
  const run = insert()
  const job = completed(addresses(2))
  expect(intake.read(run.submissionId, job)).toBe(true)
  expect(happened).toEqual(['run.changed', 'run.completed', 'downloads of 2', 'run.ended', 'run.end_read'])
  const ended = {
    ...run,
    arrival: { by: 'polling', at: clock.now() },
    jobMilliseconds: 60_000,
    job: expect.objectContaining({ status: 'completed' }),
    settled: run.estimate,
  }
  expect([now(run), ...emitted]).toEqual([ended, ended, ended, ended, run.submissionId])
  expect(fetched.map(({ url }) => url)).toEqual(addresses(2))
  expect(filesOf(run).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

it.each(['failed', 'cancelled'])(
  '[LIB1] a job that ended as %s has no files, whatever it names, is not completed and costs nothing',
  async (status) => {
    const { intake, insert, happened, emitted, filesOf, now } = await open()
    const run = insert()
    intake.read(run.submissionId, completed(addresses(1), { status }))
    expect(emitted[0]).toMatchObject({ settled: notBilled })
    expect(happened).toEqual(['run.changed', 'downloads of 0', 'run.ended', 'run.end_read'])
    expect([filesOf(run), now(run)?.job?.status, now(run)?.settled]).toEqual([[], status, notBilled])
  },
)

it('[LIB1] a completed job without a result has no files', async () => {
  const { intake, insert, failures, filesOf, now } = await open()
  const run = insert()
  expect(intake.read(run.submissionId, completed([], { result: null }))).toBe(true)
  expect([filesOf(run), now(run)?.job?.status, failures]).toEqual([[], 'completed', []])
})

it('[LIB1] an end that is read twice has its files once, and they are fetched once', async () => {
  const { intake, insert, fetched, filesOf } = await open()
  const run = insert()
  const job = completed(addresses(2))
  intake.read(run.submissionId, job)
  intake.read(run.submissionId, job)
  expect([filesOf(run).length, fetched.length]).toEqual([2, 2])
})

it('[LIB46] of more than 256 files the first 256 are fetched, and the next entry says how many there are', async () => {
  const { intake, insert, fetched, filesOf } = await open()
  const [full, over] = [insert(), insert()]
  intake.read(full.submissionId, completed(addresses(256)))
  expect([fetched.length, filesOf(full).length]).toEqual([256, 256])
  fetched.length = 0
  intake.read(over.submissionId, completed(addresses(300)))
  expect(fetched.map(({ url }) => url)).toEqual(addresses(256))
  const failure = { code: 'too_many_files', files: 300, fetched: 256 }
  expect(filesOf(over).slice(256)).toEqual([expect.objectContaining({ state: 'failed', failure })])
})

it.each([
  ['its prompt', 'A quiet sea', /^2026-11-20-i3-a-quiet-sea-[0-9a-f]{12}$/],
  ['nothing else where its prompt is no text', 7, /^2026-11-20-i3-[0-9a-f]{12}$/],
])('a file is named by its day, its model and %s', async (_, prompt, name) => {
  const { intake, insert, fetched } = await open()
  const run = insert({ values: { prompt } })
  intake.read(run.submissionId, completed(addresses(1)))
  expect(fetched.map((file) => file.name)).toEqual([expect.stringMatching(name)])
})

it('[JOB12] a step forward is shown and ends nothing', async () => {
  const { intake, insert, happened, emitted } = await open()
  const run = insert()
  expect(intake.read(run.submissionId, sampleJob({ status: 'processing' }))).toBe(true)
  expect([happened, emitted]).toEqual([['run.changed'], [run]])
})

it('[JOB12] of a run that was deleted meanwhile nothing is written or shown, and nothing fails', async () => {
  const { intake, happened, failures } = await open()
  expect(intake.read(crypto.randomUUID(), completed(addresses(1)))).toBe(true)
  expect([happened, failures]).toEqual([[], []])
})

it('[JOB13] an accepted run is polled, unless its job has ended already', async () => {
  const { intake, insert, happened, emitted, now } = await open()
  const running = insert()
  intake.accept(running)
  expect([happened, emitted]).toEqual([['run.followed'], [running]])
  happened.length = 0
  const ended = insert({ job: completed(addresses(1)) })
  intake.accept(ended)
  expect(happened).toEqual(['run.changed', 'run.completed', 'downloads of 1', 'run.ended'])
  expect(now(ended)?.job?.status).toBe('completed')
})

it('[JOB13] an end that can’t be written is reported, and polled to be read again', async () => {
  const { intake, insert, database, happened, failures } = await open()
  const run = insert({ job: completed(addresses(1)) })
  const abort = "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
  database.prepare(`CREATE TRIGGER full BEFORE INSERT ON files ${abort}`).run()
  intake.accept(run)
  expect([happened, failures.length]).toEqual([['run.followed'], 1])
  expect([intake.read(run.submissionId, completed(addresses(1))), failures.length]).toEqual([false, 2])
})

it('[JOB34] an accepted run whose job’s record can’t be read is not polled, and nothing fails', async () => {
  const { intake, insert, happened, failures } = await open()
  intake.accept(insert({ job: null }))
  expect([happened, failures]).toEqual([[], []])
})

it('[JOB25] a job that turns up is shown with its run and polled to its end', async () => {
  const { intake, insert, happened, emitted, now } = await open()
  const run = insert({ state: 'unknown', job: null })
  const job = sampleJob()
  expect(intake.adopt(run.submissionId, job)).toBe(true)
  expect(happened).toEqual(['run.changed', 'run.followed'])
  const accepted = { ...run, state: 'accepted', job }
  expect([...emitted, now(run)]).toMatchObject([accepted, accepted, accepted])
})

it('[JOB25] a job that has ended when it turns up is written with its files at once, and not polled', async () => {
  const { intake, insert, happened, filesOf, now } = await open()
  const run = insert({ state: 'unknown', job: null })
  intake.adopt(run.submissionId, completed(addresses(1)))
  expect(happened).toEqual(['run.changed', 'run.completed', 'downloads of 1', 'run.ended'])
  expect([now(run)?.state, filesOf(run).length]).toEqual(['accepted', 1])
})

it('[JOB25] a job is not taken where its run was deleted or has an answer, or another run has the job', async () => {
  const { intake, insert, happened, failures, now } = await open()
  const [other, run] = [insert(), insert({ state: 'unknown', job: null })]
  intake.adopt(crypto.randomUUID(), sampleJob())
  intake.adopt(other.submissionId, sampleJob())
  intake.adopt(run.submissionId, sampleJob({ job_id: other.job?.job_id ?? '' }))
  expect([happened, failures, now(run)?.state]).toEqual([[], [], 'unknown'])
  expect(now(other)?.job?.job_id).toBe(other.job?.job_id)
})

it('[JOB60] a job during which the service was away leaves no duration', async () => {
  const { intake, journal, insert } = await open()
  const took = (wasAway?: boolean) => {
    const job = completed([], { created_at: '2026-11-20T12:00:00Z' })
    const { submissionId } = insert({ modelId: 'v2' })
    intake.read(submissionId, job, wasAway)
    return [journal.get(submissionId)?.jobMilliseconds, journal.pastDurations('sandbox', 'v2', 9)]
  }
  expect(took(true)).toEqual([null, []])
  expect(took()).toEqual([60_000, [60_000]])
})

it('[JOB60] a job that had ended when it was accepted leaves its duration', async () => {
  const { intake, journal, insert } = await open()
  const job = completed([], { created_at: '2026-11-20T12:00:00Z' })
  intake.accept(insert({ modelId: 'v2', job }))
  expect(journal.pastDurations('sandbox', 'v2', 9)).toEqual([60_000])
})

it('[VIEW10] an end is kept with how it was learnt of: the first delivery that announced it, or the reading', async () => {
  const { clock, intake, insert, now } = await open()
  const [announced, polled, adopted, atOnce] = [
    insert(),
    insert(),
    insert({ state: 'unknown', job: null }),
    insert({ job: completed(addresses(1)) }),
  ]
  const start = clock.now()
  intake.announced(announced.submissionId, start)
  await clock.advance(1_000)
  intake.announced(announced.submissionId, start + 1_000)
  intake.read(announced.submissionId, sampleJob({ status: 'processing' }))
  expect(now(announced)?.arrival).toBeUndefined()
  intake.read(announced.submissionId, completed(addresses(1)))
  intake.read(polled.submissionId, completed(addresses(1)))
  intake.announced(adopted.submissionId, start + 500)
  intake.adopt(adopted.submissionId, completed(addresses(1)))
  intake.accept(atOnce)
  expect([announced, polled, adopted, atOnce].map((run) => now(run)?.arrival)).toEqual([
    { by: 'webhook', at: start },
    { by: 'polling', at: start + 1_000 },
    { by: 'webhook', at: start + 500 },
    undefined,
  ])
})

it('[VIEW10] however many ends are announced and never read, no more than 10,000 are remembered', async () => {
  const { intake, insert, now } = await open()
  const [first, last] = [insert(), insert()]
  intake.announced(first.submissionId, 1)
  for (let count = 1; count < 10_000; count += 1) intake.announced(`run-${count}`, count)
  intake.announced(last.submissionId, 7)
  for (const run of [first, last]) intake.read(run.submissionId, completed(addresses(1)))
  expect([now(first)?.arrival?.by, now(last)?.arrival]).toEqual(['polling', { by: 'webhook', at: 7 }])
})
