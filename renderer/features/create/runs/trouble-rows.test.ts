import { describe, expect, it } from 'vitest'
import type { SubmissionProblem } from '../../../../shared/bridge/views.ts'
import { submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { readTrouble } from './trouble-rows.ts'

const sentAt = '2026-11-20T12:00:00.000Z'

function rejected(problem: Partial<SubmissionProblem>, wasSent: boolean) {
  const run = submissionView({
    state: 'rejected',
    sentAt: wasSent ? sentAt : null,
    problem: { code: 'model_sunset', message: '', status: null, retryAt: null, ...problem },
  })
  return readTrouble(run, 'rejected', english)
}

describe('[JOB51] a run of a model that ended says what became of it and of the money', () => {
  it('that the service took nothing more, in its words', () => {
    const trouble = rejected({ message: 'Gone since May.', status: 410 }, true)
    expect(trouble?.body).toMatch(/has ended.*Nothing was charged/)
    expect(trouble?.facts).toEqual(['“Gone since May.” (410)'])
  })

  it('that it was not sent at all', () => {
    expect(rejected({}, false)?.body).toMatch(/ended while this run waited.*not sent.*nothing was charged/)
  })

  it('and puts no words into the service’s mouth', () => {
    expect(rejected({ status: 410 }, true)?.facts).toEqual([])
  })
})

it('a run that was refused here is not said to be refused by the service', () => {
  expect(rejected({ code: 'refused', message: 'Renamed.' }, false)?.body).toMatch(/not sent/)
  expect(rejected({ code: 'refused', message: 'No.', status: 400 }, true)?.body).toMatch(/The service/)
})
