const longestMs = 60 * 60 * 1000

/** Milliseconds to wait by a Retry-After header, in seconds or as a date, at most an hour; null where it says none. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? null : Math.min(longestMs, Math.max(0, wait))
}

/** A pause that doubles with each failure in a row, from `first` to `longest` milliseconds. */
export function growingPause(failures: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(30, Math.max(0, failures - 1)))
}
