import type { Sums } from './chart-buckets.ts'

const microUsdPerCent = 10_000

/** A row of a table of sums; `estimatedMicroUsd` where the table shows it, and the difference, beside what was settled. */
interface Row extends Pick<Sums, 'microUsd' | 'jobs' | 'unlistedJobs'> {
  readonly estimatedMicroUsd?: number
}

/** What a row shows, in micro-dollars that are whole cents. */
export interface RowInCents {
  readonly microUsd: number
  readonly estimatedMicroUsd: number
}

/**
 * The rows of a table in whole cents (SPEND70): a column adds up to its rounded sum, equal amounts stay equal, and a
 * difference is that of the amounts beside it, with the sign of the true one. Null where no rounding does that.
 */
export function inCents(rows: readonly Row[]): readonly RowInCents[] | null {
  const settled = round(rows.map(({ microUsd }) => microUsd))
  if (!settled) return null
  const ofRow = (at: number) => settled[at] ?? 0
  const fixed = rows.map((row, at) => (isMoved(row) ? null : ofRow(at)))
  const estimated = round(
    rows.map(({ microUsd, estimatedMicroUsd = microUsd }) => estimatedMicroUsd),
    fixed,
  )
  if (!estimated) return null
  const shown = rows.map((_, at) => ({ microUsd: ofRow(at), estimatedMicroUsd: estimated[at] ?? 0 }))
  return rows.every((row, at) => isAgreed(row, shown[at])) ? shown : null
}

function isMoved({ microUsd, estimatedMicroUsd = microUsd }: Row): boolean {
  return estimatedMicroUsd !== microUsd
}

function isAgreed({ microUsd, estimatedMicroUsd = microUsd }: Row, shown: RowInCents | undefined): boolean {
  const whole = microUsd - estimatedMicroUsd
  const difference = shown ? shown.microUsd - shown.estimatedMicroUsd : 0
  return difference === 0 ? Math.abs(whole) < microUsdPerCent : Math.sign(difference) === Math.sign(whole)
}

/**
 * Each up or down to a whole cent, so that together they are their rounded sum: up are those with most above a cent.
 * `fixed` ones are given; null where the others can't make up for them.
 */
function round(amounts: readonly number[], fixed: readonly (number | null)[] = []): readonly number[] | null {
  const cents = amounts.map(
    (amount, at) => fixed[at] ?? Math.floor(amount / microUsdPerCent) * microUsdPerCent,
  )
  const open = amounts
    .map((amount, at) => ({ at, above: amount % microUsdPerCent, isOpen: (fixed[at] ?? null) === null }))
    .filter(({ above, isOpen }) => isOpen && above > 0)
    .toSorted((left, right) => right.above - left.above)
  const target = Math.round(sum(amounts) / microUsdPerCent) * microUsdPerCent
  const missing = (target - sum(cents)) / microUsdPerCent
  if (missing < 0 || missing > open.length) return null
  const up = new Set(open.slice(0, missing).map(({ at }) => at))
  return cents.map((cent, at) => (up.has(at) ? cent + microUsdPerCent : cent))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0)
}
