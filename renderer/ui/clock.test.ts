import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock, wholeStep } from './clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 4300 })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A component that shows the time. */
function watch({ read, onTick }: ReturnType<typeof createClock>) {
  const shown: number[] = [read()]
  return { shown, leave: onTick(() => shown.push(read())) }
}

it('[RUN41] two that began at different moments of a second show the same one', () => {
  expect([4000, 4001, 4999].map((now) => wholeStep(now, 1000))).toEqual([4000, 4000, 4000])
  expect(wholeStep(5000, 1000)).toBe(5000)
})

it('[RUN70] one timer ticks for all, at the turn of each second', () => {
  const clock = createClock(1000)
  const first = watch(clock)
  vi.advanceTimersByTime(400)
  const second = watch(clock)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(299)
  expect([first.shown, second.shown]).toEqual([[4000], [4000]])
  vi.advanceTimersByTime(1)
  expect([first.shown, second.shown]).toEqual([
    [4000, 5000],
    [4000, 5000],
  ])
  vi.advanceTimersByTime(2000)
  expect(second.shown).toEqual([4000, 5000, 6000, 7000])
  first.leave()
  second.leave()
})

it('[RUN70] the timer stops with the last who shows the time, and starts again with the next', () => {
  const clock = createClock(1000)
  const [first, second] = [watch(clock), watch(clock)]
  first.leave()
  first.leave()
  vi.advanceTimersByTime(1000)
  expect([first.shown, second.shown]).toEqual([[4000], [4000, 5000]])
  second.leave()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(clock.read()).toBe(10_000)
  const third = watch(clock)
  vi.advanceTimersByTime(1000)
  expect(third.shown).toEqual([10_000, 11_000])
  third.leave()
  expect(vi.getTimerCount()).toBe(0)
})
