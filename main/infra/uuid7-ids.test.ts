import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createUuid7Ids } from './uuid7-ids.ts'

test('ids are UUIDs of version 7 that contain their millisecond', () => {
  const clock = createFakeClock()
  const id = createUuid7Ids(clock).next()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(clock.now())
})

test('ids made within one millisecond keep their order, however many', () => {
  const ids = createUuid7Ids(createFakeClock())
  const made = Array.from({ length: 20_000 }, () => ids.next())
  expect(made).toEqual([...made].sort())
  expect(new Set(made).size).toBe(made.length)
})

test('a clock that is set back doesn’t break the order', () => {
  let now = 1_800_000_000_000
  const ids = createUuid7Ids({ now: () => now })
  const before = ids.next()
  now -= 60_000
  const after = ids.next()
  expect(after > before).toBe(true)
})
