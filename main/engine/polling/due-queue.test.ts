import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDueQueue } from './due-queue.ts'

const anyStep = fc.record({
  key: fc.integer({ min: 0, max: 30 }).map(String),
  dueAt: fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
})

it('[JOB19] whatever is added, moved and removed, the first is the earliest', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200, size: 'max' }), (steps) => {
      const queue = createDueQueue()
      const known = new Map<string, number>()
      for (const { key, dueAt } of steps) {
        if (dueAt === null) {
          queue.delete(key)
          known.delete(key)
        } else {
          queue.set(key, dueAt)
          known.set(key, dueAt)
        }
        const first = queue.first()
        expect(first?.dueAt).toBe(known.size === 0 ? undefined : Math.min(...known.values()))
        if (first) expect(known.get(first.key)).toBe(first.dueAt)
      }
      const order: number[] = []
      for (let first = queue.first(); first; first = queue.first()) {
        order.push(first.dueAt)
        queue.delete(first.key)
      }
      expect(queue.first()).toBeNull()
      expect(order).toEqual([...known.values()].sort((left, right) => left - right))
    }),
  )
})
