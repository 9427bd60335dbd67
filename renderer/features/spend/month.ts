/** A UTC calendar month such as 2026-11. */
export type Month = string

export function monthOf(time: number): Month {
  return new Date(time).toISOString().slice(0, 7)
}

export function shiftMonth(month: Month, by: number): Month {
  const start = new Date(`${month}-01T00:00:00Z`)
  start.setUTCMonth(start.getUTCMonth() + by)
  return start.toISOString().slice(0, 7)
}

/** Every UTC date of the month, first to last. */
export function daysOf(month: Month): string[] {
  const last = new Date(`${shiftMonth(month, 1)}-01T00:00:00Z`)
  last.setUTCDate(0)
  return Array.from(
    { length: last.getUTCDate() },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
}
