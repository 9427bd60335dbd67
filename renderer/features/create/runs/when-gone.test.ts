import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { submissionView } from '../../../testing/fixtures.ts'
import { whenNoneIsCanceled, whenNoneWaits } from './when-gone.ts'

const run = (submissionId: string, batchId: string) =>
  submissionView({ submissionId, batchId, state: 'confirmed' })

test('[RUN101] there is no way back once what was moved, or what stood after it, waits no more', () => {
  const store = createStore<{ runs: readonly SubmissionView[] }>(() => ({
    runs: [run('3', 'b'), run('2', 'a'), run('1', 'a')],
  }))
  const gone: string[] = []
  whenNoneWaits(store, ['a', 'b'], () => gone.push('a or b'))
  whenNoneWaits(store, ['a'], () => gone.push('a'))
  whenNoneWaits(store, ['c'], () => gone.push('c'))
  whenNoneWaits(store, ['a'], () => gone.push('given up'))()
  store.setState({ runs: [run('3', 'b'), run('2', 'a'), { ...run('1', 'a'), state: 'sending' }] })
  expect(gone).toEqual(['c'])
  store.setState({ runs: [{ ...run('3', 'b'), state: 'sending' }, run('2', 'a')] })
  store.setState({ runs: [{ ...run('2', 'a'), state: 'sending' }] })
  store.setState({ runs: [] })
  expect(gone).toEqual(['c', 'a or b', 'a'])
})

test('[RUN100] the undo of a canceled retry stays until another one has its place', () => {
  const first = { ...run('1', 'a'), state: 'withdrawn' as const }
  const retry = { ...run('2', 'a'), state: 'withdrawn' as const, repeats: '1' }
  const store = createStore<{ runs: readonly SubmissionView[] }>(() => ({ runs: [retry, first] }))
  let isGone = false
  whenNoneIsCanceled(store, 'a', ['2'], () => {
    isGone = true
  })
  expect(isGone).toBe(false)
  store.setState({ runs: [{ ...run('3', 'a'), repeats: '1' }, retry, first] })
  expect(isGone).toBe(true)
})

test('[RUN100] the undo of a cancel is gone once none of the canceled runs is left as it was', () => {
  const withdrawn = (id: string) => ({ ...run(id, 'a'), state: 'withdrawn' as const })
  const store = createStore<{ runs: readonly SubmissionView[] }>(() => ({
    runs: [withdrawn('2'), withdrawn('1')],
  }))
  let isGone = false
  whenNoneIsCanceled(store, 'a', ['1', '2'], () => {
    isGone = true
  })
  // A retry takes the place of the canceled run.
  store.setState({ runs: [{ ...run('3', 'a'), repeats: '1' }, withdrawn('2'), withdrawn('1')] })
  expect(isGone).toBe(false)
  store.setState({ runs: [{ ...run('3', 'a'), repeats: '1' }, run('2', 'a'), withdrawn('1')] })
  expect(isGone).toBe(true)
})
