import { expect, test } from 'vitest'
import { createFlushAhead } from './flush-ahead.ts'

/** A file whose flushes end when a test says so. */
function createFakeFile() {
  const waiting: PromiseWithResolvers<void>[] = []
  let flushes = 0
  return {
    flushes: () => flushes,
    settle(error?: Error) {
      const next = waiting.shift()
      if (error) next?.reject(error)
      else next?.resolve()
    },
    datasync() {
      flushes += 1
      const next = Promise.withResolvers<void>()
      waiting.push(next)
      return next.promise
    },
  }
}

test('begins a flush once enough is written, and no second one beside it', async () => {
  const file = createFakeFile()
  const flush = createFlushAhead(file, { from: 100, everyBytes: 10 })
  flush.written(109)
  expect(file.flushes()).toBe(0)
  flush.written(110)
  flush.written(150)
  expect(file.flushes()).toBe(1)
  file.settle()
  expect(await flush.settled()).toBe(true)
  flush.written(155)
  expect(file.flushes()).toBe(2)
})

test('the end waits for the flush under way and then for one of everything', async () => {
  const file = createFakeFile()
  const flush = createFlushAhead(file, { from: 0, everyBytes: 10 })
  flush.written(10)
  let hasEnded = false
  const ended = flush.end().then(() => {
    hasEnded = true
  })
  file.settle()
  await expect.poll(file.flushes).toBe(2)
  expect(hasEnded).toBe(false)
  file.settle()
  await ended
})

test('a flush that failed on the way is thrown with the next bytes and at the end, and nothing is flushed after it', async () => {
  const file = createFakeFile()
  const flush = createFlushAhead(file, { from: 0, everyBytes: 10 })
  flush.written(10)
  file.settle(new Error('EIO'))
  expect(await flush.settled()).toBe(false)
  expect(() => flush.written(20)).toThrow('EIO')
  await expect(flush.end()).rejects.toThrow('EIO')
  expect(file.flushes()).toBe(1)
})

test('a flush that fails at the end is thrown', async () => {
  const file = createFakeFile()
  const ended = createFlushAhead(file, { from: 0 }).end()
  await expect.poll(file.flushes).toBe(1)
  file.settle(new Error('EIO'))
  await expect(ended).rejects.toThrow('EIO')
})
