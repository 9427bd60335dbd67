import type { SpendRow } from '../../../shared/bridge/views.ts'
import { daysOf, type Month } from './month.ts'

export interface Sum {
  /** Micro-dollars of the jobs whose price is settled. */
  readonly microUsd: number
  /** Those of jobs whose price stays open, each at the most that it can be. */
  readonly upToMicroUsd: number
  readonly jobs: number
  readonly unlistedJobs: number
}

export interface DaySum extends Sum {
  readonly date: string
}

export interface ModelSum extends Sum {
  readonly modelId: string
}

export interface MonthSum extends Sum {
  /** Every day of the month, with or without spend. */
  readonly days: readonly DaySum[]
  /** The most expensive first. */
  readonly models: readonly ModelSum[]
  /** The most expensive day at most, in micro-dollars. */
  readonly largestDay: number
  readonly activeDays: number
}

/** A month's rows, added up by day and by model. */
export function summarize(month: Month, rows: readonly SpendRow[]): MonthSum {
  const byDate = Map.groupBy(rows, (row) => row.date)
  const byModel = Map.groupBy(rows, (row) => row.modelId)
  const days = daysOf(month).map((date) => ({ date, ...add(byDate.get(date) ?? []) }))
  const models = [...byModel]
    .map(([modelId, ofModel]) => ({ modelId, ...add(ofModel) }))
    .sort((left, right) => mostOf(right) - mostOf(left) || right.jobs - left.jobs)
  return {
    ...add(rows),
    days,
    models,
    largestDay: Math.max(0, ...days.map(mostOf)),
    activeDays: days.filter((day) => day.jobs > 0).length,
  }
}

/** The most that jobs have cost. */
export function mostOf({ microUsd, upToMicroUsd }: Sum): number {
  return microUsd + upToMicroUsd
}

function add(rows: readonly SpendRow[]): Sum {
  return {
    microUsd: rows.reduce((sum, row) => sum + row.microUsd, 0),
    upToMicroUsd: rows.reduce((sum, row) => sum + row.upToMicroUsd, 0),
    jobs: rows.reduce((sum, row) => sum + row.jobs, 0),
    unlistedJobs: rows.reduce((sum, row) => sum + row.unlistedJobs, 0),
  }
}
