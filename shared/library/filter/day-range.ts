/** Days as words: the current ones in the person's own time zone. */
export const dayWords = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'last-monday',
  'last-tuesday',
  'last-wednesday',
  'last-thursday',
  'last-friday',
  'last-saturday',
  'last-sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

export type DayWord = (typeof dayWords)[number]

/** From a time, up to another one, which is not in it; milliseconds, UTC. Null: no end. */
export interface Period {
  readonly from: number | null
  readonly until: number | null
}

interface Day {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const monthNames = dayWords.slice(dayWords.indexOf('january'))
const lastDays = /^([1-9]\d{0,3})d$/
const comparison = /^(>=|<=|>|<)(.*)$/s
const written = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/**
 * The days that a person names, as `periodOf` reads them: also with spaces, a month’s first letters, and a date as
 * `24.11.2026` or `24/11/2026`. Null where it names none, and where day and month could be either (`11/12/2026`).
 */
export function readDays(text: string): string | null {
  const joined = text.trim().replace(/\s+/gu, '-')
  const days = isoOf(joined) ?? monthOf(joined) ?? joined
  return periodOf(days, 0) === null ? null : days
}

function monthOf(text: string): string | null {
  return (text.length < 3 ? undefined : monthNames.find((month) => month.startsWith(text))) ?? null
}

function isoOf(text: string): string | null {
  const [, first = '', sign, second = '', year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  if (year === undefined) return null
  const isDayFirst = sign === '.' || Number(first) > 12 || first === second
  if (!isDayFirst && Number(second) <= 12) return null
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * The days that a text names, seen from a moment: `today`, `tuesday` (today, or the last one), `last-tuesday` (the one
 * before today), `november` (this month, or the last one of that name), `7d` (the last seven days with today), `2026-11-24`, `2026-11`, `2026`, `2026-11-01..2026-11-24`, `>=2026-11-01`. Weeks begin on Monday. Null where
 * it names none.
 */
export function periodOf(text: string, now: number): Period | null {
  const days = lastDays.exec(text)
  if (days) return { from: startOf(today(now), 1 - Number(days[1])), until: startOf(today(now), 1) }
  const word = dayWords.find((known) => known === text)
  if (word) return periodOfWord(word, now)
  const [first, last] = text.split('..')
  if (first !== undefined && last !== undefined) return between(first, last)
  const [, sign, rest = ''] = comparison.exec(text) ?? []
  const day = writtenPeriod(sign === undefined ? text : rest)
  if (!day || sign === undefined) return day
  if (sign === '>') return { from: day.until, until: null }
  if (sign === '>=') return { from: day.from, until: null }
  return { from: null, until: sign === '<' ? day.from : day.until }
}

function between(first: string, last: string): Period | null {
  if (first === '' && last === '') return null
  const from = first === '' ? null : writtenPeriod(first)
  const until = last === '' ? null : writtenPeriod(last)
  if ((first !== '' && !from) || (last !== '' && !until)) return null
  const period = { from: from?.from ?? null, until: until?.until ?? null }
  return period.from !== null && period.until !== null && period.from >= period.until ? null : period
}

function periodOfWord(word: DayWord, now: number): Period {
  const current = today(now)
  const { year, month } = current
  // 0 is Monday.
  const weekday = (new Date(year, month - 1, current.day).getDay() + 6) % 7
  switch (word) {
    case 'today':
      return days(current, 0, 1)
    case 'yesterday':
      return days(current, -1, 0)
    case 'this-week':
      return days(current, -weekday, 7 - weekday)
    case 'last-week':
      return days(current, -weekday - 7, -weekday)
    case 'this-month':
      return months(year, month, 1)
    case 'last-month':
      return months(year, month - 1, 1)
    case 'this-year':
      return months(year, 1, 12)
    case 'last-year':
      return months(year - 1, 1, 12)
    default: {
      const named = monthNames.indexOf(word) + 1
      if (named > 0) return months(named > month ? year - 1 : year, named, 1)
      const asked = (weekdays.indexOf(word.replace('last-', '')) + 6) % 7
      const ago = (weekday - asked + 7) % 7 || (word.startsWith('last-') ? 7 : 0)
      return days(current, -ago, 1 - ago)
    }
  }
}

function writtenPeriod(text: string): Period | null {
  const [, year, month, day] = written.exec(text) ?? []
  if (year === undefined || Number(year) < 1970) return null
  if (month === undefined) return months(Number(year), 1, 12)
  if (Number(month) < 1 || Number(month) > 12) return null
  if (day === undefined) return months(Number(year), Number(month), 1)
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  const isReal = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
  return isReal ? days({ year: Number(year), month: Number(month), day: Number(day) }, 0, 1) : null
}

function days(day: Day, from: number, until: number): Period {
  return { from: startOf(day, from), until: startOf(day, until) }
}

function months(year: number, month: number, count: number): Period {
  return {
    from: new Date(year, month - 1, 1).getTime(),
    until: new Date(year, month - 1 + count, 1).getTime(),
  }
}

/** The first moment of the day so many days later; days of 23 and 25 hours are counted as days. */
function startOf({ year, month, day }: Day, later: number): number {
  return new Date(year, month - 1, day + later).getTime()
}

function today(now: number): Day {
  const date = new Date(now)
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}
