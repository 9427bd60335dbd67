import { keepWhole } from './format.ts'

/** A moment with its time, in the person's own zone and in UTC, in a locale's format. Input: ISO 8601 or a calendar date. */
export function createMoments(locale: string) {
  const styles = { dateStyle: 'medium', timeStyle: 'short' } as const
  const own = new Intl.DateTimeFormat(locale, styles)
  const utc = new Intl.DateTimeFormat(locale, { ...styles, timeZone: 'UTC' })
  return {
    own: (iso: string) => keepWhole(own.format(new Date(iso))),
    utc: (iso: string) => keepWhole(utc.format(new Date(iso))),
    /** Whether both are the same text, so that one of them is enough. */
    isSame: (iso: string) => own.format(new Date(iso)) === utc.format(new Date(iso)),
  }
}
