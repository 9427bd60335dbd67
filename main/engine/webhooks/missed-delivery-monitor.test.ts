import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createMissedDeliveryMonitor } from './missed-delivery-monitor.ts'

function open() {
  const clock = createFakeClock()
  const changes: (number | null)[] = []
  const watch = createMissedDeliveryMonitor({ clock, onChanged: () => changes.push(watch.missedAt()) })
  return { clock, changes, watch }
}

it('[HOOK16] a delivery that does not arrive after its job ended is missed, until one does', async () => {
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

it('[HOOK16] one that arrives shortly after polling found its end is not missed', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.ended('a')
  await clock.advance(5_000)
  watch.came('a')
  await clock.advance(60_000)
  expect([changes, clock.waiting()]).toEqual([[], 0])
})

it('a run whose request named no address is never polled less and never missed', async () => {
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

it('[HOOK16] a delivery under way when another arrives is still missed if it does not arrive', async () => {
  const { clock, watch } = open()
  for (const submissionId of ['a', 'b', 'c']) watch.await(submissionId)
  watch.ended('a')
  await clock.advance(10_000)
  watch.ended('b')
  await clock.advance(5_000)
  expect(watch.missedAt()).toBe(clock.now())
  const firstMissedAt = watch.missedAt()
  watch.came('c')
  expect(watch.missedAt()).toBeNull()
  await clock.advance(10_000)
  expect(watch.missedAt()).toBe((firstMissedAt ?? 0) + 10_000)
})

it('[HOOK16] an end that is found twice is awaited once, and a missed end is awaited no more', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.ended('a')
  watch.ended('a')
  expect(clock.waiting()).toBe(1)
  await clock.advance(15_000)
  watch.came('b')
  watch.ended('a')
  await clock.advance(60_000)
  expect(changes.at(-1)).toBeNull()
})

it('closing while a delivery is overdue leaves no timer and misses nothing', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.ended('a')
  watch.close()
  expect(clock.waiting()).toBe(0)
  await clock.advance(60_000)
  expect(changes).toEqual([])
})

it('[HOOK16] misses at an address that is gone are over, and reported as over', async () => {
  const { clock, changes, watch } = open()
  watch.await('a')
  watch.ended('a')
  await clock.advance(15_000)
  expect(changes).toEqual([clock.now()])
  watch.reset()
  expect([watch.missedAt(), changes.at(-1)]).toEqual([null, null])
  watch.await('b')
  expect(watch.isQuiet('b')).toBe(true)
})
