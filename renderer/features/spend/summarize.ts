import type { SpendRow } from '../../../shared/bridge/views.ts'
import { daysOf, type Month } from './month.ts'

export interface Sum {
  /** Micro-dollars of the jobs with a listed price. */
  readonly microUsd: number
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
  /** The most expensive day, in micro-dollars. */
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
    .sort((left, right) => right.microUsd - left.microUsd || right.jobs - left.jobs)
  return {
    ...add(rows),
    days,
    models,
    largestDay: Math.max(0, ...days.map((day) => day.microUsd)),
    activeDays: days.filter((day) => day.jobs > 0).length,
  }
}

function add(rows: readonly SpendRow[]): Sum {
  return {
    microUsd: rows.reduce((sum, row) => sum + row.microUsd, 0),
    jobs: rows.reduce((sum, row) => sum + row.jobs, 0),
    unlistedJobs: rows.reduce((sum, row) => sum + row.unlistedJobs, 0),
  }
}
