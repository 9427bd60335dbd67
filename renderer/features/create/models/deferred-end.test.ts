import { expect, it } from 'vitest'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { canDefer, daysLeft, deferral, isDeferred, isNear, telling, wasTold } from './deferred-end.ts'

const date = '2027-06-30'
const end = Date.parse(date)
const dayMs = 86_400_000

function ending(sunsetDate: string | null, state: 'deprecated' | 'sunset' = 'deprecated'): ModelSummary {
  const [model] = catalogSummaries()
  if (!model) throw new Error('No models.')
  return { ...model, deprecation: { state, sunsetDate, cause: null, replacement: null, link: null } }
}

it('[CAT54] whole days are left, never more than there are, until the moment itself', () => {
  const left = (before: number) => daysLeft(date, end - before)
  expect([left(10 * dayMs), left(10 * dayMs - 1), left(1), left(0), left(-1)]).toEqual([10, 9, 0, null, null])
  expect(daysLeft(null, end)).toBeNull()
})

it('[CAT54] the note is deferred until seven days before, for this account and this date alone', () => {
  const model = ending(date)
  const deferred = deferral('sandbox', model).deferredEnds
  const isQuiet = (now: number, of = model, account = 'sandbox') => isDeferred(of, { account, deferred, now })
  expect([isQuiet(end - 8 * dayMs), isQuiet(end - 7 * dayMs), isQuiet(end)]).toEqual([true, false, false])
  expect(isQuiet(end - 90 * dayMs, ending('2027-05-01'))).toBe(false)
  expect(isQuiet(end - 90 * dayMs, model, 'https://service.example')).toBe(false)
  expect(isQuiet(end - 90 * dayMs, ending(date, 'sunset'))).toBe(false)
})

it('[CAT54] an end without a date is deferred until it has one', () => {
  const deferred = deferral('sandbox', ending(null)).deferredEnds
  expect(isDeferred(ending(null), { account: 'sandbox', deferred, now: end })).toBe(true)
  expect(isDeferred(ending(date), { account: 'sandbox', deferred, now: end - 90 * dayMs })).toBe(false)
})

it('[CAT54] can’t be deferred in the last seven days or once it has ended', () => {
  expect(canDefer(ending(date), end - 6 * dayMs)).toBe(false)
  expect(canDefer(ending(null, 'sunset'), 0)).toBe(false)
})

it('[CAT57] what the end of a model affects is shown once for each account', () => {
  const { id } = ending(date)
  const told = telling('sandbox', id, 'sunset').deferredEnds
  expect([wasTold(told, 'sandbox', id, 'sunset'), told.length]).toEqual([true, 1])
  expect(wasTold(told, 'https://service.example', id, 'sunset')).toBe(false)
  expect(wasTold(deferral('sandbox', ending(date)).deferredEnds, 'sandbox', id, 'sunset')).toBe(false)
})

it('[CAT60] an end is near in its last seven days, and has a notice of its own', () => {
  const near = (before: number) => isNear(ending(date), end - before)
  expect([near(8 * dayMs), near(7 * dayMs), near(7 * dayMs - 1), near(1), near(0)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect([isNear(ending(null), end - 1), isNear(ending(date, 'sunset'), end - 1)]).toEqual([false, false])
  const told = telling('sandbox', 'v2', 'near').deferredEnds
  expect([wasTold(told, 'sandbox', 'v2', 'near'), wasTold(told, 'sandbox', 'v2', 'sunset')]).toEqual([
    true,
    false,
  ])
})
