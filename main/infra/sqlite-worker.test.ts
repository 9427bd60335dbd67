import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSqliteWorker } from './sqlite-worker.ts'

function open() {
  const clock = createFakeClock()
  const path = join(temporaryFolder(), 'library.sqlite')
  const tasks = { double: (value: number) => value * 2 }
  return { clock, worker: createSqliteWorker({ path, clock, opening: '', tasks, heapMiB: 64 }) }
}

test('a thread that has had no call for two minutes ends, and a later call begins another one', async () => {
  const { clock, worker } = open()
  expect(await worker.call('double', 1)).toBe(2)
  expect(clock.waiting()).toBe(1)
  await clock.advance(2 * 60_000)
  expect(clock.waiting()).toBe(0)
  expect(await worker.call('double', 2)).toBe(4)
  await worker.close()
  expect(clock.waiting()).toBe(0)
})

test('a close lets the call under way end, and leaves no timer', async () => {
  const { clock, worker } = open()
  const called = worker.call('double', 3)
  await worker.close()
  expect(await called).toBe(6)
  expect(clock.waiting()).toBe(0)
})
