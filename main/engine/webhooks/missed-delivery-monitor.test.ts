import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createMissedDeliveryMonitor } from './missed-delivery-monitor.ts'

function open() {
  const clock = createFakeClock()
  const changes: (number | null)[] = []
  const watch = createMissedDeliveryMonitor({ clock, onChanged: () => changes.push(watch.missedAt()) })
  return { clock, changes, watch }
}

it('[HOOK16] a delivery that stays away after its job ended is missed, until one comes', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.await('b')
  expect(watch.isQuiet('a')).toBe(true)
  watch.ended('a')
  await clock.advance(14_000)
  expect(watch.missedAt()).toBeNull()
  await clock.advance(2_000)
  expect([watch.missedAt() !== null, watch.isQuiet('b')]).toEqual([true, false])
  watch.came('b')
  expect([watch.missedAt(), changes.length]).toEqual([null, 2])
})

it('[HOOK16] one that comes a moment after its end was found is not missed', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.ended('a')
  await clock.advance(5_000)
  watch.came('a')
  await clock.advance(60_000)
  expect([changes, clock.waiting()]).toEqual([[], 0])
})

it('a run that the service was told no address for is never quiet and never missed', async () => {
  const { clock, changes, watch } = open()
  expect(watch.isQuiet('a')).toBe(false)
  watch.ended('a')
  watch.await('b')
  watch.drop('b')
  watch.ended('b')
  await clock.advance(60_000)
  expect(changes).toEqual([])
})

it('nothing is awaited at an address that is gone', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.await('b')
  watch.ended('b')
  watch.reset()
  expect([watch.isQuiet('a'), clock.waiting(), changes]).toEqual([false, 0, []])
})
