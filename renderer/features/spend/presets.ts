import { type DateRange, lastDays, monthOf, weekOf } from '../../reports/utc-dates.ts'

export const presets = [
  'today',
  'last7Days',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'last30Days',
  'thisYear',
  'own',
] as const
export type Preset = (typeof presets)[number]

/** The dates of a preset at a moment in milliseconds; weeks, from Monday, months and years are whole. */
export function rangeOf(preset: Exclude<Preset, 'own'>, now: number): DateRange {
  switch (preset) {
    case 'today':
      return lastDays(1, now)
    case 'last7Days':
      return lastDays(7, now)
    case 'lastWeek':
      return weekOf(now, -1)
    case 'thisMonth':
      return monthOf(now)
    case 'lastMonth':
      return monthOf(now, -1)
    case 'last30Days':
      return lastDays(30, now)
    case 'thisYear': {
      const year = new Date(now).getUTCFullYear()
      return { from: `${year}-01-01`, to: `${year}-12-31` }
    }
  }
}
