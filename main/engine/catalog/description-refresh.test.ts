import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createDescriptionRefresh } from './description-refresh.ts'

const hour = 60 * 60_000

function open() {
  const clock = createFakeClock()
  let readings = 0
  const refresh = createDescriptionRefresh({
    clock,
    async read() {
      readings += 1
    },
  })
  return { clock, refresh, readings: () => readings }
}

test('[CAT36] the description is read again each day, also after a sleep, and never once closed', async () => {
  const { clock, refresh, readings } = open()
  await clock.advance(23 * hour)
  expect(readings()).toBe(0)
  await clock.advance(hour)
  expect(readings()).toBe(1)
  clock.sleep(48 * hour)
  await clock.advance(hour)
  expect(readings()).toBe(2)
  refresh.close()
  await clock.advance(48 * hour)
  expect([readings(), clock.waiting()]).toEqual([2, 0])
})

test('[CAT36] a connection reads it, so that the day begins anew', async () => {
  const { clock, refresh, readings } = open()
  await clock.advance(12 * hour)
  refresh.noteReading()
  await clock.advance(20 * hour)
  expect(readings()).toBe(0)
  refresh.close()
})

test('[CAT36] it is read again after a 400, 404 or 410 of a generation, once for several', async () => {
  const { clock, refresh, readings } = open()
  for (const status of [402, 429, 500, null]) refresh.refused(status)
  expect(readings()).toBe(0)
  for (const status of [404, 410, 400]) refresh.refused(status)
  expect(readings()).toBe(1)
  await clock.advance(60_000)
  refresh.refused(400)
  expect(readings()).toBe(2)
  refresh.close()
})
