import { expect, test } from 'vitest'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { sentWords } from './sent-words.ts'

test('[JOB61] a batch of which all is sent says why none of it can be canceled, until the service is done', () => {
  const job = jobView()
  const waiting = submissionView({ state: 'confirmed' })
  const sending = submissionView({ state: 'sending' })
  const underWay = submissionView({ state: 'accepted', job })
  const saving = submissionView({ state: 'accepted', job: { ...job, status: 'completed' } })
  const done = { ...saving, files: [fileView()] }
  const why = 'What is sent can’t be canceled: the service has no way to stop a job.'
  expect(sentWords([underWay, done], english)).toBe(why)
  expect(sentWords([sending], english)).toBe(why)
  expect(sentWords([waiting, underWay], english)).toBeNull()
  expect(sentWords([done, saving], english)).toBeNull()
})
