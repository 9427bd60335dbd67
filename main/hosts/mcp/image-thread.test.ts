import { expect, onTestFinished, test } from 'vitest'
import { openImageThread } from './image-thread.ts'

/** A thread that never comes back from one path, ends itself at or after others, and draws any other as one pixel. */
const code = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ path }) => {
  if (path === 'hangs') for (;;);
  if (path === 'breaks') throw new Error('broken')
  parentPort.postMessage({ width: 1, height: 1, rgb: new Uint8Array(3) })
  if (path === 'last') parentPort.close()
})`

function open(signal = new AbortController().signal, onEnded = () => {}) {
  const thread = openImageThread(signal, {
    longestRead: 3_000,
    onEnded,
    code: () => new URL(`data:text/javascript,${encodeURIComponent(code)}`),
  })
  onTestFinished(thread.close)
  return thread
}

test('[AGENT81] a file at which the thread hangs or breaks can’t be drawn, and the next ones can', async () => {
  const thread = open()
  const found = []
  for (const path of ['a', 'hangs', 'b', 'breaks', 'c'])
    found.push((await thread.read(path, 128))?.width ?? null)
  expect(found).toEqual([1, null, 1, null, 1])
})

test('[AGENT330] a thread that ends after an image is replaced for the next one', async () => {
  const ended = Promise.withResolvers<void>()
  const thread = open(undefined, ended.resolve)
  expect(await thread.read('last', 128)).not.toBeNull()
  await ended.promise
  expect(await thread.read('a', 128)).not.toBeNull()
})

test('[AGENT82] a cancel ends a thread that hangs', async () => {
  const canceling = new AbortController()
  const thread = open(canceling.signal)
  expect(await thread.read('a', 128)).not.toBeNull()
  const hanging = thread.read('hangs', 128)
  canceling.abort()
  expect(await hanging).toBeNull()
  expect(await thread.read('b', 128)).toBeNull()
})
