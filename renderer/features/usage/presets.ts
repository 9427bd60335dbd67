import { longestUsageDays } from '../../../shared/bridge/usage-bounds.ts'
import { type DateRange, daysIn, isRange, lastDays, monthOf, utcDate } from '../../reports/utc-dates.ts'

export const presets = ['week', 'thisMonth', 'lastMonth', 'month', 'quarter'] as const
export type Preset = (typeof presets)[number]

/** The dates of a preset at a moment in milliseconds: none of them is after today, which no report covers. */
export function rangeOf(preset: Preset, now: number): DateRange {
  switch (preset) {
    case 'week':
      return lastDays(7, now)
    case 'month':
      return lastDays(30, now)
    case 'quarter':
      return lastDays(90, now)
    case 'thisMonth':
      return { from: monthOf(now).from, to: utcDate(now) }
    case 'lastMonth':
      return monthOf(now, -1)
  }
}

/** Whether the dates exist, are in their order, and are few enough for one report. */
export function isUsable(range: DateRange): boolean {
  return isRange(range) && daysIn(range) <= longestUsageDays
}
