import { expect, it, onTestFinished } from 'vitest'
import type { LibraryItem, StudioStatus, SubmissionView } from '../../shared/bridge/views.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { createAnnouncer } from './announcer.ts'
import type { Submission } from './submissions/submission.ts'

function open(run: Submission) {
  const clock = createFakeClock()
  const emitted: string[] = []
  const state = { files: 'waiting' }
  const announcer = createAnnouncer({
    clock,
    log: createSpyLog(),
    hub: { emit: (name) => void emitted.push(name) },
    viewOf: ({ submissionId }) =>
      ({ submissionId, files: [{ state: state.files }] }) as unknown as SubmissionView,
    submissionOf: () => run,
    itemOf: () => ({ submissionId: run.submissionId }) as LibraryItem,
    status: () => ({}) as StudioStatus,
  })
  onTestFinished(() => announcer.close())
  return { clock, emitted, state, announcer }
}

const adopted = { state: 'accepted', bodySha256: '', attempts: 0 } as const

it('[ADOPT22] of a run that was adopted after its end, a file that can’t be fetched is told, and what becomes of it', async () => {
  const { clock, emitted, state, announcer } = open(sampleSubmission({ ...adopted, sentAt: null }))
  announcer.progress('a')
  announcer.file('f')
  await clock.advance(1_000)
  expect(new Set(emitted)).toEqual(new Set(['library.changed', 'studio.changed']))
  state.files = 'failed'
  announcer.progress('a')
  await clock.advance(1_000)
  state.files = 'saved'
  announcer.file('f')
  expect(emitted.filter((name) => name === 'submission.changed')).toHaveLength(2)
})

it('[ADOPT22] a run that was adopted while it ran is told as any other', () => {
  const { emitted, announcer } = open(sampleSubmission({ ...adopted, sentAt: 1 }))
  announcer.file('f')
  expect(emitted).toEqual(['library.changed', 'submission.changed'])
})
