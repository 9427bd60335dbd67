import { expect, it } from 'vitest'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { FileView, SubmissionProblem } from '../../../shared/bridge/views.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSubmissionViews, type SubmissionViewsDeps } from './submission-views.ts'

const sheet: Sheet = { axes: [{ kind: 'model', modelIds: ['i3'] }] }

function open(changes: Partial<SubmissionViewsDeps> = {}) {
  const measured: unknown[] = []
  const durations: number[] = []
  const views = createSubmissionViews({
    journal: {
      pastDurations(...requested) {
        measured.push(requested)
        return durations
      },
    },
    files: { filesOf: () => new Map() },
    liveJob: () => null,
    liveProblem: () => null,
    labelOf: (modelId) => `Model ${modelId}`,
    connectedService: () => 'sandbox',
    isFollowed: () => false,
    sheetOf: () => null,
    writtenPromptOf: () => null,
    ...changes,
  })
  return { views, measured, durations }
}

it('a run is shown with its whole record, its times in ISO 8601', () => {
  const submission = sampleSubmission({
    submissionId: 's',
    batchId: 'sheet',
    confirmedAt: Date.parse('2026-11-20T12:00:00Z'),
    updatedAt: Date.parse('2026-11-20T12:00:02Z'),
    sentAt: Date.parse('2026-11-20T12:00:01Z'),
    repeats: 'r',
  })
  const { views } = open({
    sheetOf: (batchId) => (batchId === 'sheet' ? sheet : null),
    writtenPromptOf: (batchId) => (batchId === 'sheet' ? 'a {red|blue} car' : null),
  })
  expect(views.one(submission)).toEqual({
    submissionId: 's',
    batchId: 'sheet',
    modelId: 'i3',
    modelLabel: 'Model i3',
    kind: 'image',
    state: 'confirmed',
    values: submission.values,
    estimate: { kind: 'unlisted' },
    settled: null,
    confirmedAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:02.000Z',
    sentAt: '2026-11-20T12:00:01.000Z',
    problem: null,
    job: null,
    files: [],
    account: 'sandbox',
    absentAccount: null,
    tookSeconds: null,
    expectedSeconds: null,
    sheet,
    writtenPrompt: 'a {red|blue} car',
    repeats: 'r',
  })
  expect(views.one(sampleSubmission()).sentAt).toBeNull()
})

it('a job’s current state overrides its written one', () => {
  const written = sampleJob({ status: 'backlogged' })
  const live = { ...written, status: 'processing', progress: 0.5 }
  const problem: SubmissionProblem = { code: 'job_missing', message: 'Gone.', status: 404, retryAt: null }
  const kept: SubmissionProblem = { ...problem, code: 'sent_again' }
  const submission = sampleSubmission({ submissionId: 's', state: 'accepted', job: written, problem: kept })
  expect(open().views.one(submission)).toMatchObject({ job: { status: 'backlogged' }, problem: kept })
  const { views } = open({
    liveJob: (id) => (id === 's' ? live : null),
    liveProblem: (id) => (id === 's' ? problem : null),
  })
  expect(views.one(submission)).toMatchObject({ job: { status: 'processing', progress: 0.5 }, problem })
})

it('a job is shown with its end, and with its error if that is complete', () => {
  const { views } = open()
  const jobOf = (changes: object) =>
    views.one(sampleSubmission({ state: 'accepted', job: sampleJob({ job_id: 'j', ...changes }) })).job
  const { progress: _, ...silent } = sampleJob({ job_id: 'j' })
  expect(views.one(sampleSubmission({ state: 'accepted', job: silent })).job).toEqual({
    jobId: 'j',
    status: 'backlogged',
    progress: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    completedAt: null,
    error: null,
  })
  expect(jobOf({ completed_at: '2026-11-20T12:00:09Z', progress: 1 })).toMatchObject({
    completedAt: '2026-11-20T12:00:09.000Z',
    progress: 1,
  })
  expect(jobOf({ error: { code: 'c', message: 'Words.' } })?.error).toEqual({ code: 'c', message: 'Words.' })
  expect(jobOf({ error: { code: 'c' } })?.error).toBeNull()
  expect(jobOf({ error: { message: 'Words.' } })?.error).toBeNull()
})

it('each run has its own files', () => {
  const [one, two] = [sampleSubmission(), sampleSubmission()]
  const file = { fileId: 'f' } as FileView
  const requested: unknown[] = []
  const { views } = open({
    files: {
      filesOf(ids) {
        requested.push(ids)
        return new Map([[two.submissionId, [file]]])
      },
    },
  })
  expect(views.many([one, two]).map(({ files }) => files)).toEqual([[], [file]])
  expect(requested).toEqual([[one.submissionId, two.submissionId]])
})

it('a run of another account says whose it is; while nothing is connected none does', () => {
  const theirs = sampleSubmission({ serviceId: 'https://service.example' })
  expect(open().views.one(theirs).absentAccount).toBe('https://service.example')
  expect(open({ connectedService: () => null }).views.one(theirs).absentAccount).toBeNull()
})

it.each([
  [[], null],
  [[8_000], 8],
  [[9_000, 100_000, 10_000], 10],
  [[4_000, 8_000], 8],
  [[4_600], 5],
  [[200], 1],
])('jobs that took %j milliseconds give an expected duration of %j seconds, the median', (took, seconds) => {
  const { views, durations } = open()
  durations.push(...took)
  expect(views.one(sampleSubmission()).expectedSeconds).toBe(seconds)
})

it('the duration of a model’s jobs is measured once, even if unknown, until it is dropped', () => {
  const { views, durations, measured } = open()
  views.one(sampleSubmission())
  views.one(sampleSubmission())
  expect(measured).toEqual([['sandbox', 'i3', 9]])
  durations.push(3_000)
  views.forgetDurations({ serviceId: 'sandbox', modelId: 'i4' })
  views.forgetDurations({ serviceId: 'elsewhere', modelId: 'i3' })
  expect(views.one(sampleSubmission()).expectedSeconds).toBeNull()
  views.forgetDurations({ serviceId: 'sandbox', modelId: 'i3' })
  expect(views.one(sampleSubmission()).expectedSeconds).toBe(3)
  expect(measured.length).toBe(2)
})

it('[JOB60] what a model takes at one account is not said at another', () => {
  const { views, durations, measured } = open()
  durations.push(3_000)
  expect(views.one(sampleSubmission()).expectedSeconds).toBe(3)
  durations.length = 0
  expect(views.one(sampleSubmission({ serviceId: 'elsewhere' })).expectedSeconds).toBeNull()
  expect(measured).toEqual([
    ['sandbox', 'i3', 9],
    ['elsewhere', 'i3', 9],
  ])
})
