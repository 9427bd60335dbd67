import { mostUsageSeries } from '../../../shared/bridge/usage-bounds.ts'
import type {
  UsageCoverage,
  UsageDay,
  UsageSeries,
  UsageSummary,
} from '../../../shared/bridge/usage-views.ts'
import type { ReadWindow, UsageCell } from './ports.ts'
import { datesOf, isStartClamped, missingParts, type Window } from './windows.ts'

interface SummaryInput {
  readonly window: Window
  /** The largest first. */
  readonly series: readonly UsageSeries[]
  readonly cells: readonly UsageCell[]
  readonly members: number
  readonly jobsWithoutMember: number
}

/** Units by day of the largest series, the others summed; every day of the window has its place. */
export function summarizeUsage({
  window,
  series,
  cells,
  members,
  jobsWithoutMember,
}: SummaryInput): Omit<UsageSummary, 'coverage'> {
  const hasOthers = series.length > mostUsageSeries
  const shown = hasOthers ? series.slice(0, mostUsageSeries) : series
  const rest = series.slice(shown.length)
  const place = new Map(shown.map(({ key }, index) => [key, index]))
  const columns = shown.length + (hasOthers ? 1 : 0)
  const byDate = Map.groupBy(cells, ({ date }) => date)
  const days = datesOf(window).map((date): UsageDay => {
    const parts = Array.from({ length: columns }, () => 0)
    let jobs = 0
    for (const cell of byDate.get(date) ?? []) {
      const at = place.get(cell.key) ?? columns - 1
      parts[at] = (parts[at] ?? 0) + cell.units
      jobs += cell.jobs
    }
    return { date, jobs, units: parts.reduce((sum, part) => sum + part, 0), parts }
  })
  return {
    jobs: sum(series, 'jobs'),
    units: sum(series, 'units'),
    members,
    jobsWithoutMember,
    series: [...shown],
    others: hasOthers ? { series: rest.length, units: sum(rest, 'units'), jobs: sum(rest, 'jobs') } : null,
    days,
  }
}

function sum(series: readonly UsageSeries[], member: 'units' | 'jobs'): number {
  return series.reduce((total, one) => total + one[member], 0)
}

/** What the reports read so far say of a window: which part they cover, and what was clamped. */
export function coverageOf(accountId: string, asked: Window, windows: readonly ReadWindow[]): UsageCoverage {
  const read = windows.filter((one) => one.asked.start <= asked.end && one.effective.end >= asked.start)
  if (read.length === 0) {
    return {
      accountId,
      effective: null,
      isStartClamped: false,
      isEndClamped: false,
      isWhole: false,
      readAt: null,
    }
  }
  const first = Math.min(...read.map(({ effective }) => effective.start))
  const start = Math.max(asked.start, first)
  const end = Math.min(asked.end, Math.max(...read.map(({ effective }) => effective.end)))
  const isEndClamped = end < asked.end
  // What a service clamped away at the start holds nothing.
  const covered = read.map((one) => ({ ...one, finalEnd: one.effective.end }))
  const until = { start: asked.start, end: Math.max(asked.start, end) }
  return {
    accountId,
    effective: {
      start: new Date(Math.min(start, end)).toISOString(),
      end: new Date(end).toISOString(),
    },
    isStartClamped: start > asked.start && read.some((one) => isStartClamped(one.asked, one.effective)),
    isEndClamped,
    isWhole: missingParts(until, covered).every((part) => part.end - part.start <= 1),
    readAt: new Date(Math.max(...read.map(({ readAt }) => readAt))).toISOString(),
  }
}

/** The window that the reports together cover, in ISO 8601 UTC; what was asked for where nothing was read. */
export function joinedWindow(
  coverage: readonly Pick<UsageCoverage, 'effective'>[],
  asked: Window,
): { readonly start: string; readonly end: string } {
  const known = coverage.flatMap(({ effective }) => effective ?? [])
  const starts = known.map(({ start }) => Date.parse(start))
  const ends = known.map(({ end }) => Date.parse(end))
  return {
    start: new Date(known.length === 0 ? asked.start : Math.min(...starts)).toISOString(),
    end: new Date(known.length === 0 ? asked.end : Math.max(...ends)).toISOString(),
  }
}
