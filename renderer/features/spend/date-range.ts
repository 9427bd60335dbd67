/** UTC calendar dates, both inclusive. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export const presets = ['thisMonth', 'lastMonth', 'last30Days', 'thisYear', 'own'] as const
export type Preset = (typeof presets)[number]

const dayMs = 86_400_000

export function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The dates of a preset at this moment (milliseconds), whatever the time zone. */
export function rangeOf(preset: Exclude<Preset, 'own'>, now: number): DateRange {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const monthAt = (shift: number): DateRange => ({
    from: utcDate(Date.UTC(year, month + shift)),
    to: utcDate(Date.UTC(year, month + shift + 1) - dayMs),
  })
  switch (preset) {
    case 'thisMonth':
      return monthAt(0)
    case 'lastMonth':
      return monthAt(-1)
    case 'last30Days':
      return { from: utcDate(now - 29 * dayMs), to: utcDate(now) }
    case 'thisYear':
      return { from: `${year}-01-01`, to: `${year}-12-31` }
  }
}

/** Whether these are two real dates in their order. */
export function isRange({ from, to }: DateRange): boolean {
  return (
    [from, to].every((date) => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date))) &&
    from <= to
  )
}

export function daysIn({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The date so many days later. */
export function shiftDate(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * dayMs)
}
