import { isCalendarDate } from '../../api/service-date.ts'

// Without an Intl formatter: creating one at each start would take a tenth of the time of Node's bare start.
export const grouped = (count: number) => count.toLocaleString('en-US')

/** In full: a limit and what goes over it may differ by less than a cent. */
export const dollars = (microUsd: number) =>
  `$${(microUsd / 1_000_000).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1')}`

/**
 * When a rule of the service begins, as the page's format says it: a day unchanged, another moment in the time zone of this
 * machine. What is no date stays as it is.
 */
export function serviceDate(date: string): string {
  const isDay = isCalendarDate(date)
  const moment = new Date(isDay ? `${date}T00:00:00Z` : date)
  if (Number.isNaN(moment.getTime())) return date
  return isDay
    ? moment.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    : moment.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
