import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createBackgroundTurns } from './background-turns.ts'

function open() {
  const clock = createFakeClock()
  const turns = createBackgroundTurns({ clock })
  const closing = new AbortController()
  const taken: number[] = []
  const start = clock.now()
  const take = () => void turns.next(closing.signal).then(() => taken.push(clock.now() - start))
  return { clock, turns, closing, taken, take }
}

test('[LIB400] a step in the background is taken in another task where nobody asks for anything', async () => {
  const { clock, taken, take } = open()
  take()
  await Promise.resolve()
  expect(taken).toEqual([])
  await clock.advance(0)
  expect([taken, clock.waiting()]).toEqual([[0], 0])
})

test('[LIB400] a step in the background waits until nothing was asked for a moment', async () => {
  const { clock, turns, taken, take } = open()
  turns.noteCall()
  await clock.advance(100)
  take()
  await clock.advance(50)
  turns.noteCall()
  await clock.advance(249)
  expect(taken).toEqual([])
  await clock.advance(1)
  expect(taken).toEqual([400])
})

test('[LIB400] a step in the background is taken every half second where calls never rest', async () => {
  const { clock, turns, taken, take } = open()
  take()
  for (let at = 0; at < 1_200; at += 100) {
    turns.noteCall()
    await clock.advance(100)
    if (at === 400) take()
  }
  expect(taken).toEqual([500, 1_000])
})

test('[LIB400] a clock that is set back delays no step in the background', async () => {
  const { clock, turns, taken, take } = open()
  turns.noteCall()
  take()
  await clock.advance(100)
  clock.setBack(3_600_000)
  await clock.advance(399)
  expect(taken).toHaveLength(0)
  await clock.advance(1)
  expect(taken).toHaveLength(1)
  // That call is over.
  take()
  await clock.advance(0)
  expect(taken).toHaveLength(2)
})

test('[LIB400] a step in the background is not waited for when Atelier closes', async () => {
  const { clock, turns, closing, taken, take } = open()
  turns.noteCall()
  take()
  await clock.advance(10)
  closing.abort()
  await clock.advance(0)
  take()
  await clock.advance(0)
  expect([taken, clock.waiting()]).toEqual([[10, 10], 0])
})
