import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tryClock } from '../testing/clock-suite.ts'
import { systemClock } from './system-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Sets a timer; returns how often it has fired and its cancel function. */
function setTimer(milliseconds: number) {
  const fired: number[] = []
  const cancel = systemClock.setTimer(milliseconds, () => fired.push(Date.now()))
  return { fired, cancel }
}

test('calls back once, when the time has come', () => {
  const { fired } = setTimer(12_000)
  vi.advanceTimersByTime(11_999)
  expect(fired).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(fired).toEqual([Date.parse('2026-11-20T12:00:12Z')])
})

test('[JOB22] time during which the machine slept has passed: an overdue timer fires soon after', () => {
  const { fired } = setTimer(3_600_000)
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(Date.parse('2026-11-20T18:00:00Z'))
  vi.advanceTimersByTime(5_001)
  expect(fired.length).toBe(1)
})

test('a wall clock that is set back delays nothing', () => {
  const { fired } = setTimer(60_000)
  vi.advanceTimersByTime(30_000)
  vi.setSystemTime(Date.parse('2026-11-19T12:00:00Z'))
  vi.advanceTimersByTime(30_000)
  expect(fired.length).toBe(1)
})

test('waits longer than a Node timer can', () => {
  const { fired, cancel } = setTimer(2 ** 31 + 60_000)
  vi.advanceTimersByTime(120_000)
  expect([fired, vi.getTimerCount()]).toEqual([[], 1])
  cancel()
  expect(vi.getTimerCount()).toBe(0)
})

tryClock('SystemClock', () => ({
  clock: systemClock,
  pass: async (milliseconds) => void (await vi.advanceTimersByTimeAsync(milliseconds)),
}))
