import { describe, expect, it } from 'vitest'
import type { JobView, SubmissionProblem, SubmissionView } from '../../../../shared/bridge/views.ts'
import { submissionStates } from '../../../../shared/bridge/views.ts'
import { fileView, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { elapsedSeconds, isAtRest, isPartlyHere, narrowTo, progressOf, readRunPhase } from './run-phase.ts'
import { noteWords, priceWords, statusWords, timeWords } from './run-words.ts'
import { readTrouble } from './trouble-rows.ts'

function job(some: Partial<JobView>): JobView {
  return {
    jobId: '5da64a35-78ce-4443-9e34-d7541c45ce29',
    status: 'queued',
    progress: null,
    createdAt: '2026-11-20T10:00:00Z',
    completedAt: null,
    error: null,
    ...some,
  }
}

const problem: SubmissionProblem = { code: 'answer_lost', message: 'reset', status: null, retryAt: null }

function accepted(some: Partial<SubmissionView>): SubmissionView {
  return submissionView({ state: 'accepted', sentAt: '2026-11-20T10:00:00Z', ...some })
}

describe('where a run stands', () => {
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

  it('has words for every state a submission can be in', () => {
    for (const state of submissionStates) {
      const run = submissionView({ state })
      expect(statusWords(run, readRunPhase(run), english)).not.toBe('')
    }
  })

  it('shows a status that nobody has heard of as the service calls it', () => {
    const run = accepted({ job: job({ status: 'dreaming' }) })
    expect(statusWords(run, readRunPhase(run), english)).toBe('dreaming')
  })

  it('counts time from the sending by our clock, and what a job took by the service’s', () => {
    const run = accepted({
      sentAt: '2026-11-20T10:30:00Z',
      job: job({ status: 'completed', completedAt: '2026-11-20T10:00:42Z' }),
    })
    expect(elapsedSeconds(run, Date.parse('2026-11-20T11:00:00Z'))).toBe(42)
    expect(elapsedSeconds(accepted({}), Date.parse('2026-11-20T10:00:07Z'))).toBe(7)
    expect(elapsedSeconds(submissionView(), 0)).toBeNull()
  })

  it('knows the share of a download only where every file’s size is known', () => {
    const half = fileView({ state: 'downloading', bytes: 50, totalBytes: 100 })
    const unsized = fileView({ state: 'downloading', bytes: 50, totalBytes: null })
    const completed = job({ status: 'completed' })
    expect(progressOf(accepted({ job: completed, files: [half] }), 'downloading')).toBe(0.5)
    expect(progressOf(accepted({ job: completed, files: [half, unsized] }), 'downloading')).toBeNull()
  })
})

describe('a run of several files', () => {
  const here = fileView({ fileId: 'a' })
  const failed = fileView({ fileId: 'b', state: 'failed', mediaType: null, failure: 'It was reset.' })
  const full = fileView({ fileId: 'c', state: 'waiting', missingBytes: 2_500_000_000 })
  const run = accepted({ job: job({ status: 'completed' }), files: [here, failed, full] })

  it('says of each file what is true of that one', () => {
    expect(run.files.map((file) => readRunPhase(narrowTo(run, file)))).toEqual([
      'here',
      'fetchFailed',
      'noRoom',
    ])
    expect([run, narrowTo(run, here), narrowTo(run, failed)].map(isPartlyHere)).toEqual([true, false, false])
  })

  it('offers to fetch each again, and says how much room is missing', () => {
    expect(readTrouble(narrowTo(run, failed), 'fetchFailed', english)).toMatchObject({
      facts: ['It was reset.'],
      actions: ['fetchAgain'],
    })
    const noRoom = readTrouble(narrowTo(run, full), 'noRoom', english)
    expect([noRoom?.actions, noRoom?.body]).toEqual([['fetchNow'], expect.stringContaining('2.5 GB')])
  })
})

describe('a file that comes slowly', () => {
  const completed = job({ status: 'completed' })
  const slow = fileView({ state: 'waiting', isSlow: true })

  it('[LIB45] is said to, unless another of its run does not', () => {
    const words = (...files: ReturnType<typeof fileView>[]) => {
      const run = accepted({ job: completed, files })
      return statusWords(run, readRunPhase(run), english)
    }
    expect(words(slow, { ...slow, state: 'downloading' })).toBe(english.create.status.slowly)
    expect(words(slow, { ...slow, isSlow: false })).toBe(english.create.status.downloading)
  })
})

describe('a run without a result', () => {
  it('[LIB41] says of a file that was here why it is not whole, and offers to fetch it again', () => {
    const failure = 'The file on the disk is damaged: 10 of its 20 bytes are there.'
    const run = accepted({
      job: job({ status: 'completed' }),
      files: [fileView({ state: 'failed', failure })],
    })
    expect(readTrouble(run, readRunPhase(run), english)).toMatchObject({
      title: english.create.detail.damagedTitle,
      facts: [failure],
      actions: ['fetchAgain'],
    })
  })

  it('says that a failed job is not billed', () => {
    const run = accepted({ job: job({ status: 'failed', error: { code: 'E1', message: 'too dark' } }) })
    expect(priceWords(run, 'failed', english)).toBe(english.create.notBilled)
    expect(readTrouble(run, 'failed', english)?.facts).toEqual(['too dark (E1)'])
  })

  it('offers two ways out of an unknown outcome, and none by itself', () => {
    const run = submissionView({ state: 'unknown', sentAt: '2026-11-20T10:00:00Z', problem })
    expect(readTrouble(run, 'unknown', english)?.actions).toEqual(['close', 'sendAgain'])
    expect(isAtRest('unknown')).toBe(true)
  })

  it.each([
    ['absent', 'does not have it', english.create.detail.unknownAbsent],
    ['unclear', 'may be this one', english.create.detail.unknown],
    ['partial', 'could not be read back', english.create.detail.unknown],
  ] as const)('says of a lost run what the service’s list says of it: %s', (outcome, fact, body) => {
    const listing = { outcome, at: '2026-11-20T10:20:00Z' }
    const run = submissionView({ state: 'unknown', problem: { ...problem, listing } })
    const trouble = readTrouble(run, 'unknown', english)
    expect(trouble).toMatchObject({ body, actions: ['close', 'sendAgain'] })
    expect(trouble?.facts).toContainEqual(expect.stringContaining(fact))
  })

  it('says of an address that leads inward that it stays refused, and offers to ask for another', () => {
    const file = fileView({ state: 'failed', failure: 'It leads inward.', isRefused: true })
    const run = accepted({ job: job({ status: 'completed' }), files: [file] })
    expect(readTrouble(run, 'addressRefused', english)).toMatchObject({
      facts: ['It leads inward.'],
      actions: ['askAddress'],
      body: expect.stringContaining('stays refused'),
    })
  })

  it('says of a run whose account is not connected whose it is, and no time', () => {
    const run = accepted({ job: job({}), absentAccount: 'https://service.example/v1' })
    expect(readTrouble(run, 'elsewhere', english)).toMatchObject({
      tone: 'calm',
      body: expect.stringContaining('connect to service.example again'),
    })
    expect(timeWords(run, 'elsewhere', Date.parse('2026-11-20T11:00:00Z'), english)).toBeNull()
  })

  it('says of a job that the service forgot that it is asked for all the same, and offers no second sending', () => {
    const missing = {
      code: 'job_missing',
      message: 'No such job.',
      status: 404,
      retryAt: '2026-11-20T11:00:00Z',
    } as const
    const trouble = readTrouble(accepted({ job: job({}), problem: missing }), 'missing', english)
    expect([trouble?.actions, trouble?.facts.length]).toEqual([[], 2])
  })

  it('[JOB34] offers nothing that would need a record that can’t be read, and says why it is not sent', () => {
    const broken = { ...problem, code: 'record_unreadable', message: 'It can’t be read.' } as const
    const actions = (state: SubmissionView['state']) => {
      const run = submissionView({ state, problem: broken })
      return readTrouble(run, readRunPhase(run), english)?.actions
    }
    expect([actions('unknown'), actions('unsent'), actions('closed')]).toEqual([['close'], [], []])
    const held = readTrouble(submissionView({ problem: broken }), 'held', english)
    expect(held?.body).toContain(english.create.detail.recordUnreadable)
    const done = accepted({ job: job({ status: 'completed' }), files: [fileView()], problem: broken })
    expect(noteWords(done, english)).toBe(english.create.detail.recordUnreadable)
  })

  it('[JOB33] says what can’t be read of a job, and that it may have been charged', () => {
    const broken = { ...problem, code: 'job_unreadable', message: 'It is nested too deeply.' } as const
    const trouble = readTrouble(accepted({ job: job({}), problem: broken }), 'unreadable', english)
    expect(trouble).toMatchObject({ facts: ['It is nested too deeply.'], actions: [] })
    expect(trouble?.body).toContain('may have been charged')
  })

  it('says of a closed run whose job turned up that both are known', () => {
    const told = (code: SubmissionProblem['code']) =>
      noteWords(accepted({ problem: { ...problem, code } }), english)
    expect(told('reported_after_close')).toBe(english.create.detail.reportedAfterClose)
    expect(told('reported_after_repeat')).toBe(english.create.detail.reportedAfterRepeat)
    expect(told('answer_lost')).toBeNull()
  })

  it('offers no second sending while one is on its way by itself', () => {
    const retrying = { ...problem, retryAt: '2026-11-20T10:01:00Z' }
    const run = submissionView({ state: 'unsent', problem: retrying })
    expect(readTrouble(run, 'unsent', english)?.actions).toEqual([])
  })
})

describe('the time a run has taken', () => {
  const sent = { state: 'accepted', sentAt: '2026-11-20T10:00:00Z' } as const
  const timeAt = (seconds: number, expectedSeconds: number | null) =>
    timeWords(
      submissionView({ ...sent, expectedSeconds }),
      'running',
      Date.parse(sent.sentAt) + seconds * 1000,
      english,
    )

  it('stands beside what such jobs usually take, once that is known', () => {
    expect(timeAt(12, null)).toBe('12 s')
    expect(timeAt(12, 40)).toBe('12 s · usually 40 s')
  })

  it('is said to be longer than usual only when it clearly is', () => {
    expect(timeAt(45, 40)).toBe('45 s · usually 40 s')
    expect(timeAt(65, 40)).toBe('1 min 5 s · longer than usual (40 s)')
  })
})
