const longestDate = 64
const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/
const httpPattern =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})[\s-]([A-Za-z]{3})[A-Za-z]{0,6}[\s-](\d{4}|\d\d)\s+(\d\d):(\d\d)(?::(\d\d))?\s*(GMT|UTC?|Z|[+-]\d{4})$/i
/** The date of C's `asctime`, which HTTP/1.1 still requires readers to accept; always UTC. */
const asctimePattern = /^[A-Za-z]{3}\s([A-Za-z]{3})\s{1,2}(\d{1,2})\s(\d\d):(\d\d):(\d\d)\s(\d{4})$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The only reader of dates from a service (Sunset header, 410 body, description): ISO 8601 with or without a
 * time, or an HTTP date in any of its three forms (RFC 9110, 5.6.7). UTC without an offset. Null where the text is no date, or an impossible one.
 */
export function readServiceDate(value: unknown): string | null {
  const time = readMoment(value)
  return time === null ? null : toServiceDate(time)
}

/** The same as milliseconds since the epoch. */
export function readMoment(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > longestDate) return null
  const text = value.trim()
  return readIso(text) ?? readHttp(text) ?? readAsctime(text)
}

function readIso(text: string): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] =
    isoPattern.exec(text) ?? []
  if (year === undefined) return null
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  return momentOf([year, month, day, hour, minute, second].map(Number), milliseconds, readOffset(offset))
}

function readHttp(text: string): number | null {
  const [, day, name = '', year, hour, minute, second = '0', offset = 'GMT'] = httpPattern.exec(text) ?? []
  if (year === undefined) return null
  return httpMoment([toFullYear(year), name, day, hour, minute, second], readOffset(offset))
}

function readAsctime(text: string): number | null {
  const [, name = '', day, hour, minute, second, year] = asctimePattern.exec(text) ?? []
  return year === undefined ? null : httpMoment([year, name, day, hour, minute, second], 0)
}

function httpMoment(
  [year, name = '', ...rest]: readonly (string | undefined)[],
  offset: number | null,
): number | null {
  const month = months.indexOf(name.toLowerCase()) + 1
  return month === 0 ? null : momentOf([Number(year), month, ...rest.map(Number)], 0, offset)
}

/** Two digits are a year of RFC 850: none that a service of today means is before 1970. */
function toFullYear(year: string): string {
  if (year.length > 2) return year
  return `${Number(year) < 70 ? '20' : '19'}${year}`
}

/** Milliseconds east of UTC; null for an invalid offset. */
function readOffset(offset: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (sign === undefined) return 0
  const [east, rest] = [Number(hours), Number(minutes)]
  return east > 23 || rest > 59 ? null : (sign === '-' ? -1 : 1) * (east * 60 + rest) * 60_000
}

function momentOf(parts: readonly number[], milliseconds: number, offset: number | null): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  if (offset === null) return null
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, milliseconds)
  const isReal =
    local.getUTCFullYear() === year &&
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute &&
    local.getUTCSeconds() === second
  const time = local.getTime() - offset
  return isReal && isWritable(time) ? time : null
}

/**
 * Four digits hold the years from 1 to 9999; a year moved beyond that by its offset has no form that every
 * reader accepts.
 */
function isWritable(time: number): boolean {
  const year = new Date(time).getUTCFullYear()
  return year >= 1 && year <= 9999
}

function toServiceDate(time: number): string {
  const text = new Date(time).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}

/** When it begins, in milliseconds since the epoch; NaN for any other form. */
export function startOf(date: string): number {
  return Date.parse(date)
}

export function hasBegun(date: string, now: number): boolean {
  return startOf(date) <= now
}

/** Whether it is a day without a time. */
export function isCalendarDate(date: string): boolean {
  return !date.includes('T')
}
