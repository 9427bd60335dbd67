import { describe, expect, it } from 'vitest'
import type { FileView, SubmissionProblem, SubmissionView } from '../../../../shared/bridge/views.ts'
import { submissionStates } from '../../../../shared/bridge/views.ts'
import {
  acceptedView as accepted,
  fileView,
  queuedJobView as job,
  submissionView,
} from '../../../testing/fixtures.ts'
import { stage } from '../../../words/en/stage.ts'
import { english } from '../../../words/en/words.ts'
import { elapsedSeconds, isPartlyHere, narrowTo, progressOf, readRunPhase } from './run-phase.ts'
import { cellTimeWords, leftWords, readAway, shortTimeWords, statusWords, timeWords } from './run-words.ts'
import { createTimeLeft } from './time-left.ts'

const problem: SubmissionProblem = { code: 'answer_lost', message: 'reset', status: null, retryAt: null }

describe('the phase of a run [TRASH9]', () => {
  it.each([
    ['waiting', submissionView()],
    ['held', submissionView({ problem })],
    ['sending', submissionView({ state: 'sending' })],
    ['accepted', accepted({})],
    ['running', accepted({ job: job({}) })],
    ['running', accepted({ job: job({ status: 'dreaming' }) })],
    ['missing', accepted({ job: job({}), problem: { ...problem, code: 'job_missing' } })],
    ['unreadable', accepted({ job: job({}), problem: { ...problem, code: 'job_unreadable' } })],
    ['unreadable', accepted({ problem: { ...problem, code: 'record_unreadable' } })],
    [
      'downloading',
      accepted({ job: job({ status: 'completed' }), files: [fileView({ state: 'downloading' })] }),
    ],
    [
      'removed',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'trashed' }), fileView({ state: 'deleted' })],
      }),
    ],
    [
      'here',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'trashed' }), fileView({ state: 'saved' })],
      }),
    ],
    ['downloading', accepted({ job: job({ status: 'completed' }) })],
    ['here', accepted({ job: job({ status: 'completed' }), files: [fileView()] })],
    [
      'fetchFailed',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'failed', mediaType: null })],
      }),
    ],
    ['damaged', accepted({ job: job({ status: 'completed' }), files: [fileView({ state: 'failed' })] })],
    [
      'noRoom',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'waiting', failure: 'full', missingBytes: 5_000_000 })],
      }),
    ],
    [
      'addressRefused',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'failed', failure: 'Inward.', isRefused: true })],
      }),
    ],
    ['elsewhere', accepted({ job: job({}), absentAccount: 'https://service.example/v1' })],
    ['elsewhere', accepted({ absentAccount: 'sandbox' })],
    [
      'downloading',
      accepted({
        job: job({ status: 'completed' }),
        files: [fileView({ state: 'waiting' })],
        absentAccount: 'sandbox',
      }),
    ],
    ['failed', accepted({ job: job({ status: 'failed' }) })],
    ['cancelled', accepted({ job: job({ status: 'cancelled' }) })],
    ['unknown', submissionView({ state: 'unknown', problem })],
  ])('is %s', (phase, run) => {
    expect(readRunPhase(run)).toBe(phase)
  })

  it('has words for every state of a submission', () => {
    for (const state of submissionStates) {
      const run = submissionView({ state })
      expect(statusWords(run, readRunPhase(run), english)).not.toBe('')
    }
  })

  it('shows an unknown status under the service’s name for it', () => {
    const run = accepted({ job: job({ status: 'dreaming' }) })
    expect(statusWords(run, readRunPhase(run), english)).toBe('dreaming')
  })

  it('[RUN10] measures time from the sending by our clock; how long an ended job took is what the studio measured', () => {
    const run = accepted({
      sentAt: '2026-11-20T10:30:00Z',
      tookSeconds: 42,
      job: job({ status: 'completed', completedAt: '2026-11-20T10:00:42Z' }),
    })
    expect(elapsedSeconds(run, Date.parse('2026-11-20T11:00:00Z'))).toBe(42)
    expect(elapsedSeconds({ ...run, tookSeconds: null }, Date.parse('2026-11-20T11:00:00Z'))).toBeNull()
    expect(elapsedSeconds(accepted({}), Date.parse('2026-11-20T10:00:07Z'))).toBe(7)
    expect(elapsedSeconds(submissionView(), 0)).toBeNull()
  })

  it('counts the download after the job, so that no bar runs backwards', () => {
    const half = fileView({ state: 'downloading', bytes: 50, totalBytes: 100 })
    const unsized = fileView({ state: 'downloading', bytes: 50, totalBytes: null })
    const completed = job({ status: 'completed', progress: 1 })
    const running = (progress: number | null) => progressOf(accepted({ job: job({ progress }) }), 'running')
    const downloading = (...files: FileView[]) =>
      progressOf(accepted({ job: completed, files }), 'downloading')
    expect([running(null), running(0), running(0.5)]).toEqual([null, null, 0.45])
    expect(running(1)).toBeCloseTo(0.9)
    expect([downloading(half, unsized), downloading(half)]).toEqual([0.9, 0.95])
  })

  it('says how much time is left by the usual duration, else by the progress, and nothing where it is overdue', () => {
    const at = (seconds: number) => Date.parse('2026-11-20T10:00:00Z') + seconds * 1000
    const left = (changes: Partial<SubmissionView>, seconds: number) =>
      leftWords(accepted(changes), 'running', at(seconds), english, createTimeLeft())
    expect(left({ expectedSeconds: 40 }, 12)).toBe('about 30 s left')
    expect(left({ expectedSeconds: 40 }, 37)).toBe('about 3 s left')
    expect(left({ expectedSeconds: 40 }, 41)).toBeNull()
    expect(left({ expectedSeconds: 200 }, 5)).toBe('about 3 min 15 s left')
    expect(left({ expectedSeconds: null, job: job({ progress: 0.25 }) }, 10)).toBe('about 30 s left')
    expect(left({ expectedSeconds: null, job: job({ progress: 0.01 }) }, 10)).toBeNull()
    expect(leftWords(accepted({ expectedSeconds: 40 }), 'downloading', at(12), english)).toBeNull()
  })
})

describe('a run of several files', () => {
  const here = fileView({ fileId: 'a' })
  const failed = fileView({ fileId: 'b', state: 'failed', mediaType: null, failure: 'It was reset.' })
  const full = fileView({ fileId: 'c', state: 'waiting', missingBytes: 2_500_000_000 })
  const run = accepted({ job: job({ status: 'completed' }), files: [here, failed, full] })

  it('shows each file’s own state', () => {
    expect(run.files.map((file) => readRunPhase(narrowTo(run, file)))).toEqual([
      'here',
      'fetchFailed',
      'noRoom',
    ])
    expect([run, narrowTo(run, here), narrowTo(run, failed)].map(isPartlyHere)).toEqual([true, false, false])
  })
})

describe('a slow file', () => {
  const completed = job({ status: 'completed' })
  const slow = fileView({ state: 'waiting', isSlow: true })

  it('[LIB45] is reported, unless another file of its run is not slow', () => {
    const words = (...files: ReturnType<typeof fileView>[]) => {
      const run = accepted({ job: completed, files })
      return statusWords(run, readRunPhase(run), english)
    }
    expect(words(slow, { ...slow, state: 'downloading' })).toBe(english.create.status.slowly)
    expect(words(slow, { ...slow, isSlow: false })).toBe(english.create.status.downloading)
  })
})

it('[RUN14] a download that waits for its next try says so, and how soon that is', () => {
  const retryAt = '2026-11-20T10:00:08Z'
  const rests = fileView({ state: 'waiting', failure: 'The link expired.', retryAt })
  const words = (...files: FileView[]) => {
    const run = accepted({ job: job({ status: 'completed' }), files })
    return statusWords(run, readRunPhase(run), english)
  }
  expect(words(rests)).toBe(english.create.status.retrying)
  expect(words(rests, fileView({ state: 'downloading' }))).toBe(english.create.status.downloading)
  const { fetchRests } = stage
  expect([7.6, 0.4, null].map((seconds) => fetchRests('The link expired.', seconds))).toEqual([
    'The link expired. Retrying in 8 s.',
    'The link expired. Retrying…',
    'The link expired. It is retried automatically.',
  ])
})

describe('the time a run has taken', () => {
  const sent = { state: 'accepted', sentAt: '2026-11-20T10:00:00Z' } as const
  const timeAt = (seconds: number, expectedSeconds: number | null) =>
    timeWords(
      submissionView({ ...sent, job: job({ status: 'processing' }), expectedSeconds }),
      'running',
      Date.parse(sent.sentAt) + seconds * 1000,
      english,
    )

  it('is shown with the usual duration of such jobs, once that is known', () => {
    expect(timeAt(12, null)).toBe('running for 12 s')
    expect(timeAt(12, 40)).toBe('running for 12 s · usually takes 40 s')
  })

  it('[RUN10] never looks like a length or a player’s position', () => {
    const ended = (status: string, phase: 'here' | 'failed') => {
      const times = { createdAt: '2026-11-20T10:00:00Z', completedAt: '2026-11-20T10:00:41Z' }
      return timeWords(
        submissionView({ ...sent, tookSeconds: 41, job: job({ status, ...times }) }),
        phase,
        0,
        english,
      )
    }
    expect(ended('completed', 'here')).toBe('made in 41 s')
    expect(ended('failed', 'failed')).toBe('ended after 41 s')
    const running = submissionView({ ...sent, job: job({ status: 'processing' }), expectedSeconds: 90 })
    const now = Date.parse(sent.sentAt) + 12_000
    expect(shortTimeWords(running, 'running', now, english)).toBe('running for 12 s of ~1 min 30 s')
    const late = { ...running, expectedSeconds: 3 }
    expect(shortTimeWords(late, 'running', now, english)).toBe('running for 12 s')
    expect(cellTimeWords(late, 'running', now, english)).toBe('for 12 s')
    expect(shortTimeWords({ ...running, expectedSeconds: null }, 'running', now, english)).toBe(
      'running for 12 s',
    )
  })

  it('[RUN10] of an ended job is said also while its file is downloaded, and by nobody who can’t tell', () => {
    const times = { createdAt: '2026-11-20T10:00:00Z', completedAt: '2026-11-20T11:00:00Z' }
    const run = submissionView({ ...sent, tookSeconds: 9, job: job({ status: 'completed', ...times }) })
    const all = (one: SubmissionView) =>
      (['downloading', 'here'] as const).flatMap((phase) => [
        timeWords(one, phase, 0, english),
        shortTimeWords(one, phase, 0, english),
      ])
    expect(new Set(all(run))).toEqual(new Set(['made in 9 s']))
    expect(new Set(all({ ...run, tookSeconds: null }))).toEqual(new Set([null]))
  })

  it('[RUN10] before the service begins is the time since it was sent', () => {
    const now = Date.parse(sent.sentAt) + 12_000
    const queued = submissionView({ ...sent, job: job({ status: 'queued' }), expectedSeconds: 90 })
    expect(timeWords(queued, 'running', now, english)).toBe('sent 12 s ago · usually takes 1 min 30 s')
    expect(shortTimeWords(queued, 'running', now, english)).toBe('sent 12 s ago')
    expect(shortTimeWords({ ...queued, job: null }, 'sending', now, english)).toBe('sending for 12 s')
    expect(shortTimeWords(queued, 'running', now - 11_500, english)).toBeNull()
  })

  it('is called longer than usual only when it clearly is', () => {
    expect(timeAt(45, 40)).toBe('running for 45 s · usually takes 40 s')
    expect(timeAt(65, 40)).toBe('running for 1 min 5 s, longer than usual (40 s)')
  })
})

describe('a running job whose service is away', () => {
  const lastSeenAt = '2026-11-20T12:04:00Z'
  const run = submissionView({ state: 'accepted' })

  it.each(['unreachable', 'refused'] as const)(
    '[CONN14] says so, with when it was last seen: %s',
    (state) => {
      expect(readAway(run, 'running', { state, lastSeenAt })).toEqual({ state, lastSeenAt })
      expect(readAway(run, 'here', { state, lastSeenAt })).toBeNull()
      const elsewhere = { absentAccount: 'https://service.example' }
      expect(readAway(elsewhere, 'running', { state, lastSeenAt })).toBeNull()
    },
  )

  it('[JOB302] as long as it is being sent only where it can’t be reached', () => {
    const sending = submissionView({ state: 'sending' })
    expect(readAway(sending, 'sending', { state: 'unreachable', lastSeenAt })).toEqual({
      state: 'unreachable',
      lastSeenAt,
    })
    expect(readAway(sending, 'sending', { state: 'refused', lastSeenAt })).toBeNull()
    expect(readAway(sending, 'sending', { state: 'fine', lastSeenAt })).toBeNull()
  })

  it.each(['fine', 'waiting', 'no_key'] as const)('goes on as usual while the service is %s', (state) => {
    expect(readAway(run, 'running', { state, lastSeenAt })).toBeNull()
  })
})
