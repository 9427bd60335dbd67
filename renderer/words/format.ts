import { isCalendarDate } from '../../shared/api/service-date.ts'

const microUsdPerUsd = 1_000_000
const microUsdPerCent = 10_000
const bytesPerUnit = 1000

/** Where a language differs from its locale’s own data. */
export interface LocaleHabits {
  /** A number of seconds in the locale's format, with the field's usual unit. */
  shortSeconds?(text: string): string
}

/**
 * Dates, numbers and money in a locale's format. Input: money in micro-dollars, lengths in seconds, moments in
 * ISO 8601 UTC; a moment is shown in the person's own time zone, a calendar date unchanged.
 */
export function createFormat(locale: string, { shortSeconds = (text) => text }: LocaleHabits = {}) {
  const price = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  const total = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const timeToSecond = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const calendarDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    /** A price as exact as it is listed, to the micro-dollar. */
    price: (microUsd: number) => price.format(microUsd / microUsdPerUsd),
    /** A sum, rounded to the cent; one that rounds to nothing is below a cent. */
    total: (microUsd: number) =>
      microUsd > 0 && microUsd < microUsdPerCent / 2
        ? `< ${total.format(0.01)}`
        : total.format(microUsd / microUsdPerUsd),
    /** The most that a sum can be, rounded up to the cent. */
    totalAtMost: (microUsd: number) =>
      total.format((Math.ceil(microUsd / microUsdPerCent) * microUsdPerCent) / microUsdPerUsd),
    /** A list, such as “a, b, and c”. */
    list: (parts: readonly string[]) => list.format(parts),
    number: (value: number) => number.format(value),
    percent: (share: number) => percent.format(share),
    date: (iso: string) => date.format(new Date(iso)),
    dateTime: (iso: string) => keepWhole(dateTime.format(new Date(iso))),
    time: (iso: string) => keepWhole(time.format(new Date(iso))),
    /** For a moment that may be seconds away. */
    timeToSecond: (iso: string) => keepWhole(timeToSecond.format(new Date(iso))),
    calendarDate: (isoDate: string) => calendarDate.format(new Date(`${isoDate}T00:00:00Z`)),
    /** When a rule of the service begins: a day unchanged, another moment in the person's own time zone. */
    serviceDate: (iso: string) =>
      isCalendarDate(iso)
        ? calendarDate.format(new Date(`${iso}T00:00:00Z`))
        : keepWhole(dateTime.format(new Date(iso))),
    bytes: (bytes: number) => formatBytes(locale, bytes),
    /** A length such as “12 s” or “1 min 5 s”. */
    seconds: (seconds: number) => formatSeconds(locale, seconds, shortSeconds),
    /** A position in a video or an audio file, such as 0:05. */
    clock: formatClock,
    /** The same to the hundredth of a second, such as 0:05.25. */
    exactClock: formatExactClock,
  }
}

/** The text of a time, whose “PM” stays on the line of its digits. */
export function keepWhole(text: string): string {
  return text.replace(/ (?=\D+$)/g, '\u00a0')
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(
    byteUnits.length - 1,
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(bytesPerUnit)),
  )
  const unit = byteUnits[step] ?? 'byte'
  // The short form of it has no plural in English: “898 byte”.
  const unitDisplay = step === 0 ? 'long' : 'short'
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: step > 1 ? 1 : 0 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / bytesPerUnit ** step)
}

function formatSeconds(locale: string, seconds: number, shortSeconds: (text: string) => string): string {
  const unit = (value: number, name: 'second' | 'minute', digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  if (seconds < 60) return shortSeconds(unit(seconds, 'second', seconds < 10 ? 1 : 0))
  const whole = Math.round(seconds)
  const rest = whole % 60
  const minutes = unit(Math.floor(whole / 60), 'minute')
  return rest === 0 ? minutes : `${minutes} ${shortSeconds(unit(rest, 'second'))}`
}

function formatExactClock(seconds: number): string {
  const hundredths = Math.max(0, Math.round(Number.isFinite(seconds) ? seconds * 100 : 0))
  return `${formatClock(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`
}

function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
