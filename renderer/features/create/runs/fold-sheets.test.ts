import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import { submissionView } from '../../../testing/fixtures.ts'
import {
  arrangeWaiting,
  createSheetFolder,
  isMovable,
  type RunEntry,
  stopsOf,
  waitingPlaceOf,
} from './fold-sheets.ts'

const sheet: Sheet = { axes: [{ kind: 'field', field: 'seed', values: [1, 2] }] }

function run(submissionId: string, batchId: string, ofSheet: Sheet | null = null) {
  return submissionView({ submissionId, batchId, sheet: ofSheet })
}

function ids(entries: readonly RunEntry[]) {
  return entries.map((entry) =>
    entry.kind === 'run' ? entry.run.submissionId : entry.runs.map((one) => one.submissionId),
  )
}

const runs = [
  run('6', 'single'),
  run('5', 'other'),
  run('4', 'sheet', sheet),
  run('3', 'sheet', sheet),
  run('2', 'old'),
]

describe('[SHEET1] runs that were confirmed together', () => {
  it('are one entry at their place, in their order; a single one stays a run', () => {
    expect(ids(createSheetFolder()(runs))).toEqual(['6', '5', ['3', '4'], '2'])
  })

  it('are one entry also where nothing is compared', () => {
    const batch = ['3', '2', '1'].map((id) => run(id, 'batch'))
    const [entry, ...others] = createSheetFolder()([run('4', 'later'), ...batch]).slice(1)
    expect(entry).toMatchObject({ kind: 'sheet', batchId: 'batch', sheet: null })
    expect(entry?.kind === 'sheet' && entry.runs.map((one) => one.submissionId)).toEqual(['1', '2', '3'])
    expect(others).toEqual([])
  })

  it('are one entry also where only one of several compared ones is known', () => {
    expect(ids(createSheetFolder()([run('1', 'sheet', sheet)]))).toEqual([['1']])
  })

  it('are one entry even where something else was confirmed in between', () => {
    const mixed = [run('3', 'sheet', sheet), run('2', 'plain'), run('1', 'sheet', sheet)]
    expect(ids(createSheetFolder()(mixed))).toEqual([['1', '3'], '2'])
  })

  it('are the same entry until one of them changes', () => {
    const fold = createSheetFolder()
    const [, , before] = fold(runs)
    const [, , after] = fold([run('6', 'single'), ...runs.slice(1)])
    expect(after).toBe(before)
    const [, , changed] = fold(runs.map((one) => (one.submissionId === '3' ? { ...one } : one)))
    expect(changed).not.toBe(before)
  })

  it('are one stop while they are folded, and one each when they are not', () => {
    const entries = createSheetFolder()(runs)
    const firsts = (open: string[]) => stopsOf(entries, new Set(open)).map(([first]) => first?.submissionId)
    expect(firsts([])).toEqual(['6', '5', '3', '2'])
    expect(firsts(['sheet'])).toEqual(['6', '5', '3', '4', '2'])
  })
})

it('[JOB65] waiting entries stand in the order of the queue, and all others where they were', () => {
  const entries = createSheetFolder()(
    ['e', 'd', 'c', 'b', 'a'].map((id) => submissionView({ submissionId: id, batchId: id })),
  )
  const idsOf = (places: [string, number][]) =>
    arrangeWaiting(entries, new Map(places)).map((entry) =>
      entry.kind === 'run' ? entry.run.submissionId : '',
    )
  expect(idsOf([])).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(
    idsOf([
      ['e', 1],
      ['b', 3],
      ['c', 2],
    ]),
  ).toEqual(['b', 'd', 'c', 'e', 'a'])
})

it('[RUN40] a batch has a place in the queue only while one of its runs waits', () => {
  const places = new Map([
    ['1', 1],
    ['2', 2],
  ])
  const sending = submissionView({ submissionId: '1', state: 'sending' })
  const waiting = submissionView({ submissionId: '2', state: 'confirmed' })
  const batch = { kind: 'sheet', batchId: 'b', sheet: null } as const
  expect(waitingPlaceOf({ ...batch, runs: [sending] }, places)).toBe(null)
  expect(waitingPlaceOf({ ...batch, runs: [sending, waiting] }, places)).toBe(1)
})

it('[JOB89] what is held has no place, and its batch that of what can be sent', () => {
  const places = new Map([
    ['1', null],
    ['2', 1],
  ])
  const [held, waiting] = ['1', '2'].map((submissionId) =>
    submissionView({ submissionId, state: 'confirmed' }),
  )
  if (!held || !waiting) throw new Error('No runs')
  expect(waitingPlaceOf({ kind: 'run', run: held }, places)).toBe(null)
  expect(isMovable({ kind: 'run', run: held }, places)).toBe(true)
  expect(waitingPlaceOf({ kind: 'sheet', batchId: 'b', sheet: null, runs: [held, waiting] }, places)).toBe(1)
})

it('[RUN21] an entry can be moved while one of its runs waits, and none that is being sent only', () => {
  const places = new Map([
    ['1', 1],
    ['2', 2],
    ['3', 3],
  ])
  const waiting = submissionView({ submissionId: '3', state: 'confirmed' })
  const sending = ['1', '2'].map((submissionId) => submissionView({ submissionId, state: 'sending' }))
  const [first] = sending
  if (!first) throw new Error('There is one.')
  expect(isMovable({ kind: 'run', run: waiting }, places)).toBe(true)
  expect(isMovable({ kind: 'run', run: waiting }, undefined)).toBe(false)
  expect(isMovable({ kind: 'run', run: first }, places)).toBe(false)
  const batch = { kind: 'sheet', batchId: 'b', sheet: null } as const
  expect(isMovable({ ...batch, runs: sending }, places)).toBe(false)
  expect(isMovable({ ...batch, runs: [...sending, waiting] }, places)).toBe(true)
})
