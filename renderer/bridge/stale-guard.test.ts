import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStaleGuard } from './stale-guard.ts'

function request() {
  return Promise.withResolvers<string>()
}

test('whatever order responses arrive in, none that is accepted is older than one accepted before', async () => {
  const arrivals = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.shuffledSubarray(
      Array.from({ length: count }, (_, moment) => moment),
      { minLength: 1 },
    ),
  )
  await fc.assert(
    fc.asyncProperty(arrivals, async (order) => {
      const guard = createStaleGuard()
      const requests = Array.from({ length: Math.max(...order) + 1 }, request)
      const readings = requests.map(({ promise }) => guard.read(promise))
      const taken: number[] = []
      for (const moment of order) {
        requests[moment]?.resolve('')
        if ((await readings[moment])?.accept()) taken.push(moment)
      }
      expect(taken).toEqual(taken.toSorted((left, right) => left - right))
      expect(taken.at(-1)).toBe(Math.max(...order))
    }),
  )
})

test('a request from before a change is never accepted, one from after it is', async () => {
  const guard = createStaleGuard()
  const before = await guard.read(Promise.resolve('before'))
  guard.supersede()
  expect(before.accept()).toBe(false)
  expect((await guard.read(Promise.resolve('after'))).accept()).toBe(true)
})

test('a reading gets the events that arrived while it was under way, and no others', async () => {
  const guard = createStaleGuard<string>()
  const response = request()
  guard.note('before')
  const reading = guard.read(response.promise)
  guard.note('meanwhile')
  response.resolve('')
  expect((await reading).events).toEqual(['meanwhile'])
  guard.note('after')
  expect((await reading).events).toEqual(['meanwhile'])
})

test('a response that never arrives does not affect the others', async () => {
  const guard = createStaleGuard<string>()
  await expect(guard.read(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  guard.note('later')
  const reading = await guard.read(Promise.resolve('there'))
  expect(reading).toMatchObject({ response: 'there', events: [] })
  expect(reading.accept()).toBe(true)
})
