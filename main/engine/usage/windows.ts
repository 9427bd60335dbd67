/** A window of time in milliseconds since the epoch, UTC; both ends inclusive. */
export interface Window {
  readonly start: number
  readonly end: number
}

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs
/**
 * The end of a window is not final, because jobs are ingested shortly after completion (interface: GET /usage, rule 5):
 * a pull begins so long before the last effective end.
 */
export const ingestionMs = 10 * 60 * 1000

/** The window of UTC calendar dates, both inclusive. */
export function windowOfDates({ from, to }: { readonly from: string; readonly to: string }): Window {
  return { start: startOfDate(from), end: startOfDate(to) + dayMs - 1 }
}

function startOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`)
}

/** Every UTC calendar date that the window touches. */
export function datesOf({ start, end }: Window): string[] {
  const dates: string[] = []
  for (let at = Math.floor(start / dayMs) * dayMs; at <= end; at += dayMs) dates.push(dateOf(at))
  return dates
}

export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A whole day's edges are asked for as dates, so that a last moment finer than ours belongs to its day. */
export function toQuery({ start, end }: Window): { startDate: string; endDate: string } {
  return {
    startDate: start % dayMs === 0 ? dateOf(start) : new Date(start).toISOString(),
    endDate: (end + 1) % dayMs === 0 ? dateOf(end) : new Date(end).toISOString(),
  }
}

/**
 * The halves of a window, the later one first, cut at a whole hour of it; null where it is no longer than one. They
 * share the moment of the cut, so that no job falls between them however finely the service counts.
 */
export function halve({ start, end }: Window): readonly [Window, Window] | null {
  const length = end - start
  // The last moment of an hour or a day is a millisecond short of its length.
  const hours = Math.ceil((length + 1) / hourMs)
  if (hours <= 1 || length <= hourMs) return null
  const cut = start + Math.floor(hours / 2) * hourMs
  return [
    { start: cut, end },
    { start, end: cut },
  ]
}

/** A service may count in whole seconds, so that a report begins up to one later than what was asked. */
const secondMs = 1_000

/** Whether the service's coverage begins within a window: it has nothing that is earlier (USE5, USE40). */
export function isStartClamped(asked: Window, effective: Window): boolean {
  return effective.start - asked.start > secondMs
}

/** What of a window no read window covers for good, the earliest part first. */
export function missingParts(
  asked: Window,
  read: readonly { readonly asked: Window; readonly effective: Window; readonly finalEnd: number }[],
): Window[] {
  const covered = read
    .map((one) => ({
      start: isStartClamped(one.asked, one.effective) ? Number.NEGATIVE_INFINITY : one.asked.start,
      end: one.finalEnd,
    }))
    .filter(({ start, end }) => end >= start)
    .sort((left, right) => left.start - right.start)
  const missing: Window[] = []
  /** The first moment that is not covered; a part begins at the last one before it, which holds what is finer. */
  let next = asked.start
  for (const { start, end } of covered) {
    if (start > asked.end) break
    if (start > next) missing.push({ start: Math.max(asked.start, next - 1), end: start })
    next = Math.max(next, end + 1)
  }
  if (next <= asked.end) missing.push({ start: Math.max(asked.start, next - 1), end: asked.end })
  return missing
}
