/** Calendar dates as charts and days need them, in a locale's format. Input: UTC dates such as 2026-11-27 or 2026-11. */
export function createCalendar(locale: string) {
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  return {
    shortDay: (isoDate: string) => shortDay.format(new Date(`${isoDate}T00:00:00Z`)),
    month: (isoMonth: string) => month.format(new Date(`${isoMonth}-01T00:00:00Z`)),
    shortMonth: (isoMonth: string) => shortMonth.format(new Date(`${isoMonth}-01T00:00:00Z`)),
  }
}
