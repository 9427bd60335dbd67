import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findMove, type QueueMove } from './queue-moves.ts'

/** Two runs of each batch, one of them on the wire where its name is a capital letter. */
function queueOf(batches: string) {
  return [...batches].flatMap((batchId) =>
    [1, 2].map((number) => ({
      submissionId: `${batchId}${number}`,
      batchId,
      isBeingSent: number === 1 && batchId !== batchId.toLowerCase(),
    })),
  )
}

function moved(batches: string, batchId: string, move: QueueMove): string {
  const before = findMove(queueOf(batches), batchId, move)
  if (before === undefined) return batches
  const others = [...batches].filter((one) => one !== batchId)
  others.splice(before === null ? others.length : others.indexOf(before), 0, batchId)
  return others.join('')
}

it.each<[string, string, QueueMove, string]>([
  ['abcd', 'c', 'first', 'cabd'],
  ['abcd', 'c', 'earlier', 'acbd'],
  ['abcd', 'b', 'later', 'acbd'],
  ['abcd', 'c', 'later', 'abdc'],
  ['abcd', 'b', 'last', 'acdb'],
  ['abcd', 'a', 'earlier', 'abcd'],
  ['abcd', 'd', 'later', 'abcd'],
  ['abcd', 'd', { beforeBatchId: 'b' }, 'adbc'],
  ['abcd', 'a', { beforeBatchId: 'd' }, 'bcad'],
  ['abcd', 'a', { beforeBatchId: 'b' }, 'abcd'],
  ['abcd', 'a', { beforeBatchId: null }, 'bcda'],
  ['abcd', 'a', { beforeBatchId: 'gone' }, 'abcd'],
  ['abcd', 'gone', 'first', 'abcd'],
])('[JOB66] in %s, %s is moved: %j', (batches, batchId, move, after) => {
  expect(moved(batches, batchId, move)).toBe(after)
})

it.each<[string, string, QueueMove, string]>([
  ['Abcd', 'd', 'first', 'Adbc'],
  ['Abcd', 'b', 'earlier', 'Abcd'],
  ['Abcd', 'c', { beforeBatchId: 'A' }, 'Acbd'],
  ['aBcd', 'd', 'first', 'aBdc'],
  ['aBcd', 'a', 'first', 'aBcd'],
])('[JOB66] in %s, where a capital is being sent, %s is moved: %j', (batches, batchId, move, after) => {
  expect(moved(batches, batchId, move)).toBe(after)
})

it('[JOB66] whatever is moved, nothing is lost and nothing passes one that is being sent', () => {
  const letters = [...'abcDEF']
  const moves = fc.oneof(
    fc.constantFrom<QueueMove>('first', 'earlier', 'later', 'last'),
    fc.constantFrom(...letters, 'gone', null).map((beforeBatchId) => ({ beforeBatchId })),
  )
  fc.assert(
    fc.property(
      fc.shuffledSubarray(letters, { minLength: 1 }),
      fc.constantFrom(...letters),
      moves,
      (order, batchId, move) => {
        if (typeof move === 'object' && move.beforeBatchId === batchId) return
        const batches = order.join('')
        const after = moved(batches, batchId, move)
        expect([...after].toSorted()).toEqual(order.toSorted())
        for (const sent of order.filter((one) => one !== batchId && 'DEF'.includes(one)))
          if (batches.indexOf(sent) < batches.indexOf(batchId))
            expect(after.indexOf(sent)).toBeLessThan(after.indexOf(batchId))
      },
    ),
  )
})
