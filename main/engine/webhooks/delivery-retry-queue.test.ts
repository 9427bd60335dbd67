import { expect, it } from 'vitest'
import { createDeliveryRetryQueue } from './delivery-retry-queue.ts'
import type { OpenDelivery } from './ports.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function delivery(requestId: string, serviceId = 'sandbox'): OpenDelivery {
  return { serviceId, requestId, submissionId: 's', jobId: 'j', takenAt: now }
}

function openWith(...requestIds: string[]) {
  const line = createDeliveryRetryQueue()
  for (const requestId of requestIds) line.add(delivery(requestId))
  return { line, next: (time: number) => line.next(time)?.requestId ?? null }
}

it('[HOOK26] new deliveries come in their order, each once, however often it is added', () => {
  const { line, next } = openWith('a', 'b', 'a')
  expect(line.nextAt()).toBe(0)
  expect([next(now), next(now), next(now), line.nextAt()]).toEqual(['a', 'b', null, null])
})

it('[HOOK26] one request id of two services is two deliveries', () => {
  const { line, next } = openWith('a')
  line.add(delivery('a', 'https://other.example'))
  expect([next(now), next(now)]).toEqual(['a', 'a'])
})

it('[HOOK25] a missed delivery returns after counted pauses that double to an hour', () => {
  const { line, next } = openWith('a')
  next(now)
  let time = now
  const pauses: number[] = []
  for (let count = 1; count <= 13; count += 1) {
    expect(line.missed(delivery('a'), time)).toBe(count)
    const due = line.nextAt() ?? 0
    expect(next(due - 1)).toBeNull()
    expect(next(due)).toBe('a')
    pauses.push((due - time) / 1_000)
    time = due
  }
  expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(pauses.slice(-3)).toEqual([2_048, 3_600, 3_600])
})

it('[HOOK26] of the missed ones the first due comes first, one a second, after all new ones', () => {
  const { line, next } = openWith()
  line.missed(delivery('late'), now + 500)
  line.missed(delivery('early'), now)
  line.missed(delivery('last'), now + 700)
  const due = now + 10_000
  line.add(delivery('new'))
  expect([next(due), next(due), next(due), next(due + 999)]).toEqual(['new', 'early', null, null])
  expect(line.nextAt()).toBe(due + 1_000)
  expect([next(due + 1_000), next(due + 1_999), next(due + 2_000)]).toEqual(['late', null, 'last'])
})

it('[HOOK25] one that is pausing keeps its pause when it is added again', () => {
  const { line, next } = openWith('a')
  next(now)
  line.missed(delivery('a'), now)
  line.add(delivery('a'))
  expect([next(now + 1_999), line.nextAt()]).toEqual([null, now + 2_000])
})

it('[HOOK26] one that was missed before, and is added, comes after the new ones and at the pace of the missed', () => {
  const { line, next } = openWith('a', 'b')
  for (const requestId of [next(now), next(now)]) line.missed(delivery(requestId ?? ''), now)
  expect([next(now + 2_000), next(now + 3_000)]).toEqual(['a', 'b'])
  for (const requestId of ['a', 'b', 'c']) line.add(delivery(requestId))
  expect([next(now + 3_001), next(now + 3_001), line.nextAt()]).toEqual(['c', null, now + 4_000])
  expect([next(now + 4_000), next(now + 4_000), next(now + 5_000)]).toEqual(['a', null, 'b'])
})

it('[HOOK25] a settled delivery is removed, and its misses are forgotten', () => {
  const { line, next } = openWith('a', 'b')
  line.forget(delivery('a'))
  expect(next(now)).toBe('b')
  line.missed(delivery('b'), now)
  line.forget(delivery('b'))
  expect([line.nextAt(), next(now + 10_000)]).toEqual([null, null])
  expect(line.missed(delivery('b'), now)).toBe(1)
})

it('[HOOK25] when a service is back every pause ends, and the misses still count', () => {
  const { line, next } = openWith()
  line.missed(delivery('a'), now)
  line.missed(delivery('b'), now)
  line.endPauses()
  expect([next(now), next(now), next(now + 1_000)]).toEqual(['a', null, 'b'])
  expect(line.missed(delivery('a'), now)).toBe(2)
})
