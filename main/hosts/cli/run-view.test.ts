import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { firstWords as words } from '../../words/choose-words.ts'
import { estimateOf, exitCodeOf, type RunView, sayRun, toRunView } from './run-view.ts'
import { sayEstimate } from './say.ts'

const seen = { files: [], words }
const run: RunView = {
  submissionId: 's1',
  jobId: 'j1',
  modelId: 'i3',
  state: 'accepted',
  status: 'completed',
  files: [],
  estimate: { kind: 'unlisted' },
  settled: null,
  error: null,
}
const view: SubmissionView = {
  submissionId: 's1',
  batchId: 'b1',
  modelId: 'i3',
  modelLabel: 'I3',
  kind: 'image',
  state: 'accepted',
  values: {},
  estimate: { kind: 'unlisted' },
  settled: null,
  confirmedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  sentAt: null,
  problem: null,
  job: null,
  files: [],
  account: 'sandbox',
  absentAccount: null,
  tookSeconds: null,
  expectedSeconds: null,
  sheet: null,
  writtenPrompt: null,
  repeats: null,
}

test.each([
  [[{}], 0],
  [[{ status: 'queued' }], 0],
  [[{}, { status: 'failed' }], 1],
  [[{ status: 'cancelled' }], 1],
  [[{ state: 'rejected', status: null }], 1],
  [[{ state: 'withdrawn', status: null }], 1],
  [[{ error: { code: 'download_failed', message: 'x' } }], 1],
  [[{ error: { code: 'address_refused', message: 'x' } }], 1],
  [[{ state: 'unknown', status: null }, { status: 'failed' }, {}], 3],
  [[{ state: 'sending', status: null }], 3],
] as const)('runs that ended as %j exit with %i', (ends, code) => {
  expect(exitCodeOf(ends.map((end) => ({ ...run, ...end })))).toBe(code)
})

test('a run’s error is the job’s, else the refusal’s, else the file’s', () => {
  const problem = { code: 'unauthorized', message: 'Who?', status: 401, retryAt: null } as const
  expect(toRunView({ ...view, state: 'rejected', problem }, seen).error).toEqual({
    code: 'unauthorized',
    message: 'Who?',
  })
  const job = {
    jobId: 'j1',
    status: 'failed',
    progress: null,
    createdAt: view.confirmedAt,
    completedAt: null,
    error: { code: 'nsfw', message: 'No.' },
  }
  expect(toRunView({ ...view, job, problem }, seen)).toMatchObject({
    jobId: 'j1',
    status: 'failed',
    error: job.error,
  })
})

test.each(['withdrawn', 'confirmed', 'unsent', 'sending'] as const)(
  '[LIB37] a run that is %s says why the queue is held',
  (state) => {
    const hold = { reason: 'storage_failed', message: 'The disk is full.', until: null } as const
    const error = { code: 'storage_failed', message: 'The disk is full.' }
    expect(toRunView({ ...view, state }, { ...seen, hold })).toMatchObject({ state, error })
    expect(toRunView(view, { ...seen, hold }).error).toBeNull()
  },
)

test('a run in one line names its outcome', () => {
  expect(sayRun({ ...run, files: ['/x/a.png'] })).toBe('s1  i3  completed  /x/a.png')
  expect(
    sayRun({ ...run, state: 'rejected', status: null, error: { code: 'refused', message: 'No.' } }),
  ).toBe('s1  i3  rejected  refused: No.')
})

test.each([
  [0, '$0.00'],
  [1, '$0.000001'],
  [1_517_000, '$1.517'],
  [40_000, '$0.04'],
  [1_000_000, '$1.00'],
  [80_900, '$0.0809'],
])('%i micro-dollars are %s', (amount, said) => {
  expect(words.cli.usd(amount)).toBe(said)
})

test('each kind of estimate has its words and its public form', () => {
  const rate = { kind: 'rate', microUsdPerSecond: microUsd(140_000) } as const
  expect([
    sayEstimate(
      {
        kind: 'range',
        minMicroUsd: microUsd(40_000),
        maxMicroUsd: microUsd(75_000),
        fields: ['resolution'],
      },
      words,
    ),
    sayEstimate(rate, words),
    sayEstimate({ kind: 'unlisted' }, words),
  ]).toEqual(['$0.04 to $0.075; resolution would narrow it', '$0.14 a second', 'The price is not listed.'])
  expect([estimateOf({ kind: 'exact', microUsd: microUsd(5) }), estimateOf(rate)]).toEqual([
    { kind: 'exact', microUsd: 5 },
    { kind: 'rate', microUsdPerSecond: 140_000 },
  ])
})

test('a run that was closed before its job was known is no failure', () => {
  const problem = { code: 'reported_after_close', message: '', status: null, retryAt: null } as const
  expect(toRunView({ ...view, problem }, seen).error).toBeNull()
})

test('[LIB15] a file for which the disk has no room is a failure that says how much is missing', () => {
  const failure = 'The disk is full: 5 MB more are needed.'
  const file = {
    fileId: 'f1',
    submissionId: 's1',
    state: 'waiting',
    kind: 'image',
    mediaType: null,
    bytes: 0,
    totalBytes: null,
    name: 'sea',
    width: null,
    height: null,
    durationSeconds: null,
    hasPoster: false,
    color: null,
    failure,
    isRefused: false,
    missingBytes: 5_000_000,
    isSlow: false,
    retryAt: null,
    judgement: { rating: 0, flag: 'none', isFavorite: false, label: 0 },
  } as const
  const code = 'download_failed'
  expect(toRunView({ ...view, files: [file] }, seen).error).toEqual({ code, message: failure })
  expect(toRunView({ ...view, files: [{ ...file, missingBytes: null }] }, seen).error).toBeNull()
  const refused = { ...file, state: 'failed', isRefused: true, failure: 'It leads inward.' } as const
  expect(toRunView({ ...view, files: [refused] }, seen).error).toEqual({
    code: 'address_refused',
    message: 'It leads inward.',
  })
})

test('[JOB45] a lost run says what the service’s own list shows of it', () => {
  const listing = { outcome: 'absent', at: '2026-11-20T12:30:00.000Z' } as const
  const problem = {
    code: 'answer_lost',
    message: 'It was cut.',
    status: null,
    retryAt: null,
    listing,
  } as const
  expect(toRunView({ ...view, state: 'unknown', problem }, seen).error).toEqual({
    code: 'answer_lost',
    message: 'It was cut. The service’s own list of jobs does not have it (2026-11-20T12:30:00.000Z).',
  })
})
