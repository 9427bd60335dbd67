import { readMoment } from '../../../shared/api/service-date.ts'

const longestMs = 60 * 60 * 1000

/**
 * Milliseconds to wait by a Retry-After header, in seconds or as a date, at most an hour; null where it gives
 * none.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const until = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : readMoment(text)
  return until === null ? null : Math.min(longestMs, Math.max(0, until - now))
}

/** A pause that doubles with each failure in a row, from `first` to `longest` milliseconds. */
export function growingPause(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(30, Math.max(0, failures - 1)))
}
