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
      ]).map((left) => left && Math.round(left)),
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

describe('[RUN451] the time left', () => {
  const usually = (expectedSeconds: number, progress: number) => ({
    expectedSeconds,
    job: jobView({ progress }),
  })

  it('counts a backlog before the first progress as no part of the pace', () => {
    // Two seconds for each tenth, after twenty of waiting.
    const shown = shownOf([
      [5, 0],
      [20, 0.01],
      [22, 0.11],
      [30, 0.51],
    ])
    expect(shown[2]).toBeCloseTo(17.8)
    expect(shown[3]).toBeCloseTo(9.8)
  })

  it('is the usual one while the progress says nothing', () => {
    expect(shownOf([[3, usually(40, 0.05)]])).toEqual([37])
  })

  it('follows a job that is faster than usual, the more the further it is', () => {
    const shown = shownOf([
      [0, usually(40, 0)],
      [10, usually(40, 0.5)],
      [16, usually(40, 0.8)],
    ])
    // It takes 20 s.
    expect(shown).toEqual([40, 15, expect.closeTo(4.8)])
  })

  it('is not over half way through a job that is slower than usual', () => {
    const shown = shownOf([
      [0, usually(20, 0)],
      [20, usually(20, 0.5)],
      [32, usually(20, 0.8)],
    ])
    // It takes 40 s.
    expect(shown).toEqual([20, 15, expect.closeTo(7.2)])
  })
})
