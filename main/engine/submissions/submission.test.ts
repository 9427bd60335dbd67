import fc from 'fast-check'
import { expect, it } from 'vitest'
import { submissionStates } from '../../../shared/bridge/views.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { advance, canHappen, mayBeAdopted, type SubmissionEvent } from './submission.ts'

const problem = { code: 'refused', message: 'no', status: 400, retryAt: null } as const

const anyEvent: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  fc.constant({ type: 'attempt_started' } as const),
  fc.constant({ type: 'accepted', job: sampleJob() } as const),
  fc
    .constantFrom('held', 'rejected', 'not_sent', 'answer_lost')
    .map((type) => ({ type, problem }) as SubmissionEvent),
  fc.constantFrom('withdrawn', 'restored').map((type) => ({ type }) as const),
  fc.boolean().map((isRepeated) => ({ type: 'closed', isRepeated }) as const),
)

it('[JOB2] an event for which a state has no row returns the same submission', () => {
  fc.assert(
    fc.property(fc.constantFrom(...submissionStates), anyEvent, (state, event) => {
      const submission = sampleSubmission({ state })
      expect(advance(submission, event, 1) === submission).toBe(!canHappen(state, event.type))
    }),
  )
})

it('[JOB2] whatever happens, a run is sent at most once more than it provably was not, and never after an end', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (happenings) => {
      let submission = sampleSubmission()
      let mayHaveArrived = 0
      for (const event of happenings) {
        const before = submission
        submission = advance(submission, event, 1)
        if (before.state === 'sending' && submission.state !== 'unsent' && submission.state !== 'confirmed') {
          if (submission !== before) mayHaveArrived += 1
        }
        if (['accepted', 'rejected'].includes(before.state)) expect(submission).toBe(before)
        // Only what was never sent, or provably not, is canceled; so it may be restored (RUN100).
        if (before.state === 'withdrawn') expect(['withdrawn', 'confirmed']).toContain(submission.state)
        if (before.state === 'closed') expect(['closed', 'accepted']).toContain(submission.state)
      }
      expect(mayHaveArrived).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
  )
})

it('[JOB25] a job that turns up after the person closed its run is taken, and that is said', () => {
  const job = sampleJob()
  const problem = { code: 'answer_lost', message: 'Reset.', status: null, retryAt: null } as const
  const unknown = sampleSubmission({ state: 'unknown', problem })
  const taken = [false, true].map((isRepeated) => {
    const closed = advance(unknown, { type: 'closed', isRepeated }, 10)
    return advance(closed, { type: 'accepted', job }, 20)
  })
  expect(taken.map((run) => [run.state, run.job, run.problem?.code])).toEqual([
    ['accepted', job, 'reported_after_close'],
    ['accepted', job, 'reported_after_repeat'],
  ])
  expect(advance(unknown, { type: 'accepted', job }, 20).problem).toBeNull()
})

it('counts attempts and drops the time of sending where nothing was sent', () => {
  const sending = advance(sampleSubmission(), { type: 'attempt_started' }, 10)
  const unsent = advance(sending, { type: 'not_sent', problem }, 20)
  const again = advance(unsent, { type: 'attempt_started' }, 30)
  expect([sending.sentAt, unsent.sentAt, again.sentAt, again.attempts]).toEqual([10, null, 30, 2])
})

it('[JOB25] only of a run that is unknown or closed the job may be learned otherwise', () => {
  const adoptable = submissionStates.filter((state) => mayBeAdopted(sampleSubmission({ state })))
  expect(adoptable).toEqual(['unknown', 'closed'])
})
