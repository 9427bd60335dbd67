import { expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { startIdPruning } from './id-pruning.ts'

const day = 86_400_000

function start(seen: ('more' | 'all')[]) {
  const clock = createFakeClock()
  const looks: { at: number; before: number }[] = []
  const deps = { lastRequestAt: Number.NaN }
  const begun = clock.now()
  const stop = startIdPruning({
    clock,
    ids: {
      forgetSome(before) {
        looks.push({ at: clock.now() - begun, before })
        return seen.shift() ?? 'all'
      },
    },
    lastRequestAt: () => deps.lastRequestAt,
  })
  onTestFinished(stop)
  return { clock, looks, deps, begun, stop }
}

it('[HOOK27] ids are checked a step a second, then not for hours, and none of the last day is affected', async () => {
  const { clock, looks, begun } = start(['more', 'more', 'all', 'more', 'all'])
  await clock.advance(3_600_000)
  expect(looks.map(({ at }) => at)).toEqual([60_000, 61_000, 62_000])
  expect(looks[0]?.before).toBe(begun + 60_000 - day)
  await clock.advance(6 * 3_600_000)
  expect(looks).toHaveLength(5)
})

it('[HOOK27] nothing is deleted while requests come in', async () => {
  const { clock, looks, deps } = start(['more', 'all'])
  for (let second = 0; second < 120; second += 5) {
    deps.lastRequestAt = clock.now()
    await clock.advance(5_000)
  }
  expect(looks).toEqual([])
  await clock.advance(30_000)
  expect(looks).toHaveLength(2)
})

it('ends with no timer left', () => {
  const { clock, stop } = start([])
  stop()
  expect(clock.waiting()).toBe(0)
})
