import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlabs } from './slabs.ts'

test('what was taken stays as it was read until it is done with', () => {
  const reads = fc.array(fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 5 }), { maxLength: 8 })
  fc.assert(
    fc.property(reads, (takes) => {
      const slabs = createSlabs()
      let mark = 0
      let queued: [Uint8Array, number][] = []
      for (const lengths of takes) {
        for (const length of lengths) {
          const window = slabs.window()
          const bytes = Math.min(length, window.length)
          mark = (mark + 1) % 251
          window.fill(mark, 0, bytes)
          queued.push([slabs.fill(bytes), mark])
        }
        slabs.turn()
        const taken = queued
        queued = []
        // The next reads come while these are worked on.
        const window = slabs.window()
        window.fill(255)
        for (const [chunk, expected] of taken)
          expect(chunk[0] === expected && chunk.every((byte) => byte === expected)).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})

test('reads that are dealt with cost no more memory', () => {
  const slabs = createSlabs()
  const memory = new Set<unknown>()
  for (let count = 0; count < 200; count += 1) {
    memory.add(slabs.window().buffer)
    slabs.fill(200_000)
    slabs.turn()
  }
  expect(memory.size).toBeLessThanOrEqual(3)
})
