/** UTC calendar dates such as 2026-11-20, both included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** The UTC date of a moment in milliseconds, whatever the machine's time zone. */
export function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The date so many days later. */
export function shiftDate(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * dayMs)
}

export function daysIn({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The last so many days, today with them. */
export function lastDays(days: number, now: number): DateRange {
  return { from: utcDate(now - (days - 1) * dayMs), to: utcDate(now) }
}

/** A whole week from Monday to Sunday: this one, or so many after it. */
export function weekOf(now: number, shift = 0): DateRange {
  const sinceMonday = (new Date(now).getUTCDay() + 6) % 7
  const monday = now + (7 * shift - sinceMonday) * dayMs
  return { from: utcDate(monday), to: utcDate(monday + 6 * dayMs) }
}

/** A whole calendar month: this one, or so many after it. */
export function monthOf(now: number, shift = 0): DateRange {
  const date = new Date(now)
  const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift + months)
  return { from: utcDate(first(0)), to: utcDate(first(1) - dayMs) }
}

/** Whether these are two real dates in their order. */
export function isRange({ from, to }: DateRange): boolean {
  return isDate(from) && isDate(to) && from <= to
}

export function isSameRange(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && utcDate(time) === text
}
