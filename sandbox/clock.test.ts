import { expect, test } from 'vitest'
import { createSandboxClock, hasBegun } from './clock.ts'

test('a date begins with its first millisecond in UTC, not before', () => {
  const at = (iso: string) => ({ now: () => Date.parse(iso) })
  expect(hasBegun('2026-06-19', at('2026-06-18T23:59:59.999Z'))).toBe(false)
  expect(hasBegun('2026-06-19', at('2026-06-19T00:00:00.000Z'))).toBe(true)
})

test('a clock that is moved forward notifies listeners, until they unsubscribe', () => {
  const clock = createSandboxClock(Date.parse('2026-01-01T00:00:00Z'))
  const received: number[] = []
  const undo = clock.onJump(() => received.push(new Date(clock.now()).getUTCFullYear()))
  clock.set(Date.parse('2027-03-01T00:00:00Z'))
  undo()
  clock.set(Date.parse('2028-03-01T00:00:00Z'))
  expect(received).toEqual([2027])
})
