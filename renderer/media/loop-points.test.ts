import { expect, test } from 'vitest'
import { loopedPart, noPoints, speedAfter, speeds, withPoint } from './use-player.ts'

test('[VIEW2] a point is set where the file is, removed there, and never crosses the other one', () => {
  const first = withPoint(noPoints, 'in', 2)
  expect(first).toEqual({ in: 2, out: null })
  const both = withPoint(first, 'out', 5)
  expect(both).toEqual({ in: 2, out: 5 })
  expect(withPoint(both, 'in', 2.001)).toEqual({ in: null, out: 5 })
  expect(withPoint(both, 'in', 6)).toEqual({ in: 6, out: null })
  expect(withPoint(both, 'out', 1)).toEqual({ in: null, out: 1 })
  expect(withPoint(both, 'out', 4)).toEqual({ in: 2, out: 4 })
})

test('[VIEW2] the speed goes from a quarter to twice, and stays at its ends', () => {
  expect([speeds[0], speeds.at(-1)]).toEqual([0.25, 2])
  expect([speedAfter(1, 1), speedAfter(1, -1), speedAfter(2, 1), speedAfter(0.25, -1)]).toEqual([
    1.5, 0.5, 2, 0.25,
  ])
})

test('[VIEW360] the part between the points is a share of the file, from its start or to its end without one of them', () => {
  expect(loopedPart({ in: 2, out: 4 }, 8)).toEqual([0.25, 0.5])
  expect(loopedPart({ in: 2, out: null }, 8)).toEqual([0.25, 1])
  expect(loopedPart({ in: null, out: 4 }, 8)).toEqual([0, 0.5])
  // A file can end before the length that it tells.
  expect(loopedPart({ in: 2, out: 9 }, 8)).toEqual([0.25, 1])
  expect([loopedPart(noPoints, 8), loopedPart(undefined, 8), loopedPart({ in: 2, out: 4 }, 0)]).toEqual([
    null,
    null,
    null,
  ])
})
