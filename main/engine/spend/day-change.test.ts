import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { startDayChange } from './day-change.ts'

const hourMs = 3_600_000

function start(at: string) {
  const clock = createFakeClock(Date.parse(at))
  const days: string[] = []
  const stop = startDayChange({ clock, onDay: () => days.push(new Date(clock.now()).toISOString()) })
  return { clock, days, stop }
}

test('[SPEND11] each UTC midnight is reported once, at its first moment', async () => {
  const { clock, days, stop } = start('2026-10-24T22:10:00Z')
  await clock.advance(26 * hourMs)
  expect(days).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-26T00:00:00.000Z'])
  stop()
  expect(clock.waiting()).toBe(0)
})

test('[SPEND11] a midnight that the machine slept over is reported when it wakes', async () => {
  const { clock, days } = start('2026-11-30T23:50:00Z')
  clock.sleep(3 * hourMs)
  expect(days).toEqual([])
  await clock.advance(0)
  expect(days).toEqual(['2026-12-01T02:50:00.000Z'])
})
