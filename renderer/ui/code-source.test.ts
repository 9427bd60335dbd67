import { expect, test, vi } from 'vitest'
import { createCodeSource } from './code-source.ts'

/** Code that loads, or fails, when the test says so. */
function openSource() {
  const loads: PromiseWithResolvers<string>[] = []
  const report = vi.fn()
  const source = createCodeSource(() => {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  }, report)
  return { source, loads, report, kind: () => source.store.getState().kind }
}

test('code is loaded once, whoever needs it and however often', async () => {
  const { source, loads } = openSource()
  const all = [source.preload(), source.ensure(), source.preload()]
  loads[0]?.resolve('code')
  await Promise.all(all)
  await source.ensure()
  expect(loads).toHaveLength(1)
  expect(source.store.getState()).toEqual({ kind: 'loaded', value: 'code' })
})

test('a background failure is not reported to later users', async () => {
  const { source, loads, report, kind } = openSource()
  const first = source.preload()
  loads[0]?.reject(new Error('stopped'))
  await first
  expect([kind(), report.mock.calls.length]).toEqual(['absent', 1])
  const second = source.ensure()
  expect(kind()).toBe('loading')
  loads[1]?.resolve('code')
  await second
  expect(kind()).toBe('loaded')
})

test('a load that someone waits for fails visibly, and is retried', async () => {
  const { source, loads, kind } = openSource()
  const first = Promise.all([source.preload(), source.ensure()])
  loads[0]?.reject(new Error('stopped'))
  await first
  expect(kind()).toBe('failed')
  const retry = source.ensure()
  expect(kind()).toBe('loading')
  loads[1]?.resolve('code')
  await retry
  expect(kind()).toBe('loaded')
})

test('after a visible failure nothing is loaded in the background: the Retry stays', async () => {
  const { source, loads, kind } = openSource()
  const first = source.ensure()
  loads[0]?.reject(new Error('stopped'))
  await first
  await source.preload()
  expect([kind(), loads.length]).toEqual(['failed', 1])
})
