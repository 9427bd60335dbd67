import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { clearBatch, clearEnded as clearEndedAt, undoEnded } from './clear-runs.ts'
import { isOver, withoutCleared } from './cleared-runs.ts'

const none: ClearedRuns = { through: null, at: null, kept: [], batches: {} }

function ended(id: string, some: Partial<SubmissionView> = {}): SubmissionView {
  return submissionView({
    submissionId: id,
    batchId: id,
    state: 'withdrawn',
    confirmedAt: `2026-11-20T10:00:${id.padStart(2, '0')}Z`,
    ...some,
  })
}

function open(id: string, some: Partial<SubmissionView> = {}): SubmissionView {
  return ended(id, { state: 'sending', ...some })
}

/** Long after all of the runs. */
function clearEnded(cleared: ClearedRuns, runs: readonly SubmissionView[]): ClearedRuns {
  return clearEndedAt(cleared, runs, '2026-11-21T10:00:00Z')
}

function idsOf(runs: readonly SubmissionView[], cleared: ClearedRuns) {
  return withoutCleared(runs, cleared).map((run) => run.submissionId)
}

it('[CLEAR1] keeps no more than the settings take when a clear is undone', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`b${at}`, '2026-11-20T10:00:00Z']))
  const before = { ...none, batches: many }
  const after = clearEnded(before, [ended('4')])
  const since = clearBatch(after, 'late', ended('5').confirmedAt)
  const { batches } = undoEnded(since, { before, after, hidden: [] })
  expect([Object.keys(batches).length, 'late' in batches, 'b999' in batches]).toEqual([1000, true, true])
})

describe('[CLEAR1] clearing', () => {
  const runs = [ended('4'), open('3'), ended('2'), ended('1')]

  it('hides one ended batch, or all that have ended, also those that are read later', () => {
    expect(idsOf(runs, none)).toEqual(['4', '3', '2', '1'])
    expect(idsOf(runs, clearBatch(none, '2', ended('2').confirmedAt))).toEqual(['4', '3', '1'])
    const all = clearEnded(none, runs.slice(0, 2))
    expect(idsOf(runs, all)).toEqual(['3'])
    expect(idsOf([ended('5'), ...runs], all)).toEqual(['5', '3'])
  })

  it('keeps in the list what had not ended, also once it has', () => {
    const all = clearEnded(none, runs)
    const later = [ended('4'), ended('3'), ended('2')]
    expect(idsOf(later, all)).toEqual(['3'])
    expect(idsOf(later, clearBatch(all, '3', ended('3').confirmedAt))).toEqual([])
    expect(idsOf(later, clearEnded(all, later))).toEqual([])
    expect(clearEnded({ ...all, kept: ['unread'] }, [ended('9')]).kept).toEqual(['unread'])
  })

  it('hides nothing that was open and not read when all were cleared, also once it has ended', () => {
    const all = clearEndedAt(none, [ended('4')], '2026-11-20T12:00:00.000Z')
    expect(idsOf([ended('4'), ended('2', { updatedAt: '2026-11-20T12:00:00.001Z' })], all)).toEqual(['2'])
    expect(idsOf([ended('4'), ended('2', { updatedAt: '2026-11-20T11:59:59.999Z' })], all)).toEqual([])
    const before = { ...all, at: null }
    expect(idsOf([ended('4'), ended('2', { updatedAt: '2026-11-20T12:00:00.001Z' })], before)).toEqual([])
  })

  it('hides a batch whole or not at all, and shows it again with a later retry', () => {
    const sheet = { axes: [{ kind: 'field' as const, field: 'seed', values: [1, 2] }] }
    const batch = [ended('2', { batchId: 'b', sheet }), ended('1', { batchId: 'b', sheet })]
    const cleared = clearBatch(none, 'b', ended('2').confirmedAt)
    expect(idsOf(batch, cleared)).toEqual([])
    expect(idsOf([open('2', { batchId: 'b' }), ended('1', { batchId: 'b' })], cleared)).toEqual(['2', '1'])
    const retried = [ended('3', { batchId: 'b', sheet, repeats: '1' }), ...batch]
    expect(idsOf(retried, cleared)).toEqual(['3', '2', '1'])
  })

  it('never hides what has not ended', () => {
    const some = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(some, (states) => {
        const list = states.map((isOpen, at) => (isOpen ? open : ended)(String(30 - at)))
        const left = withoutCleared(list, clearEnded(none, list))
        expect(left).toEqual(list.filter((run) => run.state === 'sending'))
      }),
    )
  })
})

describe('[CLEAR2] a run', () => {
  it.each<[string, Partial<SubmissionView>, boolean]>([
    ['a canceled run can be cleared', { state: 'withdrawn' }, true],
    ['a failed job can', { state: 'accepted', job: jobView({ status: 'failed' }) }, true],
    ['an unknown outcome can’t', { state: 'unknown' }, false],
    ['one that is not sent can’t', { state: 'unsent' }, false],
    [
      'one of whose files is not here can’t',
      {
        state: 'accepted',
        job: jobView({ status: 'completed' }),
        files: [fileView(), fileView({ fileId: 'f', state: 'failed' })],
      },
      false,
    ],
  ])('%s', (_, some, expected) => {
    expect(isOver([ended('1', some)])).toBe(expected)
  })
})
