import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFixtureStudio, done } from '../testing/fixture-studio.ts'
import { checkWhileVisible } from './check-service.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('[CONN350] the studio is told when the page is looked at and each minute while it is in view, until it is closed', () => {
  const studio = createFixtureStudio({ 'service.check': () => done(null) })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const page = Object.assign(new EventTarget(), { document })
  const end = checkWhileVisible(studio.bridge, page)
  const checks = () => studio.inputs('service.check').length
  expect(checks()).toBe(0)
  page.dispatchEvent(new Event('focus'))
  expect(checks()).toBe(1)
  vi.advanceTimersByTime(120_000)
  expect(checks()).toBe(3)
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(600_000)
  expect(checks()).toBe(3)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(checks()).toBe(4)
  end()
  page.dispatchEvent(new Event('focus'))
  vi.advanceTimersByTime(120_000)
  expect([checks(), vi.getTimerCount()]).toEqual([4, 0])
})
