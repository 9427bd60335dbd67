import { expect, test } from 'vitest'
import { createRandom, pick } from './random.ts'

test('the same seed gives the same order, another seed another', () => {
  const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('each of a few is chosen about equally often', () => {
  const random = createRandom(1)
  const chosen = Array.from({ length: 3000 }, () => pick(random, ['a', 'b', 'c']))
  for (const one of ['a', 'b', 'c'])
    expect(chosen.filter((other) => other === one).length).toBeGreaterThan(900)
  expect(() => pick(random, [])).toThrow(RangeError)
})
