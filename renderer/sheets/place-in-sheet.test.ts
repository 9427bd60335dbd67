import { describe, expect, it } from 'vitest'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { fileView, submissionView } from '../testing/fixtures.ts'
import { fileAfter, runAfter } from './file-after.ts'
import { presentRuns } from './place-in-sheet.ts'

describe('the current runs of a sheet', () => {
  const at = (submissionId: string, some: Partial<SubmissionView> = {}) =>
    submissionView({ submissionId, ...some })
  const idsOf = (runs: readonly SubmissionView[]) => presentRuns(runs).map((run) => run.submissionId)

  it('have a retry in place of the failed run, also a second time', () => {
    const runs = [at('a'), at('b'), at('c'), at('b2', { repeats: 'b' }), at('b3', { repeats: 'b2' })]
    expect(idsOf(runs)).toEqual(['a', 'b3', 'c'])
  })

  it('keep every run that may cost: two repeats of one run are both shown', () => {
    expect(idsOf([at('a'), at('a2', { repeats: 'a' }), at('a3', { repeats: 'a' })])).toEqual(['a2', 'a3'])
  })

  it('have the failed one back where its retry was canceled', () => {
    expect(idsOf([at('a'), at('a2', { repeats: 'a', state: 'withdrawn' })])).toEqual(['a'])
  })

  it('lose none that was retried again after its first retry was canceled', () => {
    const back = at('a2', { repeats: 'a', state: 'withdrawn' })
    expect(idsOf([at('a'), back, at('a3', { repeats: 'a2' })])).toEqual(['a3'])
    expect(idsOf([at('a'), back, at('a3', { repeats: 'a' })])).toEqual(['a3'])
  })

  it('keep a run whose first try is not known here', () => {
    expect(idsOf([at('b2', { repeats: 'b' }), at('c')])).toEqual(['b2', 'c'])
  })
})

describe('[JUDGE85] the file after one of a sheet', () => {
  const run = (fileIds: readonly string[], values: Record<string, unknown> = {}) =>
    submissionView({
      submissionId: `run of ${fileIds}`,
      values,
      files: fileIds.map((fileId) => fileView({ fileId })),
    })

  it('is the next of its cell, then the first of the next cell, and none after the last', () => {
    const runs = [run(['a', 'b']), run(['c'])]
    expect(['a', 'b', 'c', 'gone'].map((fileId) => fileAfter([], runs, fileId))).toEqual([
      'b',
      'c',
      null,
      null,
    ])
  })

  it('follows the cells row by row, in whatever order the runs are', () => {
    const axes = ['x', 'y'].map((field) => ({ kind: 'field' as const, field, values: [1, 2] }))
    const at = (x: number, y: number) => run([`${x}${y}`], { x, y })
    // One place has no run.
    const runs = [at(2, 2), at(1, 2), at(1, 1)]
    expect(['11', '12', '22'].map((fileId) => fileAfter(axes, runs, fileId))).toEqual(['12', '22', null])
  })

  it('is one that is here', () => {
    const lost = submissionView({ submissionId: 'lost', files: [fileView({ fileId: 'b', state: 'failed' })] })
    expect(fileAfter([], [run(['a']), lost, run(['c'])], 'a')).toBe('c')
  })

  it('[JUDGE90] of a run is the next run with a result, row by row, and none after the last', () => {
    const axes = ['x', 'y'].map((field) => ({ kind: 'field' as const, field, values: [1, 2] }))
    const lost = submissionView({ submissionId: 'lost', values: { x: 2, y: 1 } })
    const runs = [run(['22', '22b'], { x: 2, y: 2 }), lost, run(['11'], { x: 1, y: 1 })]
    const nextOf = (id: string) => runAfter(axes, runs, id)?.submissionId ?? null
    expect([nextOf('run of 11'), nextOf('lost'), nextOf('run of 22,22b'), nextOf('gone')]).toEqual([
      'run of 22,22b',
      'run of 22,22b',
      null,
      null,
    ])
    expect(runAfter([], [run(['a']), lost, run(['b'])], 'run of a')?.submissionId).toBe('run of b')
  })
})
