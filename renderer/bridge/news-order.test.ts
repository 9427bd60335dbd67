import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNewsOrder } from './news-order.ts'

test('whatever order answers come in, what is taken is never older than what was taken before', () => {
  const arrivals = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.shuffledSubarray(
      Array.from({ length: count }, (_, moment) => moment),
      { minLength: 1 },
    ),
  )
  fc.assert(
    fc.property(arrivals, (order) => {
      const news = createNewsOrder()
      const moments = Array.from({ length: Math.max(...order) + 1 }, news.next)
      const taken = order.filter((moment) => moments[moment]?.())
      expect(taken).toEqual(taken.toSorted((left, right) => left - right))
      expect(taken.at(-1)).toBe(Math.max(...order))
    }),
  )
})
