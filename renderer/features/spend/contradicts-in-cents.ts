import type { Sums } from './chart-buckets.ts'

const microUsdPerCent = 10_000

/** A row of a table of sums; `estimatedMicroUsd` where the table shows it, and the difference, beside what was settled. */
interface Row extends Pick<Sums, 'microUsd' | 'jobs' | 'unlistedJobs'> {
  readonly estimatedMicroUsd?: number
}

/**
 * Whether these rows, rounded to cents, would contradict the sum above them or one another (SPEND70): the price of a
 * single job isn't rounded at all, a column adds up to its rounded sum, and a difference is that of the amounts beside it.
 */
export function contradictsInCents(rows: readonly Row[]): boolean {
  const priced = rows.filter(({ jobs, unlistedJobs }) => jobs > unlistedJobs)
  return (
    priced.some(isSinglePart) ||
    priced.some(hasOtherDifference) ||
    addsUpOtherwise(priced.map(({ microUsd }) => microUsd)) ||
    addsUpOtherwise(priced.flatMap(({ estimatedMicroUsd = [] }) => estimatedMicroUsd))
  )
}

function inCents(microUsd: number): number {
  return Math.sign(microUsd) * Math.round(Math.abs(microUsd) / microUsdPerCent)
}

function isSinglePart({ jobs, unlistedJobs, microUsd }: Row): boolean {
  return jobs - unlistedJobs === 1 && microUsd % microUsdPerCent !== 0
}

function hasOtherDifference({ microUsd, estimatedMicroUsd }: Row): boolean {
  if (estimatedMicroUsd === undefined) return false
  return inCents(microUsd) - inCents(estimatedMicroUsd) !== inCents(microUsd - estimatedMicroUsd)
}

function addsUpOtherwise(amounts: readonly number[]): boolean {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  return sum(amounts.map(inCents)) !== inCents(sum(amounts))
}
