/** From here a length is shown as minutes and seconds, in seconds. */
export const longLength = 60

/**
 * Reads a length as a person types it, in seconds: “3:00”, “90” or “1.5”. Null for anything else, such as more
 * than 59 seconds after a colon.
 */
export function readLength(text: string): number | null {
  const [, minutes, seconds] = /^\s*(\d{1,6}):([0-5]?\d)?\s*$/.exec(text) ?? []
  if (minutes !== undefined) return Number(minutes) * longLength + Number(seconds ?? 0)
  return /^\s*\d{1,9}([.,]\d{1,6})?\s*$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** Whether a service's words about a length speak of milliseconds, where it is entered in seconds. */
export function namesMilliseconds(description: string): boolean {
  return /(?:\b|\d)(?:ms|msecs?|milliseconds?)\b/i.test(description)
}
