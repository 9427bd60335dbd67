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
 * Each up or down to a whole cent, so that together they are their rounded sum, and equal ones alike: up are those with
 * most above a cent. `fixed` ones are given, and what equals one is as it is; null where the others can't make up for them.
 */
function round(amounts: readonly number[], fixed: readonly (number | null)[] = []): readonly number[] | null {
  const given = new Map<number, number>()
  for (const [at, amount] of amounts.entries()) {
    const known = fixed[at] ?? null
    if (known !== null) given.set(amount, known)
  }
  const cents = amounts.map(
    (amount, at) => fixed[at] ?? given.get(amount) ?? Math.floor(amount / microUsdPerCent) * microUsdPerCent,
  )
  const open = amounts.filter((amount) => !given.has(amount) && amount % microUsdPerCent > 0)
  const groups = [...Map.groupBy(open, (amount) => amount)]
    .map(([amount, { length }]) => ({ amount, length }))
    .toSorted((left, right) => (right.amount % microUsdPerCent) - (left.amount % microUsdPerCent))
  const target = Math.round(sum(amounts) / microUsdPerCent) * microUsdPerCent
  const up = chooseGroups(groups, (target - sum(cents)) / microUsdPerCent)
  const shown = up && cents.map((cent, at) => (up.has(amounts[at] ?? 0) ? cent + microUsdPerCent : cent))
  return shown && keepsOrder(amounts, shown) ? shown : null
}

/** Given ones may stand against others. */
function keepsOrder(amounts: readonly number[], shown: readonly number[]): boolean {
  const pairs = amounts
    .map((amount, at) => ({ amount, cents: shown[at] ?? 0 }))
    .toSorted((left, right) => left.amount - right.amount)
  return pairs.every(({ cents }, at) => cents >= (pairs[at - 1]?.cents ?? 0))
}

interface EqualAmounts {
  readonly amount: number
  /** How many rows have it. */
  readonly length: number
}

/**
 * The amounts of the first groups that are `count` rows together; null where they can't be. Where one is left out, a
 * smaller one with as many whole cents is, too: it would read as more.
 */
function chooseGroups(groups: readonly EqualAmounts[], count: number): ReadonlySet<number> | null {
  const chosen = new Set<number>()
  const leftOut = new Set<number>()
  let left = count
  for (const { amount, length } of groups) {
    const whole = Math.floor(amount / microUsdPerCent)
    if (length > left || leftOut.has(whole)) leftOut.add(whole)
    else {
      chosen.add(amount)
      left -= length
    }
  }
  return left === 0 ? chosen : null
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0)
}
