import { longestUsageDays } from '../../../shared/bridge/usage-bounds.ts'

/** UTC calendar dates, both included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export const presets = ['week', 'thisMonth', 'lastMonth', 'month', 'quarter'] as const
export type Preset = (typeof presets)[number]

const dayMs = 86_400_000

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function timeOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

/** The dates of a preset at a moment in milliseconds; every date is UTC, whatever the machine's time zone. */
export function rangeOf(preset: Preset, now: number): DateRange {
  const to = dateOf(now)
  switch (preset) {
    case 'week':
      return { from: dateOf(now - 6 * dayMs), to }
    case 'month':
      return { from: dateOf(now - 29 * dayMs), to }
    case 'quarter':
      return { from: dateOf(now - 89 * dayMs), to }
    case 'thisMonth':
      return { from: `${to.slice(0, 7)}-01`, to }
    case 'lastMonth': {
      const last = dateOf(timeOf(`${to.slice(0, 7)}-01`) - dayMs)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
  }
}

/** The preset that gives these dates now; null where none does. */
export function presetOf(range: DateRange, now: number): Preset | null {
  return presets.find((preset) => isSameRange(rangeOf(preset, now), range)) ?? null
}

export function isSameRange(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to
}

/** Whether the dates exist, stand in order, and are few enough. */
export function isUsable({ from, to }: DateRange): boolean {
  if (![from, to].every(isDate)) return false
  const days = (timeOf(to) - timeOf(from)) / dayMs
  return days >= 0 && days < longestUsageDays
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(timeOf(text)) && dateOf(timeOf(text)) === text
}
