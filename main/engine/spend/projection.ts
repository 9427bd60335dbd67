import type { Projection, SpendSums } from '../../../shared/bridge/spend-views.ts'
import { add, multiply } from '../../../shared/pricing/money.ts'
import type { Period } from './ports.ts'
import { dayMs, monthOf, utcDay } from './utc-days.ts'

const mostDays = 7
/** Fewer days back than that say nothing of a month. */
const fewestDays = 3

export interface ProjectionInput {
  readonly now: number
  /** When the account's first job completed; null before that. */
  readonly firstCompletedAt: number | null
  sums(period: Period): SpendSums
}

/**
 * Where the current UTC month leads at the pace of the last days: the whole days back from now, at most seven, since the
 * account's first job (SPEND10). Only settled prices are projected.
 */
export function projectMonth({ now, firstCompletedAt, sums }: ProjectionInput): Projection {
  const month = monthOf(now)
  const toDate = sums(month)
  const today = Date.parse(utcDay(now))
  return {
    month: utcDay(month.from).slice(0, 7),
    toDate,
    daysLeft: Math.round((month.to - today) / dayMs) - 1,
    pace: paceOf(),
  }

  function paceOf(): Projection['pace'] {
    if (firstCompletedAt === null) return null
    const days = Math.min(mostDays, Math.floor((now - firstCompletedAt) / dayMs))
    if (days < fewestDays) return null
    const { microUsd } = sums({ from: now - days * dayMs, to: now })
    const rest = multiply(microUsd, (month.to - now) / (days * dayMs))
    return { days, microUsd, projectedMicroUsd: add(toDate.microUsd, rest) }
  }
}
