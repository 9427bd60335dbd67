import type { BudgetStatus } from '../../../shared/bridge/budget.ts'
import { countedSeconds, type Estimate, upperEnd } from '../../../shared/pricing/estimate.ts'
import type { DimensionValue } from '../../../shared/pricing/price-table.ts'
import type { Settled } from '../../../shared/pricing/settle.ts'
import { type Total, totalOf } from '../../../shared/pricing/total.ts'
import type { AccountLabel } from '../account-label.ts'
import { accountName, spentWhere } from './account.ts'
import { capitalize } from './capitalize.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'

type Of<Kind extends Estimate['kind']> = Extract<Estimate, { kind: Kind }>

function span(minimum: number, maximum: number): string {
  return minimum === maximum ? format.price(minimum) : `${format.price(minimum)} – ${format.price(maximum)}`
}

/** Whether some of these runs have no sum, or all have one. */
function isSummed({ runs, unlisted }: Total): boolean {
  return unlisted < runs
}

/** Whether the most that runs may cost depends on lengths that are known at their end (PRICE21). */
function isBound({ rated }: Total): boolean {
  return rated > 0
}

/** Before a figure that is the most that it may be. */
function atMost(isMost: unknown): string {
  return isMost ? 'at most ' : ''
}

/** What several runs cost at most, as a budget counts them. */
export function bound({ minMicroUsd, boundMicroUsd }: Total): string {
  return `${atMost(minMicroUsd !== boundMicroUsd)}${format.price(boundMicroUsd)}`
}

function totalWords(some: Total): string {
  if (!isSummed(some)) return 'Price not listed'
  return isBound(some) ? bound(some) : span(some.minMicroUsd, some.maxMicroUsd)
}

/** How the bound of runs comes about, where some of them are priced by the second. */
function boundWorking({ maxMicroUsd, rates }: Total): string {
  const sums = rates.map(
    ({ runs, seconds, microUsdPerSecond }) =>
      `${runs > 1 ? `${format.number(runs)} × ` : ''}${format.number(seconds)} s × ${format.price(microUsdPerSecond)}`,
  )
  return [...(maxMicroUsd > 0 ? [format.price(maxMicroUsd)] : []), ...sums].join(' + ')
}

const budgets = {
  day: 'today’s budget',
  month: 'this month’s budget',
  session: 'this session’s budget',
} as const

export const periods = { day: 'today', month: 'this month', session: 'this session' } as const

function fieldList(names: readonly string[]): string {
  const labels = names.map((name) => fields.label(name, null).toLowerCase())
  return format.list(labels)
}

/** Fields with the values that a result shows of them; the name alone where no value is stored. */
function readList(read: Readonly<Record<string, DimensionValue | null>>): string {
  const items = Object.entries(read).map(([name, value]) => {
    const label = fields.label(name, null).toLowerCase()
    if (value === null) return label
    const text = typeof value === 'boolean' ? fields.option(value).toLowerCase() : fields.option(value)
    return `${label} ${fields.measured(name, value) ?? text}`
  })
  return format.list(items)
}

function exactWorking(estimate: Of<'exact'>, runs: number): string | null {
  const { working } = estimate
  const one = working
    ? `${format.number(working.seconds)} s × ${format.price(working.microUsdPerSecond)}`
    : null
  if (runs === 1) return one
  return one ? `${runs} × ${one}` : `${runs} × ${format.price(estimate.microUsd)}`
}

/** The lowest and the highest price per second of some runs, where these differ. */
function rateSpan({ microUsdPerSecond, open }: Of<'rate'>, runs: number): string {
  return `${span((open?.minMicroUsdPerSecond ?? microUsdPerSecond) * runs, microUsdPerSecond * runs)}/s`
}

function rateWorking(estimate: Of<'rate'>, runs: number): string {
  const most = upperEnd(estimate)
  const bound = `at most ${format.price((most ?? 0) * runs)} at ${format.number(countedSeconds(estimate))} s`
  return `per second of the result${most === null ? '' : `, ${bound}${runs > 1 ? ' each' : ''}`}`
}

export const pricing = {
  /** The price of some runs, large. */
  amount(estimate: Estimate, runs: number): string {
    switch (estimate.kind) {
      case 'exact':
        return format.price(estimate.microUsd * runs)
      case 'range':
        return `${format.price(estimate.minMicroUsd * runs)} – ${format.price(estimate.maxMicroUsd * runs)}`
      case 'rate':
        return rateSpan(estimate, runs)
      case 'unlisted':
        return 'Price not listed'
    }
  },
  /** The price's calculation, in a line; null where there is nothing to add: buttons name the fields of a range. */
  working(estimate: Estimate, runs: number): string | null {
    switch (estimate.kind) {
      case 'exact':
        return exactWorking(estimate, runs)
      case 'range':
        return estimate.fields.length > 0 ? null : this.hangsOnNothing
      case 'rate':
        return rateWorking(estimate, runs)
      case 'unlisted':
        return runs === 1
          ? 'Set by the service; charged when the run completes'
          : 'Set by the service; each run is charged when it completes'
    }
  },
  /** The price of one run in a few characters. */
  short(estimate: Estimate): string | null {
    switch (estimate.kind) {
      case 'exact':
        return format.price(estimate.microUsd)
      case 'range':
        return `≤ ${format.price(estimate.maxMicroUsd)}`
      case 'rate':
        return `${estimate.open ? '≤ ' : ''}${format.price(estimate.microUsdPerSecond)}/s`
      case 'unlisted':
        return null
    }
  },
  /** What one run costs at most, as a budget counts it, within a sentence; null where no price is listed. */
  atMost(estimate: Estimate): string | null {
    const most = upperEnd(estimate)
    if (estimate.kind === 'exact') return format.price(estimate.microUsd)
    if (most === null) return this.short(estimate)
    if (estimate.kind !== 'rate') return `at most ${format.price(most)}`
    const rate = `${format.price(estimate.microUsdPerSecond)}/s`
    return `at most ${format.price(most)} (${rate} × ${format.number(countedSeconds(estimate))} s)`
  },
  /** The arithmetic of a settled price per second; null for any other. */
  settledSum(settled: Settled): string | null {
    const { working } = settled.kind === 'exact' ? settled : {}
    return working ? `${format.number(working.seconds)} s × ${format.price(working.microUsdPerSecond)}` : null
  },
  /** How a settled price came about, or why it is still open; null where there is nothing to add. */
  settledWorking(settled: Settled): string | null {
    if (settled.kind === 'unlisted') return 'the service’s bill shows its own price'
    if (settled.kind === 'up_to')
      return settled.fields.length > 0 ? `the result doesn’t show ${fieldList(settled.fields)}` : null
    const { read = {} } = settled
    const sum = this.settledSum(settled)
    if (Object.keys(read).length === 0) return sum
    return `${sum === null ? '' : `${sum}, `}${readList(read)} as in the result`
  },
  /** The price of several runs in a few characters, with those in no sum. */
  shortTotal(some: Total): string {
    const { minMicroUsd, boundMicroUsd, unlisted } = some
    if (!isSummed(some)) return totalWords(some)
    const sum = `${minMicroUsd === boundMicroUsd ? '' : '≤ '}${format.price(boundMicroUsd)}`
    return unlisted > 0 ? `${sum} + ${format.number(unlisted)} not listed` : sum
  },
  /** The same within a sentence. */
  totalWithin(some: Total): string {
    return this.shortTotal(some).replace(/^Price/, 'price')
  },
  /** The price of different runs, large. */
  total: (some: Total) => capitalize(totalWords(some)),
  /** The price of these runs, equal or different, within a sentence. */
  ofRuns(estimates: readonly Estimate[]): string {
    return totalWords(totalOf(estimates))
  },
  /** How many runs a total covers, how its bound comes about, and how many are in no sum. */
  totalWorking(some: Total): string {
    const { runs, unlisted } = some
    const parts = [runs === 1 ? '1 run' : `${format.number(runs)} runs`]
    if (isBound(some)) parts.push(boundWorking(some))
    if (unlisted > 0)
      parts.push(`${format.number(unlisted)} of ${format.number(runs)} without a listed price`)
    return parts.join(' · ')
  },
  /** In the sandbox, beside every price. */
  notReal: 'Sandbox: nothing here costs real money',
  paidBy: (account: AccountLabel) => `Paid by ${accountName(account) ?? 'Sandbox'}`,
  narrow: 'Narrow it down by setting',
  narrowBy: (label: string) => `Set ${label}`,
  /** Around the names of the fields that prevent a price. */
  unpriced: (count: number) =>
    ['No price yet:', count === 1 ? 'needs another look first' : 'need another look first'] as const,
  hangsOnNothing: 'Depends on something the listing has no field for',
  /** What is left of an account’s budget, before the form’s runs or, where they exceed it, by how much. */
  left(
    period: keyof typeof periods,
    { limit, committed, open }: NonNullable<BudgetStatus['day']>,
    some: Total,
    account: AccountLabel,
  ): string {
    const where = spentWhere(account)
    const left = limit - committed
    const over = some.boundMicroUsd - left
    if (left <= 0) {
      const gone = `${capitalize(budgets[period])} ${where} is spent${open ? ' or on its way' : ''}`
      return left === 0 ? gone : `${gone}; ${atMost(open)}${format.price(-left)} over already`
    }
    if (over > 0) {
      const isMost = open || some.minMicroUsd < some.boundMicroUsd
      return capitalize(`${atMost(isMost)}${format.price(over)} over ${budgets[period]} ${where}`)
    }
    return `${open ? 'At least ' : ''}${format.price(left)} left ${periods[period]} ${where}`
  },
}
