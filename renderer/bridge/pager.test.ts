import { expect, test } from 'vitest'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { done, failed, settle } from '../testing/fixture-studio.ts'
import { createPager, type PageRequest } from './pager.ts'

interface Page {
  readonly numbers: readonly number[]
  readonly nextCursor: string | null
}

/** A list of the numbers from 0, in pages of the requested size; each response arrives when the test says. */
function start(size: number, largestPage?: number) {
  const requests: PageRequest[] = []
  const waiting: ((failing?: boolean) => void)[] = []
  let shown: readonly number[] = []
  const failures: boolean[] = []
  const events: string[] = []
  const pager = createPager<number, Page, string>({
    pageSize: 3,
    ...(largestPage !== undefined && { largestPage }),
    request({ limit, cursor }) {
      requests.push({ limit, ...(cursor !== undefined && { cursor }) })
      const from = Number(cursor ?? 0)
      const numbers = Array.from({ length: Math.min(limit, size - from) }, (_, index) => from + index)
      const nextCursor = from + limit < size ? String(from + limit) : null
      const { promise, resolve } = Promise.withResolvers<BridgeResult<Page>>()
      waiting.push((failing) =>
        resolve(failing ? failed({ code: 'disconnected', message: '' }) : done({ numbers, nextCursor })),
      )
      return promise
    },
    itemsOf: ({ numbers }) => numbers,
    onRead({ items, isStart, events: noted }) {
      shown = isStart ? items : [...shown, ...items]
      events.push(...noted)
    },
    onFailure: (_, isStart) => void failures.push(isStart),
  })
  async function respond(index: number, failing = false) {
    waiting[index]?.(failing)
    await settle()
  }
  return { pager, requests, respond, failures, events, shown: () => shown }
}

test('pages follow each other to the end of the list, and nothing is requested beyond it', async () => {
  const { pager, requests, respond, shown } = start(5)
  void pager.more()
  await settle()
  expect(requests).toEqual([])
  void pager.start()
  await respond(0)
  void pager.more()
  await settle()
  await respond(1)
  void pager.more()
  await settle()
  expect(requests).toEqual([{ limit: 3 }, { limit: 3, cursor: '3' }])
  expect(shown()).toEqual([0, 1, 2, 3, 4])
})

test('two calls for the next page are one', async () => {
  const { pager, requests, respond, shown } = start(9)
  void pager.start()
  await respond(0)
  void pager.more()
  void pager.more()
  await settle()
  await respond(1)
  expect(requests).toHaveLength(2)
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5])
})

test('reading on waits for the first page under way, and continues from there', async () => {
  const { pager, requests, respond, shown } = start(9)
  void pager.start()
  await respond(0)
  void pager.start()
  void pager.more()
  await settle()
  expect(requests).toHaveLength(2)
  await respond(1)
  await respond(2)
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5])
})

test('after a new start the list is read on at once, whatever became of the page that was requested before', async () => {
  const { pager, requests, respond, shown } = start(9)
  void pager.start()
  await respond(0)
  void pager.more()
  await settle()
  void pager.start()
  await respond(2)
  void pager.more()
  await settle()
  expect(requests).toHaveLength(4)
  await respond(3)
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5])
  await respond(1)
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5])
})

test('a new start drops everything under way, in whichever order it arrives', async () => {
  const { pager, respond, shown } = start(9)
  void pager.start()
  await respond(0)
  void pager.more()
  await settle()
  void pager.start()
  void pager.start(4)
  await respond(3)
  await respond(4)
  await respond(2)
  await respond(1)
  expect(shown()).toEqual([0, 1, 2, 3])
})

test('a list is read again as far as before, in as few requests as the studio allows', async () => {
  const { pager, requests, respond, shown } = start(20, 5)
  void pager.start(7)
  await respond(0)
  expect(shown()).toEqual([])
  await respond(1)
  expect(requests).toEqual([{ limit: 5 }, { limit: 2, cursor: '5' }])
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a failure is reported once, and the list continues from where it was', async () => {
  const { pager, requests, respond, failures, shown } = start(9)
  void pager.start()
  await respond(0)
  void pager.more()
  await settle()
  await respond(1, true)
  void pager.start()
  await respond(2, true)
  expect(failures).toEqual([false, true])
  void pager.more()
  await settle()
  await respond(3)
  expect(requests.at(-1)).toEqual({ limit: 3, cursor: '3' })
  expect(shown()).toEqual([0, 1, 2, 3, 4, 5])
})

test('events received meanwhile come with the items, and nothing comes after a stop', async () => {
  const { pager, respond, events, shown } = start(9)
  pager.note('before')
  void pager.start()
  pager.note('meanwhile')
  await respond(0)
  expect(events).toEqual(['meanwhile'])
  void pager.more()
  await settle()
  pager.stop()
  await respond(1)
  expect(shown()).toEqual([0, 1, 2])
})
