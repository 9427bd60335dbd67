import { expect, it, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeSettings } from '../../testing/fake-settings.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openLife } from '../../testing/open-life.ts'
import { openRunPipeline } from '../../testing/open-run-pipeline.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, createSpyJobService } from '../../testing/spy-job-service.ts'
import type { Submission } from './submission.ts'

const run = {
  modelId: 'i3',
  values: { prompt: 'a quiet sea' },
  estimate: { kind: 'exact', microUsd: 0 },
  agreed: [],
} as const

/** A studio whose pages can't be notified, or whose journal is damaged by `breakIn`. */
async function openBroken({ areViewsBroken = false } = {}) {
  const { database, journal, files } = await openLibrary()
  const service = createSpyJobService()
  const filesOf = () => {
    throw new Error('The files can’t be looked at.')
  }
  const life = await openLife({
    journal,
    files: areViewsBroken ? { ...files, filesOf } : files,
    service,
    settings: createFakeSettings(),
    startedAt: Date.parse('2026-11-20T12:00:00Z'),
  })
  return { ...life, database, journal, service }
}

async function confirmOne({ procedures }: Awaited<ReturnType<typeof openBroken>>, submissionId: string) {
  const { estimate, ...rest } = run
  const wanted = { ...rest, estimate, submissionIds: [submissionId] } as unknown
  const confirm = procedures['jobs.confirm'] as (
    input: unknown,
  ) => ReturnType<(typeof procedures)['jobs.confirm']>
  const first = await confirm(wanted)
  if (first.ok || first.error.code !== 'price_changed') return first
  return confirm({ ...(wanted as object), estimate: { kind: 'unlisted' } })
}

test('[JOB35] runs that are written and can’t be shown are reported as there, and are sent', async () => {
  const life = await openBroken({ areViewsBroken: true })
  const submissionId = crypto.randomUUID()
  const result = await confirmOne(life, submissionId)
  expect(result).toEqual({ ok: false, error: { code: 'not_shown', cause: { code: 'runs_stored_unseen' } } })
  await life.clock.advance(1_000)
  expect(life.journal.get(submissionId)?.state).toBe('accepted')
  expect(life.service.posts).toHaveLength(1)
  // The same ids again are the same runs, also while nothing can be shown.
  await confirmOne(life, submissionId)
  await life.clock.advance(1_000)
  expect(life.service.posts).toHaveLength(1)
})

test('[JOB18] a run carries when it was confirmed, and a retried one when that was', async () => {
  const life = await openBroken()
  const { clock, journal, procedures, service } = life
  const [submissionId, newSubmissionId] = [crypto.randomUUID(), crypto.randomUUID()]
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  await clock.advance(60_000)
  const confirmedAt = clock.now()
  await confirmOne(life, submissionId)
  expect(journal.get(submissionId)?.confirmedAt).toBe(confirmedAt)
  await clock.advance(60_000)
  const again = clock.now()
  const { estimate } = journal.get(submissionId) as Submission
  await procedures['jobs.sendAgain']({ submissionId, newSubmissionId, estimate, agreed: [] })
  expect(journal.get(newSubmissionId)?.confirmedAt).toBe(again)
  expect(journal.get(submissionId)?.confirmedAt).toBe(confirmedAt)
})

test('[JOB35] runs that could not be written are reported as not sent, and are not', async () => {
  const life = await openBroken()
  life.database
    .prepare(`CREATE TRIGGER full BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'full'); END`)
    .run()
  const submissionId = crypto.randomUUID()
  const result = await confirmOne(life, submissionId)
  expect(result).toEqual({ ok: false, error: { code: 'internal', cause: { code: 'runs_not_stored' } } })
  await life.clock.advance(1_000)
  expect(life.service.posts).toEqual([])
})

it.each([
  [13, 'storage_failed', 'full'],
  [11, 'library_damaged', 'damaged'],
])('[LIB37] runs that the disk refuses (%i) are refused for that', async (errcode, code, kind) => {
  const life = await openBroken()
  const prepare = life.database.prepare
  life.database.prepare = (sql) => {
    if (sql.includes('INSERT INTO submissions')) throw Object.assign(new Error('Refused.'), { errcode })
    return prepare(sql)
  }
  const submissionId = crypto.randomUUID()
  expect(await confirmOne(life, submissionId)).toEqual({
    ok: false,
    error: { code, cause: { code: 'storage', kind, nothingSent: true } },
  })
  expect([life.journal.get(submissionId), life.service.posts]).toEqual([null, []])
})

async function openProcessor(onChanged?: () => void) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const service = createSpyJobService()
  const submission = sampleSubmission()
  library.journal.insert([submission])
  const opened = openRunPipeline({ library, clock, service, ...(onChanged && { onChanged }) })
  return { ...opened, ...library, clock, service, submission }
}

it('[JOB35] a page that can’t be notified holds up no run: it is sent once, accepted and followed to its end', async () => {
  const { pipeline, journal, service, clock, submission } = await openProcessor(() => {
    throw new Error('The page is gone.')
  })
  const job = sampleJob()
  service.responses.push(accept(job))
  service.respondToRead(() => ({ type: 'job', job: { ...job, status: 'completed', result: { urls: [] } } }))
  pipeline.queue.sendNext()
  await clock.advance(10_000)
  expect(service.posts).toHaveLength(1)
  expect(journal.get(submission.submissionId)).toMatchObject({
    state: 'accepted',
    job: { status: 'completed' },
  })
  expect(pipeline.queue.hold()).toBe(null)
})

it('[JOB35] a response that could not be written is written once that works, and the run is followed', async () => {
  const { pipeline, database, journal, service, clock, submission } = await openProcessor()
  const job = sampleJob()
  service.responses.push(accept(job))
  database
    .prepare(
      `CREATE TRIGGER full BEFORE UPDATE ON submissions WHEN NEW.state = 'accepted' BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    .run()
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  expect(journal.get(submission.submissionId)?.state).toBe('sending')
  expect(pipeline.queue.hold()?.reason).toBe('storage_failed')
  pipeline.queue.resume()
  expect([journal.get(submission.submissionId)?.state, pipeline.queue.hold()?.reason]).toEqual([
    'sending',
    'storage_failed',
  ])
  database.prepare('DROP TRIGGER full').run()
  pipeline.queue.resume()
  await clock.advance(1_000)
  expect(journal.get(submission.submissionId)).toMatchObject({
    state: 'accepted',
    job: { job_id: job.job_id },
  })
  expect([pipeline.queue.hold(), service.posts.length, service.reads.includes(job.job_id)]).toEqual([
    null,
    1,
    true,
  ])
})

it('[JOB35] a response that could not be written is written when the studio closes, if that works then', async () => {
  const { pipeline, database, journal, service, clock, submission } = await openProcessor()
  database
    .prepare(
      `CREATE TRIGGER full BEFORE UPDATE ON submissions WHEN NEW.state = 'accepted' BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    .run()
  pipeline.queue.sendNext()
  await clock.advance(1_000)
  database.prepare('DROP TRIGGER full').run()
  await pipeline.close()
  expect(journal.get(submission.submissionId)?.state).toBe('accepted')
  expect(service.posts).toHaveLength(1)
})
