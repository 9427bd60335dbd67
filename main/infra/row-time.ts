/** The latest time with a four-digit year. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** A row's time, in milliseconds since the epoch, limited to what ISO 8601 can express; else the epoch. */
export function toRowTime(milliseconds: number): number {
  return milliseconds >= 0 && milliseconds <= latest ? milliseconds : 0
}

export function toIsoTime(milliseconds: number): string {
  return new Date(toRowTime(milliseconds)).toISOString()
}
