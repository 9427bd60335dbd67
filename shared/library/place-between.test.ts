import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBetween, placePattern, placesBetween } from './place-between.ts'

test('[COLL3] whatever is moved between which neighbours, the order is kept and every place is between its own', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 300 }), (targets) => {
      const places: string[] = []
      for (const target of targets) {
        const at = target % (places.length + 1)
        const place = placeBetween(places[at - 1] ?? null, places[at] ?? null)
        expect(place).toMatch(placePattern)
        places.splice(at, 0, place)
      }
      expect(places).toEqual([...new Set(places)].sort((one, other) => (one < other ? -1 : 1)))
    }),
    { numRuns: 300 },
  )
})

test('[COLL3] ten thousand files at the ends have places of one length, and fifty moves into one gap stay short', () => {
  const many = placesBetween(null, null, 10_000)
  const before = placesBetween(null, many[0] ?? '', 10_000)
  const all = [...before, ...many]
  expect(
    all.every((place, index) => place.length === 8 && (index === 0 || place > (all[index - 1] ?? ''))),
  ).toBe(true)
  let [low, high] = [all[0] ?? '', all[1] ?? '']
  for (let index = 0; index < 50; index += 1) {
    const place = placeBetween(low, high)
    if (index % 2 === 0) low = place
    else high = place
  }
  expect(low.length).toBeLessThan(24)
})
