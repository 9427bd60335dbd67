const moment = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
const inUtc = { hourCycle: 'h23', timeZone: 'UTC' } as const

/** Compute units and the moments of usage reports in a locale's format; they count in UTC, in any time zone. */
export function createUsageFormat(locale: string) {
  const units = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const aligned = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const toSecond = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...inUtc })
  const toMinute = new Intl.DateTimeFormat(locale, { ...moment, ...inUtc })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...inUtc })
  return {
    /** To the hundredth. */
    units: (value: number) => units.format(value),
    /** The same in a column, where the points stand below each other. */
    alignedUnits: (value: number) => aligned.format(value),
    /** A round number in few characters, such as “2.5K”. */
    compact: (value: number) => compact.format(value),
    utc: (iso: string) => `${toMinute.format(new Date(iso))} UTC`,
    utcSeconds: (iso: string) => toSecond.format(new Date(iso)),
    utcTime: (iso: string) => time.format(new Date(iso)),
    utcRange: (start: string, end: string) => `${toMinute.formatRange(new Date(start), new Date(end))} UTC`,
  }
}
