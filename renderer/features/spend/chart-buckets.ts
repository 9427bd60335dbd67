import type { SpendDay, SpendSums } from '../../../shared/bridge/spend-views.ts'
import { type DateRange, daysIn, shiftDate } from '../../reports/utc-dates.ts'

export type Unit = 'day' | 'month' | 'year'

/** One bar: a UTC day, month or year, with or without spend. Sums in micro-dollars. */
export interface Bucket extends Sums {
  /** Such as 2026-11-20, 2026-11 or 2026. */
  readonly key: string
}

/** Sums in micro-dollars, and the jobs that they are of. */
export type Sums = { readonly [Name in keyof SpendSums]: number }

const mostDays = 62
const mostMonths = 36
/** More bars than that are too thin to be hit: those before and after all spend are left out. */
const mostBars = 80

const keyLength: Record<Unit, number> = { day: 10, month: 7, year: 4 }

/** The bars of a range: its days, or its months or years where these would be too many. */
export function bucketsOf(
  range: DateRange,
  days: readonly SpendDay[],
): { unit: Unit; buckets: readonly Bucket[] } {
  const unit = unitOf(range)
  const spent = Map.groupBy(days, ({ date }) => date.slice(0, keyLength[unit]))
  const keys = keysOf(range, unit)
  const used = keys.length <= mostBars ? keys : between(keys, [...spent.keys()])
  return { unit, buckets: used.map((key) => ({ key, ...addUp(spent.get(key) ?? []) })) }
}

function unitOf(range: DateRange): Unit {
  const days = daysIn(range)
  if (days <= mostDays) return 'day'
  return days <= mostMonths * 31 ? 'month' : 'year'
}

function keysOf({ from, to }: DateRange, unit: Unit): readonly string[] {
  if (unit === 'day')
    return Array.from({ length: daysIn({ from, to }) }, (_, index) => shiftDate(from, index))
  const perYear = unit === 'month' ? 12 : 1
  const index = (date: string) =>
    Number(date.slice(0, 4)) * perYear + (unit === 'month' ? Number(date.slice(5, 7)) - 1 : 0)
  return Array.from({ length: index(to) - index(from) + 1 }, (_, step) => {
    const at = index(from) + step
    const year = String(Math.floor(at / perYear)).padStart(4, '0')
    return unit === 'year' ? year : `${year}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

function between(keys: readonly string[], spent: readonly string[]): readonly string[] {
  const [first = '', last = ''] = [spent.toSorted()[0], spent.toSorted().at(-1)]
  return keys.filter((key) => key >= first && key <= last).slice(-mostBars)
}

export function addUp(sums: readonly SpendSums[]): Sums {
  const sum = (read: (one: SpendSums) => number) => sums.reduce((total, one) => total + read(one), 0)
  return {
    jobs: sum(({ jobs }) => jobs),
    microUsd: sum(({ microUsd }) => microUsd),
    upToMicroUsd: sum(({ upToMicroUsd }) => upToMicroUsd),
    unlistedJobs: sum(({ unlistedJobs }) => unlistedJobs),
  }
}
