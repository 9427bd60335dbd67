import { describe, expect, it } from 'vitest'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { jobView, submissionView } from '../../../testing/fixtures.ts'
import { createTimeLeft } from './time-left.ts'

const sentAt = '2026-11-20T10:00:00Z'

/** What is shown at each second, by the progress or the usual duration known then. */
function shownOf(reports: readonly (readonly [seconds: number, known: number | Partial<SubmissionView>])[]) {
  const timeLeft = createTimeLeft()
  return reports.map(([seconds, known]) => {
    const changes = typeof known === 'number' ? { job: jobView({ progress: known }) } : known
    const run = submissionView({ state: 'accepted', sentAt, expectedSeconds: null, ...changes })
    return timeLeft(run, 'running', Date.parse(sentAt) + seconds * 1000)
  })
}

describe('[RUN81] the time left', () => {
  it('is counted down from the last progress, while that stands still', () => {
    expect(
      shownOf([
        [2, 0.25],
        [3, 0.25],
        [4, 0.25],
        [4, 0.5],
        [5, 0.5],
      ]),
    ).toEqual([6, 5, 4, 4, 3])
  })

  it('stands still where progress is slower than it was, until that is true again', () => {
    expect(
      shownOf([
        [2, 0.5],
        [4, 0.5],
        [6, 0.6],
        [8, 0.8],
      ]),
    ).toEqual([2, null, 2, 2])
    expect(
      shownOf([
        [2, 0.25],
        [5, 0.26],
        [8, 0.8],
        [9, { expectedSeconds: 60, job: jobView({ progress: 0.8 }) }],
      ]),
    ).toEqual([6, 6, 2, 2])
  })

  it('begins anew where the run is sent again, or the service begins it again', () => {
    expect(
      shownOf([
        [2, 0.5],
        [4, 0.2],
      ]),
    ).toEqual([2, 16])
    const again = { sentAt: '2026-11-20T10:01:00Z', job: jobView({ progress: 0.1 }) }
    expect(
      shownOf([
        [2, 0.5],
        [62, again],
      ]),
    ).toEqual([2, 18])
  })

  it('is not known by the first little progress', () => {
    expect(shownOf([[2, 0.05]])).toEqual([null])
  })
})
