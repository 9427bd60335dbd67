import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTerminal } from '../../shared/api/job.ts'
import { microUsd } from '../../shared/pricing/money.ts'
import { settleWithoutResult } from '../../shared/pricing/settle.ts'
import { periodOf } from '../engine/spend/utc-days.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { openLibrary } from '../testing/open-library.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './sqlite-database.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'

const problem = {
  code: 'rate_limited',
  message: 'Slow.',
  status: 429,
  retryAt: '2026-11-20T12:01:00.000Z',
} as const

describe('a submission', () => {
  test('is read as it was written, also by another process later', async () => {
    const path = join(temporaryFolder(), 'library.sqlite')
    const database = await openDatabase(path)
    const journal = createSqliteSubmissionJournal(database)
    const values = { prompt: 'é 🌊', image_urls: [`atelier-input:${'a'.repeat(64)}`], duration: 5 }
    const submission = sampleSubmission({
      values,
      estimate: { kind: 'exact', microUsd: microUsd(1_517_000) },
      repeats: crypto.randomUUID(),
    })
    journal.insert([submission])
    const accepted: Submission = {
      ...submission,
      state: 'accepted',
      attempts: 0,
      sentAt: 7,
      updatedAt: 8,
      job: sampleJob({ status: 'sampling', progress: 0.5 }),
    }
    journal.save(accepted)
    database.close()
    const { journal: later } = await openLibrary(path)
    expect(later.get(submission.submissionId)).toEqual(accepted)
    expect(later.findByJob(accepted.job?.job_id ?? '')).toEqual(accepted)
  })

  test('keeps its outcome when its id is written again', async () => {
    const { journal } = await openLibrary()
    const submission = sampleSubmission()
    journal.insert([submission])
    journal.save({ ...submission, problem })
    journal.insert([{ ...submission, path: '/generate/image/another/one' }])
    expect(journal.get(submission.submissionId)).toEqual({ ...submission, problem })
  })

  test('keeps the sentence that an earlier version wrote of its problem, with the code where it had one', async () => {
    const { journal, database } = await openLibrary()
    const submission = sampleSubmission({ state: 'unknown' })
    journal.insert([submission])
    const rest = { code: 'answer_lost', status: null, retryAt: null } as const
    const message = 'The response was cut off.'
    for (const written of [
      { ...rest, message },
      { ...rest, message, cause: { code: 'answer_cut' } },
      { ...rest, message: '' },
    ]) {
      database
        .prepare('UPDATE submissions SET problem_json = ? WHERE submission_id = ?')
        .run(JSON.stringify(written), submission.submissionId)
      const read = journal.get(submission.submissionId)
      expect([read?.problem, read?.isUnreadable]).toEqual([written, undefined])
    }
  })

  test('uses each attempt’s number at most once', async () => {
    const { journal } = await openLibrary()
    const submission = sampleSubmission()
    journal.insert([submission])
    const sending: Submission = { ...submission, state: 'sending', attempts: 1, updatedAt: 5 }
    journal.save(sending)
    expect(() => journal.save({ ...sending, updatedAt: 6 })).toThrow(/UNIQUE/)
    expect(journal.get(submission.submissionId)?.updatedAt).toBe(5)
    journal.save({ ...sending, attempts: 2 })
  })

  test.each(['toLowerCase', 'toUpperCase'] as const)(
    'is found by its job however a UUID is written (%s)',
    async (change) => {
      const { journal } = await openLibrary()
      const job = sampleJob({ job_id: 'ABCDEF01-2345-4789-8ABC-DEF012345678' })
      const submission: Submission = { ...sampleSubmission(), state: 'accepted', job }
      journal.insert([sampleSubmission()])
      journal.insert([submission])
      journal.save(submission)
      expect(journal.findByJob(job.job_id[change]())?.submissionId).toBe(submission.submissionId)
    },
  )

  test('that is unknown here is null', async () => {
    const { journal } = await openLibrary()
    expect([journal.get('x'), journal.findByJob('x')]).toEqual([null, null])
  })
})

test('[LIB1] an end and its files are written together or not at all, and the files once', async () => {
  const { journal, files } = await openLibrary()
  const submission = sampleSubmission()
  journal.insert([submission])
  const ended: Submission = { ...submission, state: 'accepted', job: sampleJob({ status: 'completed' }) }
  const file = { fileId: crypto.randomUUID(), ordinal: 0, url: 'https://a.example/1', name: 'one' }
  const broken = { ...file, ordinal: 1, url: null as unknown as string }
  expect(() => journal.saveEnd(ended, [file, broken])).toThrow()
  expect([journal.get(submission.submissionId)?.job, files.toFetch()]).toEqual([null, []])
  journal.saveEnd(ended, [file])
  journal.saveEnd(ended, [{ ...file, fileId: crypto.randomUUID() }])
  expect(files.toFetch()).toMatchObject([{ fileId: file.fileId, submissionId: submission.submissionId }])
})

test('pages continue by key, newest first, and hold the requested states', async () => {
  const { journal } = await openLibrary()
  const all = Array.from({ length: 250 }, (_, index) =>
    sampleSubmission({ state: index % 5 === 0 ? 'unknown' : 'confirmed' }),
  )
  journal.insert(all)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = journal.list({ limit: 60, ...(cursor === null ? {} : { cursor }) })
    seen.push(...page.submissions.map(({ submissionId }) => submissionId))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(all.map(({ submissionId }) => submissionId).toReversed())
  const unknown = journal.list({ limit: 100, states: ['unknown', 'closed'] })
  expect([unknown.submissions.length, unknown.nextCursor]).toEqual([50, null])
  expect(journal.list({ limit: 1, states: [] }).submissions).toEqual([])
})

test('waiting runs are read in the order they were confirmed, for one service only', async () => {
  const { journal } = await openLibrary()
  const mine = [sampleSubmission(), sampleSubmission({ state: 'unsent' }), sampleSubmission()]
  journal.insert([
    sampleSubmission({ serviceId: 'https://another.example' }),
    ...mine,
    sampleSubmission({ state: 'withdrawn' }),
  ])
  expect(journal.waiting('sandbox', 2)).toEqual(mine.slice(0, 2))
  expect(journal.waiting('sandbox', 10)).toEqual(mine)
  expect(journal.counts()).toEqual({ waiting: 4, running: 0 })
})

test('running means accepted and not ended', async () => {
  const { journal } = await openLibrary()
  const rows = (['queued', 'completed', 'failed', 'cancelled', 'daydreaming'] as const).map((status) =>
    sampleSubmission({ state: 'accepted', job: sampleJob({ status }) }),
  )
  journal.insert(rows)
  for (const row of rows) {
    if (isTerminal(row.job?.status ?? '')) journal.saveEnd(row, [])
    else journal.save(row)
  }
  expect(journal.running().map(({ job }) => job?.status)).toEqual(['queued', 'daydreaming'])
  expect(journal.counts()).toEqual({ waiting: 0, running: 2 })
})

describe('the ledger', () => {
  async function ledger(
    runs: readonly (readonly [
      modelId: string,
      completedAt: string,
      estimate: Submission['estimate'],
      status?: string,
    ])[],
  ) {
    const { journal } = await openLibrary()
    for (const [modelId, completedAt, estimate, status = 'completed'] of runs) {
      const submission = sampleSubmission({ modelId, estimate })
      journal.insert([submission])
      const accepted = {
        ...submission,
        state: 'accepted',
        // Our clock is a day ahead of the service's.
        sentAt: Date.parse(startOf(completedAt)) + 86_400_000,
        updatedAt: Date.parse(completedAt) + 86_400_000,
        job: sampleJob({ status, created_at: startOf(completedAt), completed_at: completedAt }),
      } as const
      if (isTerminal(status)) journal.saveEnd({ ...accepted, settled: settleWithoutResult(estimate) }, [])
      else journal.save(accepted)
    }
    return journal
  }
  const startOf = (time: string) => new Date(Date.parse(time) - 9_000).toISOString()
  const exact = (amount: number): Submission['estimate'] => ({ kind: 'exact', microUsd: microUsd(amount) })

  test('[JOB16] sums completed jobs by UTC day, account and model: settled prices, open ones at their upper end, the rest counted', async () => {
    const journal = await ledger([
      ['v2', '2026-11-01T00:00:00Z', exact(100_000)],
      ['v2', '2026-11-01T23:59:59.999Z', exact(150_000)],
      ['v2', '2026-11-02T00:00:00Z', exact(1)],
      [
        'i2',
        '2026-11-01T12:00:00Z',
        { kind: 'range', minMicroUsd: microUsd(40_000), maxMicroUsd: microUsd(75_000), fields: [] },
      ],
      ['i3', '2026-11-01T12:00:00Z', { kind: 'unlisted' }],
      ['v2', '2026-11-01T12:00:00Z', exact(9), 'failed'],
      ['v2', '2026-11-01T12:00:00Z', exact(9), 'cancelled'],
      ['v2', '2026-11-01T12:00:00Z', exact(9), 'sampling'],
    ])
    const row = {
      kind: 'image',
      microUsd: 0,
      settledJobs: 0,
      upToMicroUsd: 0,
      unlistedJobs: 0,
      estimatedMicroUsd: 0,
    }
    expect(journal.models('sandbox', periodOf('2026-11-01', '2026-11-01'))).toEqual([
      { ...row, modelId: 'v2', jobs: 2, settledJobs: 2, microUsd: 250_000, estimatedMicroUsd: 250_000 },
      { ...row, modelId: 'i2', jobs: 1, upToMicroUsd: 75_000 },
      { ...row, modelId: 'i3', jobs: 1, unlistedJobs: 1 },
    ])
    const days = journal.days('sandbox', periodOf('2026-11-01', '2026-11-02'))
    expect(days).toEqual([
      { date: '2026-11-01', jobs: 4, microUsd: 250_000, upToMicroUsd: 75_000, unlistedJobs: 1 },
      { date: '2026-11-02', jobs: 1, microUsd: 1, upToMicroUsd: 0, unlistedJobs: 0 },
    ])
    expect(journal.days('sandbox', periodOf('2026-10-01', '2026-10-31'))).toEqual([])
    expect(journal.sums('elsewhere', periodOf('2026-11-01', '2026-11-02')).jobs).toBe(0)
  })

  test('[JOB60] a job’s duration is kept with its end, and counts where it completed and is known', async () => {
    const { journal } = await openLibrary()
    const end = (status: string, jobMilliseconds: number | null, modelId = 'v2', serviceId = 'sandbox') => {
      const submission = sampleSubmission({ modelId, serviceId })
      journal.insert([submission])
      const job = sampleJob({ status, completed_at: '2026-11-20T12:00:09Z' })
      journal.saveEnd({ ...submission, state: 'accepted', job, jobMilliseconds }, [])
      return [
        journal.get(submission.submissionId)?.jobMilliseconds,
        journal.pastDurations('sandbox', 'v2', 20),
      ]
    }
    expect(end('completed', null)).toEqual([null, []])
    expect(end('failed', 9_000)).toEqual([9_000, []])
    expect(end('completed', 9_000)).toEqual([9_000, [9_000]])
    expect(end('completed', 8_000, 'v4')).toEqual([8_000, [9_000]])
    expect(end('completed', 6_000, 'v2', 'elsewhere')).toEqual([6_000, [9_000]])
    expect(end('completed', 7_000)).toEqual([7_000, [7_000, 9_000]])
    expect(journal.pastDurations('sandbox', 'v2', 1)).toHaveLength(1)
    expect(journal.pastDurations('elsewhere', 'v2', 20)).toEqual([6_000])
  })
})

test('what is open, listed or lost is found without reading the others, however many there are', async () => {
  const { database } = await openLibrary()
  const { database: recorded, plans } = recordStatements(database)
  const journal = createSqliteSubmissionJournal(recorded)
  plans()
  for (const read of [
    () => journal.queueOrder('sandbox'),
    () => journal.waiting('sandbox', 8),
    () => journal.inState('confirmed'),
    () => journal.inState('unknown'),
    () => journal.running(),
    () => journal.counts(),
    () => journal.list({ limit: 100, states: ['confirmed', 'unsent'] }),
    () => journal.list({ limit: 100 }),
    () => journal.sentWithoutJob(),
  ]) {
    read()
    const explained = plans()
    expect(explained).not.toEqual([])
    for (const plan of explained) {
      expect(plan).toMatch(/submissions_(open|queue|running|listed|closed)/)
      expect(plan).not.toContain('submissions_ledger')
    }
  }
})
