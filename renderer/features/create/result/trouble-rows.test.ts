import { describe, expect, it } from 'vitest'
import type { SubmissionProblem, SubmissionView } from '../../../../shared/bridge/views.ts'
import { usd } from '../../../../shared/pricing/money.ts'
import {
  acceptedView as accepted,
  fileView,
  queuedJobView as job,
  submissionView,
} from '../../../testing/fixtures.ts'
import { notices } from '../../../words/en/notices.ts'
import { stage } from '../../../words/en/stage.ts'
import { english } from '../../../words/en/words.ts'
import { isAtRest, isTroubled, narrowTo, readRunPhase } from '../runs/run-phase.ts'
import { noteWords, priceWords, priceWorking, timeWords } from '../runs/run-words.ts'
import { isSearched, readTrouble } from './trouble-rows.ts'

const problem: SubmissionProblem = { code: 'answer_lost', message: 'reset', status: null, retryAt: null }

const labelOf = (id: string) => ({
  id,
  name: { 'https://a.example#2': 'North', 'https://service.example/v1#b': 'ACME' }[id] ?? null,
})

const sentAt = '2026-11-20T12:00:00.000Z'

function rejected(problem: Partial<SubmissionProblem>, wasSent: boolean) {
  const run = submissionView({
    state: 'rejected',
    sentAt: wasSent ? sentAt : null,
    problem: { code: 'model_sunset', message: '', status: null, retryAt: null, ...problem },
  })
  return readTrouble(run, 'rejected', english, labelOf)
}

it('[JOB96] a run that waits for a model that has ended says so, and its settings can be loaded', () => {
  const run = submissionView({
    state: 'confirmed',
    problem: { code: 'model_sunset', message: 'Gone.', status: null, retryAt: null },
  })
  const phase = readRunPhase(run)
  const trouble = readTrouble(run, phase, english, labelOf)
  expect([phase, trouble?.body, trouble?.actions]).toEqual(['held', stage.heldByEnd, ['remix']])
  expect(trouble?.facts.join(' ')).toContain('Gone.')
})

it('[ACC22] a run of another account names it as the person did', () => {
  const run = submissionView({ state: 'accepted', absentAccount: 'https://a.example#2' })
  expect(readTrouble(run, 'elsewhere', english, labelOf)?.body).toContain('This run is at North, and')
  const unnamed = submissionView({ state: 'accepted', absentAccount: 'https://b.example' })
  expect(readTrouble(unnamed, 'elsewhere', english, labelOf)?.body).toContain('This run is at b.example, and')
})

it('[JOB101] what a closed run would cost is never shown as what it did', () => {
  const estimate = { kind: 'exact', microUsd: usd(0.5392) } as const
  const run = submissionView({ state: 'closed', estimate, problem })
  expect(priceWords(run, 'closed', english)).toBe('$0.5392 if accepted')
  expect(priceWords({ ...run, estimate: { kind: 'unlisted' } }, 'closed', english)).toBeNull()
  expect(stage.confirmClose.body).not.toContain('stops looking')
})

it('[JOB102] a moment of a retry is shown to the second, so that it never seems to have passed', () => {
  expect(stage.retryAt('2026-11-20T12:00:30.000Z')).toMatch(/:00:30/)
  expect(notices.rateLimited.body('2026-11-20T12:00:30.000Z')).toMatch(/:00:30/)
  expect(notices.unavailable.body('2026-11-20T12:00:30.000Z')).toMatch(/:00:30/)
})

it('[JOB101] the question about sending again says when the search will tell, and that waiting is free', () => {
  const { body } = stage.confirmAgain
  const at = '2026-11-20T12:05:00.000Z'
  expect(body('$0.54', '$0.54', null)).toBe(
    'If the first one was accepted, you pay $0.54 twice. Only the service’s bill will tell.',
  )
  for (const price of ['$0.54', '$0.60'])
    expect(body(price, '$0.54', at)).toMatch(/Atelier will know by .*; waiting costs nothing\.$/)
})

it.each<[string, readonly object[], string]>([
  ['styles[1].id: no style with this id is visible.', [{ id: 'ink' }, { id: 'neon' }], 'the style “neon”'],
  ['No style ink.', [{ id: 'neon' }, { id: 'ink' }], 'the style “ink”'],
  ['Unknown style.', [{ id: 'ink' }], 'the style “ink”'],
  ['Unknown style.', [{ id: 'ink' }, { id: 'neon' }], 'a style of this run'],
])('[CMD45] a refused style is named before the service’s words: %s', (message, styles, named) => {
  const run = (values: object) =>
    submissionView({
      state: 'rejected',
      sentAt,
      values: { prompt: 'a fox', ...values },
      problem: { code: 'refused', message, status: 400, retryAt: null },
    })
  const trouble = readTrouble(run({ styles }), 'rejected', english, labelOf)
  expect(trouble?.body).toBe(
    `The service refused ${named}, so it did not accept the run. Nothing was charged.`,
  )
  expect(trouble?.facts).toEqual([`“${message}” (400)`])
  expect(readTrouble(run({}), 'rejected', english, labelOf)?.body).toBe(stage.rejected)
})

describe('[JOB51] a run of a model that ended says what happened and what it costs', () => {
  it('that the service accepted no more, in its words', () => {
    const trouble = rejected({ message: 'Gone since May.', status: 410 }, true)
    expect(trouble?.body).toMatch(/has ended.*Nothing was charged/)
    expect(trouble?.facts).toEqual(['“Gone since May.” (410)'])
  })

  it('that it was not sent at all', () => {
    expect(rejected({}, false)?.body).toMatch(/ended while this run waited.*not sent.*nothing was charged/)
  })

  it('and attributes no words to the service', () => {
    expect(rejected({ status: 410 }, true)?.facts).toEqual([])
  })
})

it('a run that was refused here is not reported as refused by the service', () => {
  expect(rejected({ code: 'refused', message: 'Renamed.' }, false)?.body).toMatch(/not sent/)
  expect(rejected({ code: 'refused', message: 'No.', status: 400 }, true)?.body).toMatch(/The service/)
})

it('[CONN30] a run whose key may not generate says so and leads to Settings', () => {
  const trouble = rejected({ code: 'not_allowed', message: 'A usage key.', status: 403 }, true)
  expect(trouble).toMatchObject({
    title: 'Key refused for generating',
    body: expect.stringContaining('Nothing was charged'),
    facts: ['“A usage key.” (403)'],
    actions: ['remix', 'openSettings'],
  })
})

describe('a run of several files', () => {
  const failed = fileView({ fileId: 'b', state: 'failed', mediaType: null, failure: 'It was reset.' })
  const full = fileView({ fileId: 'c', state: 'waiting', missingBytes: 2_500_000_000 })
  const run = accepted({ job: job({ status: 'completed' }), files: [failed, full] })

  it('offers to fetch each again, and says how much space is missing', () => {
    expect(readTrouble(narrowTo(run, failed), 'fetchFailed', english, labelOf)).toMatchObject({
      facts: ['It was reset.'],
      actions: ['fetchAgain'],
    })
    const noRoom = readTrouble(narrowTo(run, full), 'noRoom', english, labelOf)
    expect([noRoom?.actions, noRoom?.body]).toEqual([['fetchNow'], expect.stringContaining('2.5 GB')])
  })
})

describe('a run without a result', () => {
  it('[LIB41] says why a file that was here is not whole, and offers to fetch it again', () => {
    const failure = 'The file on the disk is damaged: 10 of its 20 bytes are there.'
    const run = accepted({
      job: job({ status: 'completed' }),
      files: [fileView({ state: 'failed', failure })],
    })
    expect(readTrouble(run, readRunPhase(run), english, labelOf)).toMatchObject({
      title: stage.damagedTitle,
      facts: [failure],
      actions: ['fetchAgain'],
    })
  })

  it('[RUN83] says of a completed run without a listed price what is known of it', () => {
    const run = accepted({ settled: { kind: 'unlisted' }, estimate: { kind: 'unlisted' } })
    expect(priceWords(run, 'here', english)).toBe('price not listed')
    expect(priceWorking(run, english)).toBe('the service’s bill shows its own price')
    const underWay = accepted({ settled: null, estimate: { kind: 'unlisted' } })
    expect([priceWords(underWay, 'running', english), priceWorking(underWay, english)]).toEqual([null, null])
  })

  it('says that a failed job is not billed', () => {
    const run = accepted({ job: job({ status: 'failed', error: { code: 'E1', message: 'too dark' } }) })
    expect(priceWords(run, 'failed', english)).toBe(english.create.notBilled)
    expect(readTrouble(run, 'failed', english, labelOf)?.facts).toEqual(['too dark (E1)'])
  })

  it('offers two ways out of an unknown outcome, and takes none automatically', () => {
    const run = submissionView({ state: 'unknown', sentAt: '2026-11-20T10:00:00Z', problem })
    expect(readTrouble(run, 'unknown', english, labelOf)?.actions).toEqual(['close', 'sendAgain'])
    expect(isAtRest('unknown')).toBe(true)
  })

  it.each([
    ['absent', 'does not have it', stage.unknownAbsent],
    ['unclear', 'may be this one', stage.unknown],
    ['partial', 'could not be read back', stage.unknown],
  ] as const)('shows what the service’s list says of a lost run: %s', (outcome, fact, body) => {
    const listing = { outcome, at: '2026-11-20T10:20:00Z' }
    const run = submissionView({ state: 'unknown', problem: { ...problem, listing } })
    const trouble = readTrouble(run, 'unknown', english, labelOf)
    expect(trouble).toMatchObject({ body, actions: ['close', 'sendAgain'] })
    expect(trouble?.facts).toContainEqual(expect.stringContaining(fact))
  })

  it('[RUN2] says that it is searched for and until when, and that a service that failed had the request', () => {
    const listing = { outcome: 'searching', at: '2026-11-20T10:07:00Z' } as const
    const failedAt = { code: 'answer_lost', status: 500, retryAt: null, listing } as const
    const run = (change: object) => submissionView({ state: 'unknown', problem: { ...failedAt, ...change } })
    const trouble = readTrouble(
      run({ cause: { code: 'answer_status', status: 500 } }),
      'unknown',
      english,
      labelOf,
    )
    expect(trouble?.body).toMatch(/failed after it had the request \(500\)/)
    const facts = trouble?.facts.join(' ') ?? ''
    expect(facts).toMatch(/looking for this run in the service’s list of jobs.* 10:07/)
    expect(facts).not.toContain('returned 500')
    expect(readTrouble(run({ status: 409 }), 'unknown', english, labelOf)?.body).toMatch(
      /\(409\) doesn’t say/,
    )
    expect(readTrouble(run({ status: null }), 'unknown', english, labelOf)?.body).toMatch(/was lost/)
    expect(isSearched(run({}))).toBe(true)
  })

  it('says that an address that leads inward stays refused, and offers to request another', () => {
    const file = fileView({ state: 'failed', failure: 'It leads inward.', isRefused: true })
    const run = accepted({ job: job({ status: 'completed' }), files: [file] })
    expect(readTrouble(run, 'addressRefused', english, labelOf)).toMatchObject({
      facts: ['It leads inward.'],
      actions: ['askAddress'],
      body: expect.stringContaining('stays refused'),
    })
  })

  it('says whose account a run needs that is not connected, and no time', () => {
    const run = accepted({ job: job({}), absentAccount: 'https://service.example/v1' })
    expect(readTrouble(run, 'elsewhere', english, labelOf)).toMatchObject({
      tone: 'calm',
      body: expect.stringContaining('once you use service.example again'),
    })
    const other = { ...run, absentAccount: 'https://service.example/v1#b' }
    expect(readTrouble(other, 'elsewhere', english, labelOf)?.body).toContain('once you use ACME again')
    expect(timeWords(run, 'elsewhere', Date.parse('2026-11-20T11:00:00Z'), english)).toBeNull()
  })

  it('says that a job unknown to the service is still polled, and offers no second sending', () => {
    const missing = {
      code: 'job_missing',
      message: 'No such job.',
      status: 404,
      retryAt: '2026-11-20T11:00:00Z',
    } as const
    const trouble = readTrouble(accepted({ job: job({}), problem: missing }), 'missing', english, labelOf)
    expect([trouble?.actions, trouble?.facts.length]).toEqual([[], 2])
  })

  it('[JOB34] offers nothing that would need an unreadable record, and says why it is not sent', () => {
    const broken = { ...problem, code: 'record_unreadable', message: 'It can’t be read.' } as const
    const actions = (state: SubmissionView['state']) => {
      const run = submissionView({ state, problem: broken })
      return readTrouble(run, readRunPhase(run), english, labelOf)?.actions
    }
    expect([actions('unknown'), actions('unsent'), actions('closed')]).toEqual([['close'], [], []])
    const held = readTrouble(submissionView({ problem: broken }), 'held', english, labelOf)
    expect(held?.body).toContain(english.create.detail.recordUnreadable)
    const done = accepted({ job: job({ status: 'completed' }), files: [fileView()], problem: broken })
    expect(noteWords(done, english)).toBe(english.create.detail.recordUnreadable)
  })

  it('[JOB33] says what can’t be read of a job, and that it may have been charged', () => {
    const broken = { ...problem, code: 'job_unreadable', message: 'It is nested too deeply.' } as const
    const trouble = readTrouble(accepted({ job: job({}), problem: broken }), 'unreadable', english, labelOf)
    expect(trouble).toMatchObject({ facts: ['It is nested too deeply.'], actions: [] })
    expect(trouble?.body).toContain('may have been charged')
  })

  it('says of a closed run whose job turned up that both are known', () => {
    const reported = (code: SubmissionProblem['code']) =>
      noteWords(accepted({ problem: { ...problem, code } }), english)
    expect(reported('reported_after_close')).toBe(english.create.detail.reportedAfterClose)
    expect(reported('reported_after_repeat')).toBe(english.create.detail.reportedAfterRepeat)
    expect(reported('answer_lost')).toBeNull()
  })

  it('[RUN1] waits calmly, at its price, where it will be sent again automatically', () => {
    const away = { ...problem, code: 'not_connected', retryAt: '2026-11-20T10:01:00Z' } as const
    const estimate = { kind: 'exact', microUsd: usd(0.08) } as const
    const run = submissionView({ state: 'unsent', problem: away, estimate })
    const phase = readRunPhase(run)
    expect(readTrouble(run, phase, english, labelOf)).toMatchObject({
      tone: 'calm',
      title: 'Waiting to be sent again',
      facts: expect.arrayContaining([expect.stringContaining('Retries automatically')]),
    })
    expect([isTroubled(phase), priceWords(run, phase, english)]).toEqual([false, '$0.08'])
  })

  it('offers no second sending while one is under way automatically', () => {
    const retrying = { ...problem, retryAt: '2026-11-20T10:01:00Z' }
    const run = submissionView({ state: 'unsent', problem: retrying })
    expect(readTrouble(run, 'unsent', english, labelOf)?.actions).toEqual([])
  })
})

it('a run that failed can be sent again at once; one that may have been charged can’t', () => {
  const ended = (status: string) => accepted({ job: job({ status }) })
  expect(readTrouble(ended('failed'), 'failed', english, labelOf)?.actions).toContain('retry')
  for (const state of ['sending', 'unknown'] as const) {
    const run = submissionView({ state })
    expect(readTrouble(run, readRunPhase(run), english, labelOf)?.actions ?? []).not.toContain('retry')
  }
})

it('[PRICE17] a run whose outcome is unknown says what it may cost at most, a price per second included', () => {
  const run = submissionView({
    state: 'unknown',
    sentAt,
    estimate: { kind: 'rate', microUsdPerSecond: usd(0.14) },
  })
  const facts = readTrouble(run, 'unknown', english, labelOf)?.facts
  expect(facts).toContain('If it was accepted, it costs at most $2.10 ($0.14/s × 15 s).')
})

it('[RUN90] a run that met a refused key says so, leads to Settings and can be retried as it was', () => {
  const trouble = rejected({ message: 'No such key.', status: 401 }, true)
  expect(trouble?.title).toBe(stage.keyRefusedTitle)
  expect(trouble?.body).toBe(stage.keyRefused)
  expect(trouble?.actions).toEqual(['openSettings', 'retry'])
  expect(rejected({ message: 'Too long.', status: 422 }, true)?.actions).toEqual(['remix'])
})
